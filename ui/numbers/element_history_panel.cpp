// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/element_history_panel.h"

#include "app/judge/runs/element_story.h"
#include "engine/train/birthplace.h"
#include "engine/train/element_history.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/table_models.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/look/table_look.h"
#include "ui/tree/models/layer_tensor.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include <array>
#include <cmath>

namespace ulpscope::ui {

namespace {

QString orNothing(const std::optional<double>& value)
{
    return value ? shortNumber(*value, 8) : QString();
}

bool isBad(RoundingEffect effect)
{
    return effect == RoundingEffect::Lost || effect == RoundingEffect::Underflow
        || effect == RoundingEffect::Overflow;
}

MetricTable historyMetrics(const ElementHistory& history)
{
    const std::array<QString, 4> passes{tr("forward"), tr("loss"), tr("backward"), tr("update")};
    MetricTable table;
    table.columns = {{tr("Where"), tr("Pass of the step, and the layer"), false},
        {tr("Operation"), tr("In the order in which the step does them"), false},
        {tr("From"), tr("What goes in; of a sum, its largest terms"), false},
        {tr("Before rounding"),
            tr("The operation's exact result; empty where it is several operations at once")},
        {tr("After"), tr("As it is in the tensor; click to see its bits")},
        {tr("dtype"), tr("The format that it is rounded to"), false},
        {tr("Rounding"), tr("What the rounding did"), false},
        {tr("float64"),
            tr("The same number in the float64 lane, with the same loss scale; empty where that lane "
               "has no such number")}};
    for (const HistoryRow& row : history.rows) {
        const QString layer = row.layer.empty() ? QString() : QStringLiteral(", ") + layerText(row.layer);
        MetricTableRow& shown = table.rows.emplace_back();
        shown.cells = {passes.at(std::size_t(row.pass)) + layer, engineText(row.operation),
            engineText(operandsMessage(row)), row.isUse ? QString() : orNothing(row.detail.exact),
            shortNumber(row.detail.result, 8), toQt(row.detail.format->name), engineText(effectMessage(row)),
            orNothing(row.reference)};
        shown.isWorst = isBad(effectOf(row));
        shown.tip = shown.cells.value(2);
        if (row.detail.accumulated)
            shown.tip += QLatin1Char('\n')
                + tr("The accumulator has %1 before it is stored.")
                      .arg(shortNumber(*row.detail.accumulated, 8));
        if (row.isAfterGap)
            shown.tip += QLatin1Char('\n')
                + tr("Something that is not told here changed the number since the row before.");
    }
    return table;
}

/// "dense_2 / kernel [2, 3] at step 100: the weight stays ..."
QString historySentence(const ElementHistory& history)
{
    return tr("%1 %2 at step %3 is %4. %5")
        .arg(tensorText(history.question.tensor), toQt(history.index), countText(history.step),
            shortNumber(history.value, 8), engineText(findingMessage(history)));
}

constexpr int kOperandsColumn = 2;

} // namespace

ElementHistoryPanel::ElementHistoryPanel(
    NumberLab& lab, SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_lab(lab)
    , m_runner(runner)
    , m_shown(shown)
    , m_model(new MetricTableModel(this))
    , m_sentence(proseLabel(this))
    , m_table(new QTableView(this))
{
    registerPlace(this, {.name = "elementHistory", .terms = "tensor", .guide = "window#number-lab"});
    m_sentence->setObjectName(QStringLiteral("historySentence"));
    describe(
        m_table, {.name = "historyTable", .terms = "tensor"}, tr("Operations of the step on this number"));
    m_table->setModel(m_model);
    lookAsTable(*m_table, RowHeight::Metrics);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    columnOf(this, {m_sentence, {m_table, 1}}, {.margins = {0, 4, 0, 0}, .spacing = 4});
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
    onEvent(this, {QEvent::Show}, [this] { ask(); });
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
