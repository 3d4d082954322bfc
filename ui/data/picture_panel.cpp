// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/picture_panel.h"

#include "ui/data/models/picture_list_model.h"
#include "ui/data/picture_delegate.h"
#include "ui/look/describe.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QListView>
#include <QVBoxLayout>

namespace ulpscope::ui {

namespace {

constexpr std::int64_t kMaxJudgedPictures = 400;

} // namespace

PicturePanel::PicturePanel(QWidget* parent)
    : DataPanel(parent)
    , m_model(new PictureListModel(this))
    , m_onlyDisagreements(new QCheckBox(tr("Only where this run and float64 say &different classes"), this))
    , m_view(new QListView(this))
{
    setObjectName(QStringLiteral("picturePanel"));
    m_onlyDisagreements->setObjectName(QStringLiteral("onlyDisagreements"));
    m_onlyDisagreements->setToolTip(
        tr("Hides the images of which model and reference say the same class, right or wrong"));
    describe(m_view, QStringLiteral("pictureList"), tr("Test images, the worst first"),
        tr("Images with the largest loss first: their class in bold, then what this run and its float64 reference say. A "
           "frame marks those of which the two say different classes"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new PictureDelegate(m_view));
    m_view->setViewMode(QListView::IconMode);
    m_view->setMovement(QListView::Static);
    m_view->setResizeMode(QListView::Adjust);
    m_view->setUniformItemSizes(true);
    m_view->setSpacing(4);
    m_view->setMinimumSize(280, 220);
    setFocusProxy(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_onlyDisagreements);
    layout->addWidget(m_view, 1);
    connect(m_onlyDisagreements, &QCheckBox::toggled, m_model, &PictureListModel::setOnlyDisagreements);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &PicturePanel::readCurrent);
}

EvaluationQuestion PicturePanel::question(const DataSample& sample) const
{
    return {firstTests(sample, kMaxJudgedPictures)};
}

QString PicturePanel::present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    const int row = m_view->currentIndex().row();
    JudgedExamples judged = judgedExamples(*evaluation, run.sample());
    const QString sentence = judgedSentence(judged, run.sample());
    m_onlyDisagreements->setEnabled(judged.hasReference);
    m_model->setExamples(std::move(judged), evaluation, run.sample());
    if (row >= 0)
        m_view->setCurrentIndex(m_model->index(std::min(row, m_model->rowCount() - 1)));
    return sentence;
}

void PicturePanel::readCurrent()
{
    emit read(m_view->currentIndex().data(Qt::ToolTipRole).toString());
}

void PicturePanel::copyPicture()
{
    QApplication::clipboard()->setPixmap(m_view->viewport()->grab());
}

} // namespace ulpscope::ui
