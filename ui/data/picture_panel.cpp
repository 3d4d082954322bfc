// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/picture_panel.h"

#include "ui/data/models/picture_list_model.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QListView>
#include <QPainter>

namespace ulpscope::ui {

namespace {

constexpr int kPictureSide = 84;
constexpr int kPadding = 6;
constexpr int kCharacters = 19; ///< characters for which a line has room

constexpr std::int64_t kMaxJudgedPictures = 400;

} // namespace

QSize PictureDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int lines = index.data(PictureListModel::ReferenceRole).toString().isEmpty() ? 2 : 3;
    const int text = kCharacters * option.fontMetrics.averageCharWidth();
    return {std::max(kPictureSide, text) + 2 * kPadding,
        kPictureSide + lines * option.fontMetrics.lineSpacing() + 3 * kPadding};
}

void PictureDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    const QPalette& palette = option.palette;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected)
        painter->fillRect(option.rect, palette.highlight());
    const QRect inside = option.rect.adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const QRect picture(inside.center().x() - kPictureSide / 2, inside.top(), kPictureSide, kPictureSide);
    painter->drawImage(picture, index.data(Qt::DecorationRole).value<QImage>());
    if (index.data(PictureListModel::IsDisagreementRole).toBool()) {
        painter->setPen(QPen(severityColor(Severity::Warning, palette), 2));
        painter->drawRect(option.rect.adjusted(2, 2, -3, -3));
    }
    int top = picture.bottom() + kPadding;
    const auto line = [&](const QString& text, bool isBold, bool isWrong) {
        QFont font = option.font;
        font.setBold(isBold);
        painter->setFont(font);
        painter->setPen(isSelected ? palette.color(QPalette::HighlightedText)
                : isWrong          ? severityColor(Severity::Warning, palette)
                                   : palette.color(QPalette::Text));
        const QRect row(inside.left(), top, inside.width(), option.fontMetrics.lineSpacing());
        painter->drawText(row, Qt::AlignHCenter | Qt::AlignVCenter,
            QFontMetrics(font).elidedText(text, Qt::ElideRight, row.width()));
        top += row.height();
    };
    const auto judged = [&](int said, int wrong, const QString& sign) {
        const bool isWrong = index.data(wrong).toBool();
        line(sign + (isWrong ? QStringLiteral(" ✗ ") : QStringLiteral(" ✓ ")) + index.data(said).toString(),
            false, isWrong);
    };
    line(index.data(PictureListModel::RightRole).toString(), true, false);
    judged(PictureListModel::SaidRole, PictureListModel::IsWrongRole, tr("run"));
    if (!index.data(PictureListModel::ReferenceRole).toString().isEmpty())
        judged(PictureListModel::ReferenceRole, PictureListModel::IsReferenceWrongRole, tr("f64"));
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        QApplication::style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter);
    }
    painter->restore();
}

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
    columnOf(this, {m_onlyDisagreements, {m_view, 1}}, {.spacing = 4});
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
