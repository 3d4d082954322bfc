// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/log_page.h"

#include "app/judge/logs/log_place.h"
#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/message_banner.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/training/stacked_plot.h"

#include <QAbstractListModel>
#include <QCoreApplication>
#include <QFont>
#include <QFontDatabase>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

namespace ulpscope::ui {

// The lines of a log, those that verdicts name set apart. Text is made for the lines that are shown, so a log may be long.
class LogLinesModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    /// Null: no lines.
    void setLog(std::shared_ptr<const JudgedLog> log);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::string_view line(int row) const;

    std::shared_ptr<const JudgedLog> m_log;
    std::vector<std::size_t> m_starts; ///< position of each line in the text
    std::set<std::size_t> m_named; ///< lines that verdicts name, from 1
};

namespace {

constexpr std::size_t kLongestShown = 2000; ///< bytes of a line

} // namespace

void LogLinesModel::setLog(std::shared_ptr<const JudgedLog> log)
{
    beginResetModel();
    m_log = std::move(log);
    m_starts.clear();
    m_named.clear();
    if (m_log) {
        const std::string& text = m_log->read.text;
        for (std::size_t at = 0; at < text.size();) {
            m_starts.push_back(at);
            const std::size_t end = text.find('\n', at);
            at = end == std::string::npos ? text.size() : end + 1;
        }
        for (const LogVerdict& verdict : m_log->judgement.verdicts)
            m_named.insert(verdict.lines.begin(), verdict.lines.end());
    }
    endResetModel();
}

std::string_view LogLinesModel::line(int row) const
{
    const std::string_view text = m_log->read.text;
    const std::size_t start = m_starts[std::size_t(row)];
    std::string_view line = text.substr(start, text.find('\n', start) - start);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line.substr(0, kLongestShown);
}

int LogLinesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_starts.size());
}

QVariant LogLinesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const bool isNamed = m_named.contains(std::size_t(index.row()) + 1);
    switch (role) {
    case Qt::DisplayRole:
        return QStringLiteral("%1  %2").arg(index.row() + 1, 6).arg(toQt(line(index.row())));
    case Qt::ToolTipRole:
        return isNamed ? QVariant(tr("A verdict follows from this line")) : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(isNamed);
        return isNamed ? QVariant(font) : QVariant();
    }
    default:
        return {};
    }
}

namespace {

struct LogTimelineText
{
    Q_DECLARE_TR_FUNCTIONS(LogTimeline)
};

constexpr const char* kLogPath = "log";

/// A plot of the log's. A run has no metrics of these names, so that each takes the place of a metric.
struct LogPlot
{
    QString id;
    QString title;
    QString description;
    std::optional<double> LogEvent::*quantity;
    Metric metric;
    bool isScale = false;

    TensorSource source() const { return {kLogPath, TensorRole::Output, metric}; }
};

std::vector<LogPlot> logPlots()
{
    return {{QStringLiteral("log_loss"), LogTimelineText::tr("Loss"),
                LogTimelineText::tr("The loss of the training that the log says."), &LogEvent::loss,
                Metric::Mean},
        {QStringLiteral("log_validation_loss"), LogTimelineText::tr("Validation loss"),
            LogTimelineText::tr("The loss of the validation that the log says."), &LogEvent::validationLoss,
            Metric::Std},
        {QStringLiteral("log_gradient_norm"), LogTimelineText::tr("Gradient norm"),
            LogTimelineText::tr("The norm of all gradients that the log says."), &LogEvent::gradientNorm,
            Metric::Rms},
        {QStringLiteral("log_loss_scale"), LogTimelineText::tr("Loss scale"),
            LogTimelineText::tr("The loss scale that the log says, until it says another."),
            &LogEvent::lossScale, Metric::Amax, true}};
}

bool isAlongSteps(const TrainingLog& log)
{
    std::int64_t last = 0;
    for (const LogEvent& event : log.events) {
        if (!event.step || *event.step < last)
            return false;
        last = *event.step;
    }
    return !log.events.empty();
}

QString plainNumber(double value)
{
    return numberText(value, 4);
}

PlotRow rowOf(const LogPlot& plot)
{
    PlotRow row;
    row.id = plot.id;
    row.title = plot.title;
    row.description = plot.description;
    row.reading = plot.isScale ? scaleText : plainNumber;
    row.series = {{.label = LogTimelineText::tr("the log"),
        .description = plot.description,
        .isStepped = plot.isScale,
        .tensor = plot.source()}};
    if (plot.isScale)
        row.axis = AxisKind::Log2;
    return row;
}

/// Later values at the same place take the place of earlier ones, unless these are not finite.
void append(RecordedMetric& metric, std::int64_t place, double value)
{
    if (!metric.steps.empty() && metric.steps.back() == double(place)) {
        if (std::isfinite(metric.values.back()))
            metric.values.back() = value;
        return;
    }
    metric.steps.push_back(double(place));
    metric.values.push_back(value);
}

} // namespace

std::size_t LogTimeline::lineAt(std::int64_t place) const
{
    const auto after = std::upper_bound(lines.begin(), lines.end(), place,
        [](std::int64_t wanted, const auto& line) { return wanted < line.first; });
    return after == lines.begin() ? 0 : std::prev(after)->second;
}

std::optional<std::int64_t> LogTimeline::placeOf(std::size_t line) const
{
    const auto found
        = std::find_if(lines.begin(), lines.end(), [line](const auto& each) { return each.second >= line; });
    return found == lines.end() ? std::nullopt : std::optional(found->first);
}

LogTimeline timelineOf(const TrainingLog& log)
{
    LogTimeline timeline;
    timeline.isAlongSteps = isAlongSteps(log);
    RecordedRun run;
    run.paths = {kLogPath};
    for (const LogEvent& event : log.events) {
        const std::int64_t place = timeline.isAlongSteps ? *event.step : std::int64_t(event.line);
        timeline.lines.emplace_back(place, event.line);
        if (event.skipped > 0)
            timeline.marks.push_back({place, MarkKind::Event,
                event.skipped == 1
                    ? LogTimelineText::tr("line %1 says that a step was skipped").arg(event.line)
                    : LogTimelineText::tr("line %1 says that %2 steps were skipped")
                          .arg(event.line)
                          .arg(countText(event.skipped))});
        if (run.records.empty() || run.records.back().step < place) // a cursor reads the records
            run.records.emplace_back().step = place;
    }
    sortMarks(timeline.marks);
    for (const LogPlot& plot : logPlots()) {
        RecordedMetric metric{PathId(0), plot.source().role, plot.metric};
        for (std::size_t i = 0; i < log.events.size(); ++i)
            if (const std::optional<double>& value = log.events[i].*plot.quantity)
                append(metric, timeline.lines[i].first, *value);
        if (metric.steps.empty())
            continue;
        timeline.rows.push_back(rowOf(plot));
        run.metrics.push_back(std::move(metric));
    }
    if (timeline.rows.empty())
        return timeline;
    run.totals.steps = run.records.back().step + 1;
    SessionSpec session; // the session's steps are the length of the axis
    session.training.steps = run.totals.steps;
    run.session = std::make_shared<const SessionSpec>(std::move(session));
    timeline.run = std::make_shared<const RunHistory>(std::move(run));
    return timeline;
}

namespace {

constexpr int kBesideCharacters = 120; // that verdicts and plots need beside each other

/// The stack in whose words the log is written.
QString sourceText(const std::string& stack)
{
    if (stack == kUnknownStack)
        return LogPage::tr("In the words of no stack that is known here");
    if (stack == kOwnStack)
        return LogPage::tr("In words of its own");
    if (stack == kTableStack)
        return LogPage::tr("Read as a table");
    if (stack == kJsonStack)
        return LogPage::tr("Read as JSON");
    return LogPage::tr("In the words of %1").arg(toQt(stack));
}

/// The most frequent of them.
QString unreadNames(const std::vector<UnreadNumber>& unread)
{
    constexpr std::size_t kMaxListed = 8;
    QStringList names;
    for (std::size_t i = 0; i < std::min(unread.size(), kMaxListed); ++i)
        names += toQt(unread[i].name);
    return names.join(QStringLiteral(", "))
        + (unread.size() > kMaxListed ? QStringLiteral(", …") : QString());
}

} // namespace

LogPage::LogPage(QWidget* parent)
    : QWidget(parent)
    , m_lines(new LogLinesModel(this))
    , m_verdicts(new QWidget(this))
    , m_verdictList(new QVBoxLayout(m_verdicts))
    , m_tryInScene(new QPushButton(tr("&Try it in a scene"), this))
    , m_tryHere(new QPushButton(tr("Use it &here"), this))
    , m_counts(new QLabel(this))
    , m_plot(new StackedPlot(QStringLiteral("logPlot"), tr("Loss and loss scale of the log"), m_step, this))
    , m_view(new QListView(this))
{
    registerPlace(this, {.name = "logPage", .terms = "loss_scale dynamic_loss_scale", .guide = "files#log"});
    place();
    connect(m_tryInScene, &QPushButton::clicked, this,
        [this] { emit ruleWanted(toQt(m_log->judgement.lossScaleArgument), true); });
    connect(m_tryHere, &QPushButton::clicked, this,
        [this] { emit ruleWanted(toQt(m_log->judgement.lossScaleArgument), false); });
    connect(&m_step, &ShownStep::changed, this, &LogPage::goToPlace);
    connect(m_view, &QListView::activated, this, [this](const QModelIndex& index) {
        if (const auto place = m_timeline.placeOf(std::size_t(index.row()) + 1))
            m_step.pin(place);
    });
    setLog(nullptr);
}

void LogPage::place()
{
    m_tryInScene->setObjectName(QStringLiteral("logTryInScene"));
    m_tryInScene->setToolTip(tr(
        "Opens the scene about loss scales with the log's rule and first scale; Undo brings back what was open"));
    m_tryHere->setObjectName(QStringLiteral("logTryHere"));
    m_tryHere->setToolTip(
        tr("Gives the session that is open the log's rule and first scale; Undo takes it back"));
    for (QPushButton* button : {m_tryInScene, m_tryHere})
        button->setAutoDefault(false);
    m_counts->setObjectName(QStringLiteral("logCounts"));
    m_counts->setWordWrap(true);
    describe(m_view, QStringLiteral("logLines"), tr("Lines of the log"),
        tr("Return or a double click goes to the line's place in the plots; verdicts follow from the bold ones"));
    m_view->setModel(m_lines);
    m_view->setUniformItemSizes(true);
    m_view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_plot->setMinimumHeight(180);
    m_verdictList->setContentsMargins(0, 0, 0, 0);
    m_verdictList->setSpacing(6);
    auto* bar = new FlowLayout;
    bar->addWidget(m_tryInScene);
    bar->addWidget(m_tryHere);
    auto* said = new QWidget(this);
    columnOf(said, {m_verdicts, bar, m_counts, Stretch{1}}, {.margins = QMargins(0, 0, 4, 0), .spacing = 6});
    auto* area = new QScrollArea(this);
    area->setWidget(said);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumSize(fontMetrics().averageCharWidth() * 36, fontMetrics().height() * 8);
    auto* shown = new QSplitter(Qt::Vertical, this);
    shown->setObjectName(QStringLiteral("logShown"));
    shown->setChildrenCollapsible(false);
    shown->addWidget(m_plot);
    shown->addWidget(m_view);
    shown->setStretchFactor(0, 3);
    shown->setStretchFactor(1, 2);
    auto* halves = new TurningSplitter(QStringLiteral("logHalves"), kBesideCharacters, this);
    halves->addWidget(area);
    halves->addWidget(shown);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 2);
    columnOf(this, {{halves, 1}});
}

void LogPage::setLog(std::shared_ptr<const JudgedLog> log)
{
    m_log = std::move(log);
    m_step.pin(std::nullopt);
    m_timeline = m_log ? timelineOf(m_log->read.log) : LogTimeline();
    m_lines->setLog(m_log);
    showVerdicts();
    showPlots();
    const bool hasRule = m_log && !m_log->judgement.lossScaleArgument.empty();
    m_tryInScene->setEnabled(hasRule);
    m_tryHere->setEnabled(hasRule);
    m_counts->clear();
    if (!m_log)
        return;
    const TrainingLog& read = m_log->read.log;
    const auto countOf = [&](std::optional<double> LogEvent::*quantity) {
        return std::int64_t(std::count_if(read.events.begin(), read.events.end(),
            [&](const LogEvent& event) { return (event.*quantity).has_value(); }));
    };
    QString counts
        = tr("%1: %2, %3, %4, %5, %6.")
              .arg(sourceText(read.stack), countedText(std::int64_t(read.lines), tr("line"), tr("lines")),
                  countedText(countOf(&LogEvent::loss), tr("loss"), tr("losses")),
                  countedText(
                      std::int64_t(m_log->judgement.scale.size()), tr("loss scale"), tr("loss scales")),
                  countedText(countOf(&LogEvent::gradientNorm), tr("gradient norm"), tr("gradient norms")),
                  countedText(m_log->judgement.skippedSteps, tr("skipped step"), tr("skipped steps")));
    if (!read.unread.empty())
        counts += QLatin1Char(' ')
            + tr("Numbers of other names: %1. Names… says what they are.").arg(unreadNames(read.unread));
    m_counts->setText(counts);
}

void LogPage::showVerdicts()
{
    qDeleteAll(m_verdicts->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    if (!m_log)
        return;
    int number = 0;
    for (const LogVerdict& verdict : m_log->judgement.verdicts) {
        auto* frame = new TintedFrame(m_verdicts);
        frame->setSeverity(verdict.severity);
        frame->setObjectName(QStringLiteral("logVerdict%1").arg(number++));
        auto* sentence = proseLabel(frame, engineText(verdict.sentence));
        QFont bold = sentence->font();
        bold.setBold(true);
        sentence->setFont(bold);
        auto* lines = new FlowLayout;
        for (const LogPlace& place : verdict.places) {
            auto* link = new LinkButton(frame);
            link->setText(engineText(placeText(place)));
            link->setToolTip(tr("Shows this place of the log, and where it is in the plots"));
            connect(link, &QPushButton::clicked, this, [this, place] { goTo(place); });
            lines->addWidget(link);
        }
        columnOf(
            frame, {sentence, proseLabel(frame, engineText(verdict.why)), lines}, {.hasStyleMargins = true});
        m_verdictList->addWidget(frame);
    }
}

void LogPage::showPlots()
{
    const bool isPlotted = m_timeline.run != nullptr;
    m_plot->setVisible(isPlotted);
    if (!isPlotted)
        return;
    m_plot->setAlongLabel(m_timeline.isAlongSteps ? tr("step of the log") : tr("line of the log"));
    m_plot->setMarks(m_timeline.marks);
    m_plot->setPlots(m_timeline.rows, {{.run = m_timeline.run}});
    m_plot->fit();
}

void LogPage::goTo(const LogPlace& place)
{
    const QModelIndex index = m_lines->index(int(place.line) - 1, 0);
    m_step.pin(m_timeline.isAlongSteps && place.step ? place.step : m_timeline.placeOf(place.line));
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

/// Scrolls to the log's line with the value under the pinned cursor.
void LogPage::goToPlace()
{
    const std::optional<std::int64_t> place = m_step.pinned();
    const std::size_t line = place ? m_timeline.lineAt(*place) : 0;
    if (line == 0)
        return;
    const QModelIndex index = m_lines->index(int(line) - 1, 0);
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index);
}

void LogPage::focusLines()
{
    m_view->setFocus();
}

} // namespace ulpscope::ui

#include "log_page.moc"
