// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/element_history_panel.h"

#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/metric_table_model.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/table_look.h"
#include "ui/numbers/models/history_table.h"
#include "ui/tree/models/layer_tensor.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kOperandsColumn = 2;

} // namespace

ElementHistoryPanel::ElementHistoryPanel(
    NumberLab& lab, SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_lab(lab)
    , m_runner(runner)
    , m_shown(shown)
    , m_model(new MetricTableModel(this))
    , m_sentence(new QLabel(this))
    , m_table(new QTableView(this))
{
    registerPlace(this, {.name = "elementHistory", .terms = "tensor", .guide = "window#number-lab"});
    m_sentence->setObjectName(QStringLiteral("historySentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    describe(
        m_table, {.name = "historyTable", .terms = "tensor"}, tr("Operations of the step on this number"));
    m_table->setModel(m_model);
    lookAsTable(*m_table, RowHeight::Metrics);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_sentence);
    layout->addWidget(m_table, 1);
    const auto open = [this](const QModelIndex& index) { openRow(index.row()); };
    connect(m_table, &QTableView::clicked, this, open);
    connect(m_table, &QTableView::activated, this, [this, open](const QModelIndex& index) {
        open(index);
        emit bitsShown();
    });
    connect(&shown, &ShownRun::replaced, this, &ElementHistoryPanel::ask);
    connect(&shown, &ShownRun::stepChanged, this, &ElementHistoryPanel::ask);
    connect(&runner, &SessionRunner::stateChanged, this, &ElementHistoryPanel::ask);
    connect(&runner, &SessionRunner::elementHistoryReady, this, &ElementHistoryPanel::take);
    take({}, nullptr);
}

void ElementHistoryPanel::follow(const ElementQuestion& question)
{
    m_question = question;
    ask();
}

void ElementHistoryPanel::focusTable()
{
    m_table->setFocus();
}

void ElementHistoryPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    ask();
}

void ElementHistoryPanel::ask()
{
    if (!m_question || !m_runner.hasTensorsOf(m_shown.run().get()))
        return take(m_question.value_or(ElementQuestion()), nullptr);
    if (isVisible() && !m_runner.isTraining())
        m_runner.askForHistory(m_shown.run().get(), *m_question, m_shown.pinnedStep());
}

void ElementHistoryPanel::take(
    const ElementQuestion& question, const std::shared_ptr<const ElementHistory>& history)
{
    if (m_question && !(question == *m_question))
        return; // the answer to another question
    m_history = history;
    m_model->setTable(history ? historyMetrics(*history) : MetricTable());
    const RunHistory* run = m_shown.run().get();
    QString text = history ? historySentence(*history)
        : !m_question
        ? tr(
            "Choose an element on the page Live tensors and press Ctrl+Return: it is followed through the step.")
        : !m_runner.hasTensorsOf(run)
        ? noTensorsText(run, m_runner.isTraining(), tr("follow the number again"))
        : tr("%1 has no such element at this step.").arg(tensorText(m_question->tensor));
    if (history && m_shown.pinnedStep().value_or(history->step) != history->step)
        text += QLatin1Char(' ')
            + tr("Step %1 is too far back to be done again; Back to step (B) goes there.")
                  .arg(countText(*m_shown.pinnedStep()));
    m_sentence->setText(text);
    m_table->setVisible(history != nullptr);
    m_table->resizeColumnsToContents();
    if (history)
        m_table->horizontalHeader()->setSectionResizeMode(kOperandsColumn, QHeaderView::Stretch);
}

void ElementHistoryPanel::openRow(int row)
{
    if (!m_history || row < 0 || row >= int(m_history->rows.size()))
        return;
    const HistoryRow& shown = m_history->rows[std::size_t(row)];
    NumberOrigin origin{
        tr("%1 %2, %3 at step %4")
            .arg(tensorText(m_history->question.tensor), toQt(m_history->index),
                m_model->table().rows[std::size_t(row)].cells.value(1), countText(m_history->step)),
        shown.reference};
    m_lab.addFormat(*shown.detail.format);
    // Before it was rounded: the format's own row shows what that did.
    const bool isKnown = shown.detail.exact && std::isfinite(*shown.detail.exact);
    m_lab.setValue(isKnown ? *shown.detail.exact : shown.detail.result, origin);
}

} // namespace ulpscope::ui
