// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/blame_panel.h"

#include "app/session/same_task.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"

#include <QEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr int kLookMs = 100;
constexpr int kSteps = 100;
constexpr int kMaxBlameSteps = 100'000;

} // namespace

BlamePanel::BlamePanel(
    Document& document, std::shared_ptr<const Kernels> kernels, int threads, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_kernels(std::move(kernels))
    , m_threads(threads)
    , m_aside(new Aside(this))
    , m_model(new MetricTableModel(this))
    , m_view(new MetricView(m_model, this))
    , m_find(new QPushButton(tr("Find the layer to blame"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_repair(new QPushButton(this))
    , m_steps(new QSpinBox(this))
    , m_bar(new QProgressBar(this))
    , m_message(proseLabel(this))
{
    registerPlace(this,
        {.name = "blamePanel", .terms = "blame", .guide = "window#blame", .lessons = {{"diagnosis.blame"}}});
    place();
    m_look.setInterval(kLookMs);
    connect(&m_look, &QTimer::timeout, this, &BlamePanel::showProgress);
    connect(m_find, &QPushButton::clicked, this, &BlamePanel::find);
    connect(m_cancel, &QPushButton::clicked, this, &BlamePanel::cancel);
    connect(m_aside, &Aside::answered, this, &BlamePanel::showBusy);
    connect(m_aside, &Aside::failed, this, [this](const QString& message) {
        say({Severity::Failure, message});
        showBusy();
    });
    connect(m_repair, &QPushButton::clicked, this, &BlamePanel::repair);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &BlamePanel::showRepair);
    connect(&document, &Document::sessionChanged, this, &BlamePanel::showAnswer);
    showAnswer();
    showBusy();
    onEvent(this, {QEvent::PaletteChange}, [this] { paintMessage(); });
}

void BlamePanel::place()
{
    m_find->setObjectName(QStringLiteral("blameFind"));
    m_find->setToolTip(tr(
        "Trains the session beside float64 as it is, and once more for each layer with that layer alone in float32"));
    m_cancel->setObjectName(QStringLiteral("blameCancel"));
    m_cancel->setToolTip(tr("Stops looking; the table before stays"));
    registerPlace(m_steps, {.name = "blameSteps", .terms = "blame step"});
    m_steps->setRange(1, kMaxBlameSteps);
    m_steps->setValue(kSteps);
    m_steps->setAccessibleName(tr("Steps to train each"));
    m_steps->setToolTip(
        tr("How many steps each of the runs trains; errors are means over them. More steps take longer."));
    auto* stepsLabel = new QLabel(tr("Steps"), this);
    stepsLabel->setBuddy(m_steps);
    describe(m_bar, QStringLiteral("blameProgress"), tr("Progress of looking for the layer to blame"));
    m_bar->setFixedHeight(12);
    m_bar->setTextVisible(false);
    m_message->setObjectName(QStringLiteral("blameMessage"));
    describe(m_view, {.name = "blameTable", .terms = "blame"}, tr("Layers to blame"));
    m_repair->setObjectName(QStringLiteral("blameRepair"));
    m_repair->setToolTip(tr(
        "Gives the layer of the selected row the policy float32, without overrides or a recipe of its own. Undo takes it back."));
    for (QPushButton* button : {m_find, m_cancel, m_repair}) {
        button->setAutoDefault(false);
        button->setAccessibleDescription(button->toolTip());
    }
    auto* bar = rowOf({m_find, stepsLabel, m_steps, {m_bar, 1}, m_cancel, Stretch{}});
    auto* layout = columnOf(this, {bar, m_message, m_view}, {.spacing = 4});
    layout->addWidget(m_repair, 0, Qt::AlignLeft);
}

void BlamePanel::find()
{
    auto progress = std::make_shared<Progress>();
    m_progress = progress;
    m_aside->ask(
        [this, progress, kernels = m_kernels, session = m_document.session(),
            options = BlameOptions{.steps = m_steps->value(), .threads = m_threads, .memory = m_memory}](
            const std::stop_token& stop) -> Aside::Answer {
            BlameOptions watched = options;
            watched.stop = stop;
            watched.progress = [&](std::int64_t done, std::int64_t steps) {
                progress->steps = steps;
                progress->done = done;
                return !stop.stop_requested();
            };
            const Result<BlameTable> table = blame(*session, *kernels, watched);
            return [this, table, session] {
                if (!table) {
                    say({Severity::Failure, engineText(table.error())});
                    return;
                }
                m_table = *table;
                m_session = session;
                showAnswer();
            };
        });
    showBusy();
    showProgress();
}

void BlamePanel::followStep(std::optional<std::int64_t> pinned)
{
    if (pinned && !m_stepsBefore)
        m_stepsBefore = m_steps->value();
    if (pinned)
        m_steps->setValue(int(std::min<std::int64_t>(*pinned + 1, kMaxBlameSteps)));
    else if (m_stepsBefore)
        m_steps->setValue(*std::exchange(m_stepsBefore, std::nullopt));
}

void BlamePanel::cancel()
{
    m_aside->cancel();
    showBusy();
    showAnswer();
}

void BlamePanel::showBusy()
{
    const bool isBusy = m_aside->isBusy();
    const bool hasFocus = m_find->hasFocus() || m_cancel->hasFocus();
    QPushButton* next = isBusy ? m_cancel : m_find;
    next->setEnabled(true);
    next->show();
    if (hasFocus)
        next->setFocus(); // before the other goes, so that it does not wander off
    m_find->setEnabled(!isBusy);
    m_steps->setEnabled(!isBusy);
    m_cancel->setVisible(isBusy);
    m_bar->setVisible(isBusy);
    if (isBusy)
        m_look.start();
    else
        m_look.stop();
}

void BlamePanel::showProgress()
{
    const std::int64_t done = m_progress->done;
    const std::int64_t steps = m_progress->steps;
    m_bar->setRange(0, steps > 0 ? 1000 : 0); // a range of 0 shows a busy bar while no step is done
    m_bar->setValue(steps > 0 ? int(1000 * done / steps) : 0);
    say({Severity::Notice,
        steps > 0 ? tr("Training with one layer at a time in float32: step %1 of %2.")
                        .arg(countText(done), countText(steps))
                  : tr("Loading the data…")});
}

void BlamePanel::showAnswer()
{
    if (m_aside->isBusy())
        return; // the progress is being told
    // The table of another scene waits for the way back to it.
    const bool isOfThis = m_table && !isAnotherScene(*m_session, *m_document.session());
    m_view->setVisible(isOfThis);
    if (!isOfThis) {
        m_repair->hide();
        say({Severity::Notice,
            tr("Which layer's rounding spoils the result? Press the button: the session is trained again with "
               "one layer at a time in float32, and the table shows whose float32 helps most.")});
        return;
    }
    m_model->setTable(blameMetrics(*m_table));
    showRepair();
    Finding finding = blameFinding(*m_table);
    if (m_session != m_document.session())
        finding = {Severity::Notice,
            tr("The session has changed since this table was made: press the button again. ")
                + finding.sentence};
    say(finding);
}

void BlamePanel::showRepair()
{
    const QModelIndexList selected = m_view->selectionModel()->selectedRows();
    const QModelIndex row = selected.isEmpty() ? m_model->index(0, 0) : selected.first();
    m_repaired = m_table && row.isValid() ? row.data().toString() : QString();
    m_repair->setVisible(!m_repaired.isEmpty());
    m_repair->setText(
        tr("&Set %1 to float32").arg(QString(m_repaired).replace(QLatin1Char('&'), QStringLiteral("&&"))));
    const auto& layers = m_document.session()->model.layers;
    m_repair->setEnabled(std::any_of(layers.begin(), layers.end(),
        [this](const LayerSpec& layer) { return toQt(layer.name) == m_repaired; }));
}

void BlamePanel::repair()
{
    const auto& layers = m_document.session()->model.layers;
    const auto found = std::find_if(layers.begin(), layers.end(),
        [this](const LayerSpec& layer) { return toQt(layer.name) == m_repaired; });
    if (found == layers.end())
        return;
    const auto layer = static_cast<std::size_t>(found - layers.begin());
    m_document.tryEdit(tr("Set %1 to float32").arg(m_repaired),
        [layer](SessionSpec& session) { session = withFloat32Layer(std::move(session), layer); });
}

void BlamePanel::say(Finding finding)
{
    m_said = std::move(finding);
    m_message->setText(
        m_said.severity == Severity::Failure ? tr("✕ %1").arg(m_said.sentence) : m_said.sentence);
    m_message->setAccessibleName(m_said.sentence);
    paintMessage();
}

void BlamePanel::paintMessage()
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText,
        m_said.severity == Severity::Failure       ? severityColor(Severity::Failure, palette())
            : m_said.severity == Severity::Warning ? palette().color(QPalette::WindowText)
                                                   : mutedText(palette()));
    m_message->setPalette(colors);
}

} // namespace ulpscope::ui
