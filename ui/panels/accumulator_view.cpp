// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/accumulator_view.h"

#include "engine/data/number_series.h"
#include "engine/dtype/formats.h"
#include "ui/models/display_text.h"
#include "ui/models/tensor_table_model.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace ulpscope::ui {

namespace {

constexpr int kDelayMs = 150;
constexpr int kMostTerms = 1'000'000;
constexpr int kFirstTerms = 8192;
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

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

} // namespace

AccumulatorView::AccumulatorView(
    std::shared_ptr<const Kernels> kernels, SessionRunner& runner, QWidget* parent)
    : QWidget(parent)
    , m_runner(runner)
    , m_bench(new AccumulationBench(std::move(kernels), this))
    , m_results(new BenchTableModel(this))
    , m_plot(new AccumulationPlot(this))
    , m_data(new QComboBox(this))
    , m_operation(new QComboBox(this))
    , m_count(new QSpinBox(this))
    , m_inputs(new QComboBox(this))
    , m_quantity(new QComboBox(this))
    , m_log(new QCheckBox(tr("lo&garithmic"), this))
    , m_list(new QListWidget(this))
    , m_name(new QLineEdit(this))
    , m_table(new QTableView(this))
    , m_message(new QLabel(this))
{
    setObjectName(QStringLiteral("accumulators"));
    auto* halves = new QSplitter(Qt::Horizontal, this);
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_plot);
    halves->addWidget(makeSide());
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(makeControls());
    layout->addWidget(m_message);
    layout->addWidget(halves, 1);

    m_later.setSingleShot(true);
    m_later.setInterval(kDelayMs);
    fillData();
    fillAccumulators();
    connect(&m_later, &QTimer::timeout, this, &AccumulatorView::ask);
    connect(m_bench, &AccumulationBench::answerReady, this, &AccumulatorView::showAnswer);
    connect(&runner, &SessionRunner::historyReplaced, this, &AccumulatorView::fillData);
    connect(&runner, &SessionRunner::tensorReady, this, &AccumulatorView::takeTensor);
}

QWidget* AccumulatorView::makeControls()
{
    auto* bar = new QWidget(this);
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    const auto add = [&](const QString& caption, QWidget* widget, const QString& id, const QString& tip) {
        auto* label = new QLabel(caption, bar);
        label->setBuddy(widget);
        line->addWidget(label);
        line->addWidget(widget);
        widget->setObjectName(id);
        widget->setToolTip(tip);
        widget->setAccessibleName(QString(caption).remove(QLatin1Char('&')));
    };
    m_operation->addItems({tr("Sum of"), tr("Dot product of")});
    m_operation->setObjectName(QStringLiteral("benchOperation"));
    m_operation->setAccessibleName(tr("Operation"));
    m_operation->setToolTip(
        tr("A sum, or the dot product of the numbers with themselves: the sum of their squares"));
    line->addWidget(m_operation);
    m_data->setObjectName(QStringLiteral("benchData"));
    m_data->setAccessibleName(tr("Numbers to add up"));
    m_data->setToolTip(tr("What is added up: made numbers, or a tensor of the run on the screen"));
    m_data->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_data->setMinimumContentsLength(18);
    line->addWidget(m_data);
    m_count->setRange(1, kMostTerms);
    m_count->setValue(kFirstTerms);
    m_count->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_count->setKeyboardTracking(false);
    add(tr("&Terms"), m_count, QStringLiteral("benchCount"),
        tr("How many numbers are added, one to a million"));
    for (const Format& format : formats()) {
        m_inputs->addItem(toText(format.name));
        m_inputs->setItemData(m_inputs->count() - 1, toText(format.source), Qt::ToolTipRole);
    }
    m_inputs->setEditable(true);
    m_inputs->setInsertPolicy(QComboBox::NoInsert);
    m_inputs->setCurrentText(QStringLiteral("float16"));
    m_inputs->lineEdit()->setAccessibleName(tr("Input format"));
    m_inputs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_inputs->setMinimumContentsLength(13);
    add(tr("&in"), m_inputs, QStringLiteral("benchInputs"),
        tr("The format that the numbers are rounded to first. Accumulators that name no format add in it."));
    line->addStretch(1);
    m_quantity->addItems({tr("Sums"), tr("Relative errors")});
    add(tr("Sho&w"), m_quantity, QStringLiteral("benchQuantity"),
        tr("The sums themselves, or how far off they are"));
    m_log->setObjectName(QStringLiteral("benchLog"));
    m_log->setChecked(true);
    m_log->setToolTip(tr("Logarithmic axes; what is not positive has no place on them"));
    line->addWidget(m_log);

    connect(m_operation, &QComboBox::activated, this, &AccumulatorView::askSoon);
    connect(m_data, &QComboBox::activated, this, &AccumulatorView::askSoon);
    connect(m_count, &QSpinBox::valueChanged, this, &AccumulatorView::askSoon);
    connect(m_inputs, &QComboBox::activated, this, &AccumulatorView::askSoon);
    connect(m_inputs->lineEdit(), &QLineEdit::editingFinished, this, &AccumulatorView::askSoon);
    connect(m_quantity, &QComboBox::activated, this, [this](int index) {
        m_plot->setQuantity(AccumulationPlot::Quantity(index));
        describe();
    });
    connect(m_log, &QCheckBox::toggled, this, [this](bool isLog) {
        m_plot->setLogarithmic(isLog);
        describe();
    });
    return bar;
}

QWidget* AccumulatorView::makeSide()
{
    auto* side = new QWidget(this);
    auto* caption = new QLabel(tr("&Accumulators"), side);
    caption->setBuddy(m_list);
    m_list->setObjectName(QStringLiteral("benchAccumulators"));
    m_list->setAccessibleName(tr("Accumulators"));
    m_list->setToolTip(
        tr("Ticked ones are computed; Space ticks. A name without a format adds in the inputs' format."));
    m_list->setMinimumHeight(90);
    m_name->setObjectName(QStringLiteral("benchName"));
    m_name->setPlaceholderText(tr("another: chunked:128:bfloat16, then Enter"));
    m_name->setAccessibleName(tr("Another accumulator"));
    QStringList patterns{tr("An accumulator by name, then Enter:")};
    for (const AccumulatorRow& row : accumulatorRows())
        patterns += toText(row.pattern) + QStringLiteral(" – ") + toText(row.summary);
    m_name->setToolTip(patterns.join(QLatin1Char('\n')));
    m_table->setObjectName(QStringLiteral("benchTable"));
    m_table->setAccessibleName(tr("Results"));
    m_table->setModel(m_results);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setIconSize(QSize(28, 14));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_message->setObjectName(QStringLiteral("benchMessage"));
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_table, 3);
    layout->addWidget(caption);
    layout->addWidget(m_list, 2);
    layout->addWidget(m_name);
    side->setMinimumWidth(450);

    connect(m_list, &QListWidget::itemChanged, this, &AccumulatorView::askSoon);
    connect(m_name, &QLineEdit::returnPressed, this, &AccumulatorView::addTypedAccumulator);
    return side;
}

void AccumulatorView::fillData()
{
    const QString before = m_data->currentText();
    m_data->clear();
    for (const NumberSeries& series : numberSeries()) {
        m_data->addItem(toText(series.name));
        m_data->setItemData(m_data->count() - 1, toText(series.summary), Qt::ToolTipRole);
    }
    for (const TensorName& tensor : m_runner.tensors())
        m_data->addItem(layerText(tensor.layer) + QStringLiteral(" / ") + toQt(tensor.name));
    m_data->setCurrentIndex(std::max(0, m_data->findText(before)));
}

void AccumulatorView::fillAccumulators()
{
    for (const Offered& offered : kOffered)
        addAccumulator(QString::fromLatin1(offered.name), offered.isChecked);
}

bool AccumulatorView::addAccumulator(const QString& name, bool isChecked)
{
    const Result<Accumulator> accumulator = accumulatorByName(name.trimmed().toStdString());
    if (!accumulator) {
        say(toQt(accumulator.error().text()), true);
        return false;
    }
    auto* item = new QListWidgetItem(toQt(accumulator->name));
    for (const AccumulatorRow& row : accumulatorRows())
        if (name.startsWith(toText(row.pattern).section(QLatin1Char('['), 0, 0)))
            item->setToolTip(toText(row.summary));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(isChecked ? Qt::Checked : Qt::Unchecked);
    m_list->addItem(item);
    return true;
}

void AccumulatorView::addTypedAccumulator()
{
    if (!addAccumulator(m_name->text(), true))
        return;
    m_name->clear();
    m_list->scrollToBottom();
    askSoon();
}

void AccumulatorView::askSoon()
{
    m_later.start();
}

const TensorName* AccumulatorView::chosenTensor() const
{
    const int index = m_data->currentIndex() - int(numberSeries().size());
    return index >= 0 && index < int(m_runner.tensors().size())
        ? &m_runner.tensors()[static_cast<std::size_t>(index)]
        : nullptr;
}

void AccumulatorView::ask()
{
    if (const TensorName* tensor = chosenTensor()) {
        m_runner.askForTensor(*tensor); // takeTensor() goes on
        return;
    }
    const NumberSeries& series
        = numberSeries()[static_cast<std::size_t>(std::max(0, m_data->currentIndex()))];
    compute(termsOf(series, static_cast<std::size_t>(m_count->value()), kSeed));
}

void AccumulatorView::takeTensor(const std::shared_ptr<const TensorSnapshot>& snapshot)
{
    const TensorName* wanted = chosenTensor();
    if (!wanted || !isVisible() || !(snapshot->name == *wanted))
        return;
    std::vector<double> terms = snapshot->values;
    terms.resize(std::min(terms.size(), static_cast<std::size_t>(m_count->value())));
    if (terms.empty())
        return say(tr("This tensor has no values yet: train a step"), true);
    compute(std::move(terms));
}

void AccumulatorView::compute(std::vector<double> terms)
{
    const Result<const Format*> format = formatByName(m_inputs->currentText().trimmed().toStdString());
    if (!format)
        return say(toQt(format.error().text()), true);
    BenchQuestion question;
    question.terms = std::move(terms);
    question.inputs = *format;
    question.isDot = m_operation->currentIndex() == 1;
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
    describe();
}

void AccumulatorView::describe()
{
    const BenchAnswer* answer = m_results->answer();
    if (!answer)
        return;
    QStringList sentences;
    for (const BenchLine& line : answer->lines)
        if (line.refusal.empty() && sentences.isEmpty())
            sentences += tr("Exactly the sum is %1.").arg(shortNumber(line.trace.exactResult, 10));
    if (!sentences.isEmpty() && m_quantity->currentIndex() == 0)
        sentences += tr("The wide grey line is the exact one.");
    sentences += tr("%1 terms, computed in %2 ms.")
                     .arg(countText(std::int64_t(answer->terms)))
                     .arg(answer->milliseconds, 0, 'f', 0);
    if (m_plot->pointsOutside() > 0)
        sentences += tr("%1 points are zero, negative or not finite and have no place on the axes.")
                         .arg(countText(m_plot->pointsOutside()));
    say(sentences.join(QLatin1Char(' ')), false);
}

void AccumulatorView::showSwatches()
{
    std::vector<QIcon> icons;
    for (int line = 0; line < m_results->rowCount(); ++line)
        icons.push_back(m_plot->swatch(line));
    m_results->setIcons(std::move(icons));
}

void AccumulatorView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_results->answer())
        askSoon(); // never empty
}

void AccumulatorView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_results->answer())
        showSwatches();
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
