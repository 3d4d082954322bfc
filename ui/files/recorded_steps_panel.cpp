// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/recorded_steps_panel.h"

#include "app/session/run_history.h"
#include "ui/files/task_bar.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/training/models/run_events.h"
#include "ui/training/plot_catalog.h"
#include "ui/training/stacked_plot.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ulpscope::ui {

namespace {

// A recorded tensor as a run of three metrics, so that it is plotted as runs are: its amax at each recorded step, what a recipe's scale maps into
// a format there, and that scale.
struct RecordingTimeline
{
    std::shared_ptr<const RunHistory> run;
    std::vector<PlotRow> rows; ///< the amax, the scale
    std::vector<StepMark> marks; ///< where the amax is beyond what the scale maps, and where it is not finite
};

struct RecordingTimelineText
{
    Q_DECLARE_TR_FUNCTIONS(RecordingTimeline)
};

constexpr const char* kTensorPath = "tensor";
const TensorSource kAmax{kTensorPath, TensorRole::Output, Metric::Amax};
const TensorSource kLimit{kTensorPath, TensorRole::Output, Metric::Float8Limit};
const TensorSource kRecipeScale{kTensorPath, TensorRole::Output, Metric::Float8Scale};

QString shortReading(double value)
{
    return numberText(value, 4);
}

PlotRow amaxRow(const QString& tensor)
{
    PlotRow row;
    row.id = QStringLiteral("recorded_amax");
    row.title = RecordingTimelineText::tr("Amax of %1").arg(tensor);
    row.description = RecordingTimelineText::tr(
        "The largest magnitude at each recorded step. Where it is above the limit, which is the largest that the recipe's scale maps into the "
        "format, elements would have saturated.");
    row.axis = AxisKind::Log10;
    row.reading = shortReading;
    row.series.push_back({.label = RecordingTimelineText::tr("limit"),
        .description = RecordingTimelineText::tr(
            "The largest magnitude that the scale of this step maps into the format."),
        .ink = Ink::Limit,
        .isStepped = true,
        .isFitted = false,
        .tensor = kLimit});
    row.series.push_back(
        {.label = RecordingTimelineText::tr("amax"), .description = row.description, .tensor = kAmax});
    return row;
}

PlotRow scaleRow(const ScaleRecipe& recipe)
{
    PlotRow row;
    row.id = QStringLiteral("recorded_scale");
    row.title = RecordingTimelineText::tr("Scale of %1").arg(recipeTitle(recipe));
    row.description
        = RecordingTimelineText::tr("What the tensor would have been multiplied by before it is rounded.");
    row.axis = AxisKind::Log2;
    row.reading = shortReading;
    row.series.push_back({.label = RecordingTimelineText::tr("scale"),
        .description = row.description,
        .isStepped = true,
        .tensor = kRecipeScale});
    return row;
}

QString markOf(double amax, const ScaleStep& step)
{
    if (!std::isfinite(amax))
        return RecordingTimelineText::tr("has a number that is not finite");
    return step.saturates
        ? RecordingTimelineText::tr("the amax is beyond what the scale maps into the format")
        : QString();
}

/// recipe: of series.scales.
RecordingTimeline timelineOf(const ScaledSeries& series, std::size_t recipe, const QString& tensor)
{
    const ScaleSeries& scales = series.scales[recipe];
    RecordedRun run;
    run.paths = {kTensorPath};
    RecordedMetric amax{PathId(0), kAmax.role, kAmax.metric};
    RecordedMetric limit{PathId(0), kLimit.role, kLimit.metric};
    RecordedMetric scale{PathId(0), kRecipeScale.role, kRecipeScale.metric};
    RecordingTimeline timeline;
    for (std::size_t i = 0; i < series.points.size(); ++i) {
        const std::int64_t step = series.points[i].step;
        const auto append = [step](RecordedMetric& metric, double value) {
            metric.steps.push_back(double(step));
            metric.values.push_back(value);
        };
        append(amax, amaxOfPoint(series.points[i]));
        append(limit, scales.steps[i].limit);
        append(scale, scales.steps[i].scale);
        run.records.emplace_back().step = step;
        if (const QString text = markOf(amax.values.back(), scales.steps[i]); !text.isEmpty())
            timeline.marks.push_back({step, MarkKind::Event, text});
    }
    run.totals.steps = run.records.back().step + 1;
    SessionSpec session; // the session's steps are the length of the axis
    session.training.steps = run.totals.steps;
    run.session = std::make_shared<const SessionSpec>(std::move(session));
    run.metrics = {std::move(amax), std::move(limit), std::move(scale)};
    timeline.run = std::make_shared<const RunHistory>(std::move(run));
    timeline.rows = {amaxRow(tensor), scaleRow(scales.recipe)};
    sortMarks(timeline.marks);
    return timeline;
}

constexpr int kLongestHistory = 1 << 20; ///< the longest history that scaleRecipes() takes
constexpr int kUsualHistory = 1024; ///< Transformer Engine's
constexpr int kKeras = 0; ///< recipe, by its row
constexpr int kTransformerEngine = 1; ///< te_delayed

} // namespace

RecordedStepsPanel::RecordedStepsPanel(const QString& id, ShownStep& step, QWidget* parent)
    : QWidget(parent)
    , m_firstRecipe(kTransformerEngine)
    , m_format(new QComboBox(this))
    , m_history(new QSpinBox(this))
    , m_task(new TaskBar(id + QStringLiteral("Steps"), {}, {}, this))
    , m_plot(new StackedPlot(
          id + QStringLiteral("Plot"), tr("Amax and scale over the recorded steps"), step, this))
    , m_table(new MetricTableModel(this))
    , m_view(new MetricView(m_table, this))
{
    setObjectName(id + QStringLiteral("StepsPanel"));
    place(id);
    connect(m_format, &QComboBox::activated, this, &RecordedStepsPanel::scale);
    connect(m_history, &QSpinBox::valueChanged, this, &RecordedStepsPanel::scale);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RecordedStepsPanel::draw);
    m_task->serve(m_aside, tr("Stopped. Choose the tensor again to read it."));
    forget();
}

void RecordedStepsPanel::place(const QString& id)
{
    describe(m_format, {.name = id.toUtf8() + "Format", .terms = "number_format"}, tr("Format"),
        tr("What the tensor is scaled to: usually float8_e5m2 for gradients, else float8_e4m3fn"));
    for (const char* name : {"float8_e4m3fn", "float8_e5m2"})
        m_format->addItem(QLatin1String(name));
    describe(m_history, {.name = id.toUtf8() + "History", .terms = "recipe"}, tr("History"),
        tr("How many recorded steps' amaxes a delayed recipe keeps. It sees the recorded steps alone: of every tenth step 16 of them span 160."));
    m_history->setRange(1, kLongestHistory);
    m_history->setValue(kUsualHistory);
    m_history->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_history->setKeyboardTracking(false);
    describe(m_view, {.name = id.toUtf8() + "Scales", .terms = "recipe"},
        tr("Scales that recipes would have given"), tr("The scale of the row that is chosen is drawn"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_plot->setMinimumHeight(150);
    m_plot->setAlongLabel(tr("step of the recording"));
    auto* formatLabel = new QLabel(tr("Scaled &to"), this);
    formatLabel->setBuddy(m_format);
    auto* historyLabel = new QLabel(tr("&History"), this);
    historyLabel->setBuddy(m_history);
    auto* bar = new FlowLayout;
    bar->addPair(formatLabel, m_format);
    bar->addPair(historyLabel, m_history);
    columnOf(this, {bar, m_task, {m_plot, 1}, m_view}, {.margins = QMargins(0, 4, 0, 0), .spacing = 4});
}

void RecordedStepsPanel::setRecording(std::shared_ptr<const ShownRecording> recording)
{
    m_recording = std::move(recording);
    m_series.reset();
    forget();
}

void RecordedStepsPanel::forget()
{
    m_aside.cancel();
    m_points.clear();
    m_scaled.reset();
    m_task->end({});
    m_table->setTable({});
    m_view->hide();
    m_plot->hide();
}

void RecordedStepsPanel::choose(std::size_t series)
{
    m_series = series;
    m_tensor = toQt(m_recording->series[series].tensor());
    forget();
    const std::size_t first = m_recording->series[series].tensors.front();
    const RecordedRole role = m_recording->recording->tensors()[first].name.kind();
    m_format->setCurrentText(toQt(usualScaledFormat(role)));
    read();
}

void RecordedStepsPanel::setAmaxes(
    const QString& tensor, const std::vector<float>& amaxes, const std::string& format)
{
    forget();
    m_tensor = tensor;
    m_firstRecipe = kKeras;
    m_plot->setAlongLabel(tr("step that the history keeps"));
    m_format->setCurrentText(toQt(format));
    m_history->setValue(int(std::min<std::size_t>(amaxes.size(), kLongestHistory)));
    for (const float amax : amaxes) {
        SeriesPoint point{std::int64_t(m_points.size()), {}, {}};
        const std::array<double, 1> value{double(amax)};
        point.summary = summaryOf(value);
        m_points.push_back(std::move(point));
    }
    scale();
}

void RecordedStepsPanel::read()
{
    auto progress = std::make_shared<TaskProgress>();
    m_task->say(tr("Reading %1 at all its steps…").arg(m_tensor));
    m_task->follow(progress);
    m_aside.ask([this, progress, recording = m_recording, tensor = m_recording->series[*m_series].tensor()](
                    const std::stop_token& stop) -> Aside::Answer {
        const auto points = std::make_shared<Result<std::vector<SeriesPoint>>>(
            seriesOf(*recording->recording, tensor, stop, [&](std::size_t done, std::size_t all) {
                progress->all = all;
                progress->done = done;
            }));
        return [this, points] {
            m_task->end({});
            if (!*points)
                return m_task->say(engineText(points->error()));
            m_points = std::move(*points).value();
            scale();
        };
    });
}

void RecordedStepsPanel::scale()
{
    if (m_points.empty())
        return; // the steps are being read
    m_aside.ask([this, points = m_points, format = m_format->currentText().toStdString(),
                    history = m_history->value()](const std::stop_token&) mutable -> Aside::Answer {
        auto scaled
            = std::make_shared<Result<ScaledSeries>>(scaledSeries(std::move(points), format, history));
        return [this, scaled] { take(*scaled); };
    });
}

void RecordedStepsPanel::take(Result<ScaledSeries>& scaled)
{
    if (!scaled)
        return m_task->say(engineText(scaled.error()));
    const int before = m_view->currentIndex().row();
    m_scaled = std::make_shared<const ScaledSeries>(std::move(scaled).value());
    m_table->setTable(scaleMetrics(m_scaled->scales));
    m_view->show();
    m_plot->show();
    m_view->setCurrentIndex(m_table->index(before < 0 ? m_firstRecipe : before, 0));
    draw();
}

void RecordedStepsPanel::draw()
{
    const int row = m_view->currentIndex().row();
    if (!m_scaled || row < 0 || std::size_t(row) >= m_scaled->scales.size())
        return;
    RecordingTimeline timeline = timelineOf(*m_scaled, std::size_t(row), m_tensor);
    m_plot->setMarks(timeline.marks);
    m_plot->setPlots(std::move(timeline.rows), {{.run = timeline.run}});
    m_plot->fit();
}

} // namespace ulpscope::ui
