// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/accumulator_view.h"

#include "engine/dtype/formats.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/look/table_look.h"
#include "ui/look/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSplitter>
#include <QTableView>

namespace ulpscope::ui {

namespace {

constexpr int kDelayMs = 150;
constexpr std::uint64_t kSeed = 1;

struct Offered
{
    const char* name;
    bool isChecked;
};
// Names without a format round to the inputs' format.
constexpr Offered kOffered[] = {{"sequential", true}, {"pairwise", true}, {"kahan", true},
    {"stochastic:8", true}, {"chunked:64", true}, {"float32", true}, {"fma-sequential", false},
    {"exact", false}, {"float64", false}, {"sequential:float32", false}, {"sequential:bfloat16", false},
    {"sequential:toward-zero", false}, {"chunked:64:dlfloat16", false}, {"hopper-fp16", false},
    {"hopper-fp8", false}, {"hopper-fp8:promote:128", false}, {"int32", false}};

} // namespace

AccumulatorView::AccumulatorView(
    std::shared_ptr<const Kernels> kernels, SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_runner(runner)
    , m_shown(shown)
    , m_bench(new AccumulationBench(std::move(kernels), this))
    , m_results(new BenchTableModel(this))
    , m_plot(new AccumulationPlot(this))
    , m_bar(new BenchBar(this))
    , m_list(new QListWidget(this))
    , m_name(new QLineEdit(this))
    , m_table(new QTableView(this))
    , m_message(new QLabel(this))
{
    registerPlace(this,
        {.name = "accumulators",
            .terms = "accumulators_tab",
            .guide = "window#accumulators",
            .lessons = {{"tab.accumulators"}},
            .tab = {.title = tr("Accumulators"),
                .tip = tr("How sums grow, and stop growing, in different accumulators")}});
    auto* halves = new QSplitter(Qt::Horizontal, this);
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_plot);
    halves->addWidget(makeSide());
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 0);
    columnOf(this, {m_bar, m_message, {halves, 1}}, {.margins = QMargins(0, 6, 0, 0), .spacing = 6});

    m_later.setSingleShot(true);
    m_later.setInterval(kDelayMs);
    listTensors();
    fillAccumulators();
    connect(&m_later, &QTimer::timeout, this, &AccumulatorView::ask);
    // This is not done on a palette change of this view, because that comes before the plot's.
    connect(m_plot, &AccumulationPlot::recolored, this, &AccumulatorView::showSwatches);
    connect(m_bench, &AccumulationBench::answerReady, this, &AccumulatorView::showAnswer);
    connect(m_bench, &AccumulationBench::failed, this, [this](const QString& text) { say(text, true); });
    connect(m_bar, &BenchBar::questionChanged, this, &AccumulatorView::askSoon);
    connect(m_bar, &BenchBar::pictureChanged, this, [this] {
        m_plot->setQuantity(
            m_bar->showsSums() ? AccumulationPlot::Quantity::Sum : AccumulationPlot::Quantity::RelativeError);
        m_plot->setLogarithmic(m_bar->isLogarithmic());
        report();
    });
    connect(&shown, &ShownRun::replaced, this, &AccumulatorView::listTensors);
    connect(&runner, &SessionRunner::tensorReady, this, &AccumulatorView::takeTensor);
    connect(&runner, &SessionRunner::stateChanged, this, [this](SessionRunner::State state) {
        if (state == SessionRunner::State::Empty && m_isOutdated && isVisible())
            askSoon(); // the run that was to come does not
    });
    onEvent(this, {QEvent::PaletteChange}, [this] {
        if (m_results->answer())
            report();
    });
    onEvent(this, {QEvent::Show}, [this] {
        if (!m_results->answer() || m_isOutdated)
            askSoon(); // never empty
    });
}

QWidget* AccumulatorView::makeSide()
{
    auto* side = new QWidget(this);
    auto* caption = new QLabel(tr("Accumulators"), side);
    caption->setBuddy(m_list);
    describe(m_list,
        {.name = "benchAccumulators", .terms = "accumulator", .lessons = {{"bench.accumulator"}}},
        tr("Accumulators"),
        tr("Ticked ones are computed; Space ticks. A name without a format adds in the inputs' format."));
    m_list->setMinimumHeight(90);
    registerPlace(m_name, {.name = "benchName", .terms = "accumulator"});
    m_name->setPlaceholderText(tr("another: chunked:128:bfloat16, then Enter"));
    m_name->setAccessibleName(tr("Another accumulator"));
    FieldGuard::keepFocusIn(*m_name);
    QStringList patterns{tr("An accumulator by name, then Enter:")};
    for (const AccumulatorRow& row : accumulatorRows())
        patterns += toQt(row.pattern) + QStringLiteral(" – ") + engineText(row.summary);
    m_name->setToolTip(patterns.join(QLatin1Char('\n')));
    describe(m_table,
        {.name = "benchTable",
            .columns = {"accumulator", "accumulator", "relative_error", "stall", "stall"},
            .lessons = {{"bench.table"}}},
        tr("Results"));
    m_table->setModel(m_results);
    lookAsTable(*m_table, RowHeight::Metrics);
    m_table->setIconSize(QSize(28, 14));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_message->setObjectName(QStringLiteral("benchMessage"));
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    columnOf(side, {{m_table, 3}, caption, {m_list, 2}, m_name}, {.spacing = 4});
    side->setMinimumWidth(450);

    connect(m_list, &QListWidget::itemChanged, this, &AccumulatorView::askSoon);
    connect(m_name, &QLineEdit::returnPressed, this, &AccumulatorView::addTypedAccumulator);
    return side;
}

void AccumulatorView::beginAfresh()
{
    m_list->clear();
    fillAccumulators();
    m_name->clear();
    m_bar->beginAfresh();
}

void AccumulatorView::fillAccumulators()
{
    for (const Offered& offered : kOffered)
        addAccumulator(QString::fromLatin1(offered.name), offered.isChecked);
}

void AccumulatorView::listTensors()
{
    const bool isOfRun = m_bar->tensor() != nullptr;
    m_bar->setTensors(m_shown.run() ? m_shown.run()->tensors() : std::vector<TensorName>());
    m_isOutdated = m_isOutdated || isOfRun;
    if (m_isOutdated && isVisible())
        askSoon();
}

bool AccumulatorView::addAccumulator(const QString& name, bool isChecked)
{
    const Result<Accumulator> accumulator = accumulatorByName(name.trimmed().toStdString());
    if (!accumulator) {
        say(engineText(accumulator.error()), true);
        return false;
    }
    auto* item = new QListWidgetItem(toQt(accumulator->name));
    for (const AccumulatorRow& row : accumulatorRows())
        if (name.startsWith(toQt(row.pattern).section(QLatin1Char('['), 0, 0)))
            item->setToolTip(engineText(row.summary));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(isChecked ? Qt::Checked : Qt::Unchecked);
    m_list->addItem(item);
    return true;
}

void AccumulatorView::addTypedAccumulator()
{
    const Result<Accumulator> typed = accumulatorByName(m_name->text().trimmed().toStdString());
    const QList<QListWidgetItem*> there
        = typed ? m_list->findItems(toQt(typed->name), Qt::MatchExactly) : QList<QListWidgetItem*>();
    if (!there.isEmpty()) {
        there.front()->setCheckState(Qt::Unchecked); // ticked again, it is the one that was ticked last
        there.front()->setCheckState(Qt::Checked);
    } else if (!addAccumulator(m_name->text(), true)) {
        return;
    }
    m_name->clear();
    if (there.isEmpty())
        m_list->scrollToBottom();
    else
        m_list->scrollToItem(there.front());
    askSoon();
}

void AccumulatorView::askSoon()
{
    m_later.start();
}

void AccumulatorView::ask()
{
    m_isOutdated = false;
    if (const TensorName* tensor = m_bar->tensor()) {
        if (!m_runner.hasTensorsOf(m_shown.run().get())) {
            m_isOutdated = m_runner.isTraining();
            return say(
                noTensorsText(m_shown.run().get(), m_isOutdated, tr("its tensors can be added up")), true);
        }
        m_runner.askForTensor(m_shown.run().get(), *tensor, m_shown.pinnedStep()); // takeTensor() goes on
        return;
    }
    compute(termsOf(m_bar->series(), m_bar->count(), kSeed));
}

void AccumulatorView::takeTensor(const std::shared_ptr<const TensorSnapshot>& snapshot)
{
    const TensorName* wanted = m_bar->tensor();
    if (!wanted || !isVisible() || !(snapshot->name == *wanted))
        return;
    std::vector<double> terms = snapshot->values;
    terms.resize(std::min(terms.size(), m_bar->count()));
    if (terms.empty())
        return say(noValuesText(*m_shown.run(), snapshot->name.role, snapshot->step), true);
    compute(std::move(terms));
}

void AccumulatorView::compute(std::vector<double> terms)
{
    const Result<const Format*> format = formatByName(m_bar->inputsName().toStdString());
    if (!format)
        return say(engineText(format.error()), true);
    BenchQuestion question;
    question.terms = std::move(terms);
    question.inputs = *format;
    question.isDot = m_bar->isDot();
    question.seed = kSeed;
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->checkState() == Qt::Checked)
            if (const auto accumulator = accumulatorByName(m_list->item(row)->text().toStdString()))
                question.accumulators.push_back(*accumulator);
    say(tr("Computing…"), false);
    m_bench->ask(std::move(question));
}

void AccumulatorView::showAnswer(const std::shared_ptr<const BenchAnswer>& answer)
{
    m_results->setAnswer(answer);
    m_plot->setAnswer(answer);
    showSwatches();
    report();
}

void AccumulatorView::report()
{
    const BenchAnswer* answer = m_results->answer();
    if (!answer)
        return;
    QStringList sentences;
    for (const BenchLine& line : answer->lines)
        if (line.refusal.empty() && sentences.isEmpty())
            sentences += tr("Exactly the sum is %1.").arg(shortNumber(line.trace.exactResult, 10));
    if (!sentences.isEmpty() && m_bar->showsSums())
        sentences += tr("The wide grey line is the exact one.");
    sentences += tr("%1, computed in %2 ms.")
                     .arg(countedText(std::int64_t(answer->terms), tr("term"), tr("terms")))
                     .arg(answer->milliseconds, 0, 'f', 0);
    if (const int outside = m_plot->pointsOutside(); outside > 0)
        sentences += (outside == 1
                ? tr("%1 point is zero, negative or not finite and has no place on the axes.")
                : tr("%1 points are zero, negative or not finite and have no place on the axes."))
                         .arg(countText(outside));
    say(sentences.join(QLatin1Char(' ')), false);
}

void AccumulatorView::showSwatches()
{
    std::vector<QIcon> icons;
    for (int line = 0; line < m_results->rowCount(); ++line)
        icons.push_back(m_plot->swatch(line));
    m_results->setIcons(std::move(icons));
}

void AccumulatorView::say(const QString& text, bool isWrong)
{
    QPalette colors = palette();
    colors.setColor(
        QPalette::WindowText, isWrong ? severityColor(Severity::Failure, palette()) : mutedText(palette()));
    m_message->setPalette(colors);
    m_message->setText(isWrong ? tr("✕ %1").arg(text) : text);
    m_message->setToolTip(text);
    m_message->setAccessibleName(text);
}

} // namespace ulpscope::ui
