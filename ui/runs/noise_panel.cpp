// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/noise_panel.h"

#include "engine/session/checked_session.h"
#include "engine/session/seed_list.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/runs/models/seed_pairs.h"

#include <QLabel>
#include <QPushButton>

namespace ulpscope::ui {

namespace {

constexpr int kMinNoiseWidth = 240; ///< pixels: the table scrolls below what it wants

QString firstSeeds()
{
    return QStringLiteral("1..5");
}

QString nameOf(const std::vector<std::uint64_t>& seeds)
{
    return seeds.size() == 1
        ? NoisePanel::tr("seed %1 beside float32").arg(seeds.front())
        : NoisePanel::tr("seeds %1 to %2 beside float32").arg(seeds.front()).arg(seeds.back());
}

} // namespace

NoisePanel::NoisePanel(
    Document& document, KeptRuns& kept, std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_kept(kept)
    , m_sweep(std::move(kernels))
    , m_seeds(new FaultField(firstSeeds(), this))
    , m_start(new QPushButton(this))
    , m_message(new QLabel(this))
    , m_table(new MetricTableModel(this))
    , m_view(new MetricView(m_table, this))
{
    describe(this, {.name = "noisePanel", .terms = "seed_noise", .guide = "window#noise"}, tr("Seeds"));
    describe(m_seeds, {.name = "noiseSeeds", .terms = "seed_noise"}, tr("Seeds to train under"),
        tr("Seeds with commas between them, and ranges: 1..5, or 1,3,7; fewer than four cannot tell"));
    describe(m_start, QStringLiteral("startSeeds"), tr("Train under the seeds, or stop"),
        tr("Trains this session and the same in float32 under each seed, in the background; the runs are kept in the table "
           "above, as one row, and what is kept already is not trained again"));
    describe(m_view, {.name = "noiseTable", .terms = "seed_noise"},
        tr("Whether they differ by more than the seeds do"));
    m_view->setMinimumWidth(kMinNoiseWidth);
    m_start->setAutoDefault(false);
    m_seeds->setMaxLength(2000);
    m_message->setObjectName(QStringLiteral("noiseMessage"));
    m_message->setWordWrap(true);
    auto* label = new QLabel(tr("Train under seeds"), this);
    label->setObjectName(QStringLiteral("noiseLabel"));
    label->setBuddy(m_seeds);
    QBoxLayout* line = rowOf({label, {m_seeds, 1}, m_start});
    columnOf(this, {line, m_message, m_view, Stretch{1}}, {.margins = {0, 4, 0, 0}, .spacing = 4});

    connect(m_start, &QPushButton::clicked, this, &NoisePanel::startOrStop);
    connect(m_seeds, &QLineEdit::returnPressed, this, &NoisePanel::startOrStop);
    connect(m_seeds, &QLineEdit::textEdited, this, &NoisePanel::refresh);
    connect(&document, &Document::sessionChanged, this, &NoisePanel::refresh);
    connect(&kept, &KeptRuns::listChanged, this, &NoisePanel::refresh);
    connect(&kept, &KeptRuns::grew, this, [this](KeptRunId id) {
        if (const KeptRun* run = m_kept.find(id); run != nullptr && run->run->summary)
            refresh();
    });
    connect(&m_kept, &KeptRuns::sweepRenamed, this, [this](const QString& from, const QString& to) {
        if (m_name == from)
            m_name = to;
    });
    connect(&m_sweep, &Sweep::started, this, &NoisePanel::refresh);
    connect(&m_sweep, &Sweep::progressed, this, [this] { m_message->setText(message(0)); });
    connect(&m_sweep, &Sweep::pointDone, this, [this](std::size_t index) {
        const SweepPoint& point = m_sweep.points()[index];
        if (point.run)
            m_kept.add(point.run, point.value, m_name);
        refresh();
    });
    connect(&m_sweep, &Sweep::ended, this, &NoisePanel::refresh);
    refresh();
    onEvent(this, {QEvent::Show}, [this] { refresh(); });
}

void NoisePanel::startOrStop()
{
    if (m_sweep.isRunning()) {
        m_sweep.cancel();
        return;
    }
    const SessionSpec& session = *m_document.session();
    const Result<std::vector<std::uint64_t>> seeds = seedsOf(m_seeds->text().toStdString());
    const Status fits = seeds ? checkRunnable(session) : Status(seeds.error());
    if (!fits) {
        if (!seeds)
            m_seeds->setWrong(firstSeeds());
        m_message->setText(engineText(fits.error()));
        return;
    }
    m_seeds->setRight();
    std::vector<SweepPoint> points = missing(*seeds);
    if (isOwnReference(session) || points.empty()) {
        refresh();
        return;
    }
    m_name = m_kept.freeSweepName(nameOf(*seeds));
    m_sweep.start(std::move(points));
}

/// All of them must be there at the end, or fewer would be judged than were trained.
std::vector<SweepPoint> NoisePanel::missing(const std::vector<std::uint64_t>& seeds) const
{
    const SessionSpec& session = *m_document.session();
    std::vector<SweepPoint> points = missingPairs(session, seeds, m_kept.runs());
    return points.empty() ? points : missingPairs(session, seeds, m_kept.leftBeside(1));
}

/// Says which runs would be dropped; empty if all have room.
QString NoisePanel::plan() const
{
    const Result<std::vector<std::uint64_t>> seeds = seedsOf(m_seeds->text().toStdString());
    if (!seeds || isOwnReference(*m_document.session()) || missing(*seeds).empty())
        return {};
    const std::size_t dropped = m_kept.wouldDrop(1);
    return dropped == 0 ? QString()
                        : QLatin1Char(' ')
            + tr("To make room, %1 will go: the oldest without a star.")
                  .arg(countedText(std::int64_t(dropped), tr("kept run"), tr("kept runs")));
}

QString NoisePanel::message(std::size_t pairs) const
{
    if (m_sweep.isRunning() && m_sweep.done() < m_sweep.points().size()) {
        const SweepPoint& point = m_sweep.points()[m_sweep.done()];
        return tr("Training run %1 of %2, %3: %4.")
            .arg(m_sweep.done() + 1)
            .arg(m_sweep.points().size())
            .arg(point.value, stepsDoneText(m_sweep.stepsDone(), point.session->training.steps));
    }
    if (isOwnReference(*m_document.session()))
        return tr("This session computes in float32 already: there is nothing to hold it against.");
    if (pairs == 0)
        return tr("Another seed changes every number too. Trained under several, with float32 beside it, this session shows "
                  "which of its numbers differ by more than that.")
            + plan();
    return tr("Of %1, this session beside the same in float32:")
               .arg(countedText(std::int64_t(pairs), tr("seed"), tr("seeds")))
        + plan();
}

void NoisePanel::refresh()
{
    m_start->setText(m_sweep.isRunning() ? tr("Stop") : tr("Train"));
    m_seeds->setEnabled(!m_sweep.isRunning());
    if (!isVisible())
        return; // this is done when the panel is shown
    const SessionSpec& session = *m_document.session();
    const std::vector<SeedPair> pairs
        = isOwnReference(session) ? std::vector<SeedPair>() : seedPairs(session, m_kept.runs());
    m_table->setTable(noiseTable(judgeNoise(pairs)));
    m_view->setVisible(!pairs.empty());
    m_message->setText(message(pairs.size()));
}

} // namespace ulpscope::ui
