// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/tensor_file_page.h"

#include "ui/files/models/tensor_list_model.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/table_look.h"
#include "ui/look/turning_splitter.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kListBesideCharacters = 120; // that list and details need beside each other

} // namespace

TensorFilePage::TensorFilePage(QWidget* parent)
    : QWidget(parent)
    , m_numbers(new FileNumbers(this))
    , m_model(new TensorListModel(*m_numbers, this))
    , m_words(new QLineEdit(this))
    , m_list(new QTableView(this))
    , m_found(new QLabel(this))
    , m_measure(new QPushButton(this))
    , m_progress(new QProgressBar(this))
    , m_details(new TensorDetails(QStringLiteral("file"), *m_numbers, this))
{
    setObjectName(QStringLiteral("tensorFilePage"));
    place();
    connect(m_words, &QLineEdit::textChanged, this, &TensorFilePage::search);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &TensorFilePage::chooseCurrent);
    connect(m_numbers, &FileNumbers::knownChanged, this, &TensorFilePage::showMeasured);
    connect(m_measure, &QPushButton::clicked, this, [this] {
        if (m_numbers->isMeasuring())
            m_numbers->stopMeasuring();
        else
            m_numbers->measureAll();
    });
    showMeasured();
}

void TensorFilePage::place()
{
    describe(m_words, QStringLiteral("fileSearch"), tr("Search"),
        tr("Tensors in whose names these letters are, in this order; ↓ goes to the list"));
    m_words->setPlaceholderText(tr("Search the tensors"));
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    describe(m_list, QStringLiteral("fileTensors"), tr("Tensors of the file"));
    m_list->setModel(m_model);
    lookAsTable(*m_list, RowHeight::Figures);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_list->setMinimumWidth(1);
    m_found->setObjectName(QStringLiteral("fileFound"));
    m_measure->setObjectName(QStringLiteral("fileMeasure"));
    m_measure->setToolTip(
        tr("Reads every tensor once for its least and largest magnitude and for what is not finite"));
    m_measure->setAutoDefault(false);
    describe(m_progress, QStringLiteral("fileMeasured"), tr("Tensors that were read"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    auto* left = new QWidget(this);
    auto* bar = new FlowLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_found, m_measure, m_progress})
        bar->addWidget(widget);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_words);
    column->addWidget(m_list, 1);
    column->addLayout(bar);
    auto* halves = new TurningSplitter(QStringLiteral("fileHalves"), kListBesideCharacters, this);
    halves->addWidget(left);
    halves->addWidget(m_details);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(halves, 1);
}

void TensorFilePage::setFile(const std::shared_ptr<TensorFile>& file)
{
    m_file = file;
    m_chosen.reset();
    m_words->clear();
    m_model->setFile(nullptr); // which reads of the numbers
    m_numbers->setFile(file);
    m_model->setFile(file);
    m_details->setFile(file);
    m_list->resizeColumnsToContents();
    const int widest = fontMetrics().averageCharWidth() * 40;
    m_list->setColumnWidth(
        TensorListModel::NameColumn, std::min(widest, m_list->columnWidth(TensorListModel::NameColumn)));
    for (const int column : {TensorListModel::LeastColumn, TensorListModel::LargestColumn})
        m_list->setColumnWidth(column, fontMetrics().averageCharWidth() * 13); // their numbers come later
    showMeasured();
    if (m_model->rowCount() > 0)
        m_list->setCurrentIndex(m_model->index(0, 0));
}

void TensorFilePage::focusSearch()
{
    m_words->setFocus();
    m_words->selectAll();
}

bool TensorFilePage::isIdle() const
{
    return !m_numbers->isBusy() && m_details->isIdle();
}

/// The chosen tensor stays chosen, whether or not it is among those that are found.
void TensorFilePage::search(const QString& words)
{
    m_model->search(words);
    showMeasured();
    const int row = m_chosen ? m_model->rowOf(*m_chosen) : -1;
    if (row >= 0)
        m_list->setCurrentIndex(m_model->index(row, 0));
}

void TensorFilePage::chooseCurrent()
{
    const int row = m_list->currentIndex().row();
    if (row < 0 || m_chosen == m_model->tensorAt(row))
        return;
    m_chosen = m_model->tensorAt(row);
    m_details->choose(m_chosen);
}

void TensorFilePage::showMeasured()
{
    const int all = m_file ? int(m_file->tensors().size()) : 0;
    const int shown = m_model->rowCount();
    m_found->setText(shown == all ? countedText(all, tr("tensor"), tr("tensors"))
                                  : forCount(all, tr("%1 of %2 tensor"), tr("%1 of %2 tensors"))
                                        .arg(countText(shown), countText(all)));
    const bool isMeasuring = m_numbers->isMeasuring();
    m_measure->setText(isMeasuring ? tr("Stop &reading") : tr("&Read all numbers"));
    m_measure->setVisible(isMeasuring || int(m_numbers->measured()) < all);
    m_progress->setVisible(isMeasuring);
    m_progress->setRange(0, std::max(all, 1));
    m_progress->setValue(int(m_numbers->measured()));
}

bool TensorFilePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Down || key == Qt::Key_Return) && m_model->rowCount() > 0) {
            m_list->setFocus();
            if (!m_list->currentIndex().isValid())
                m_list->setCurrentIndex(m_model->index(0, 0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ulpscope::ui
