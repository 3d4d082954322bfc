// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/memory_panel.h"

#include "app/judge/runs/ledger.h"
#include "app/session/same_task.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/reaction.h"
#include "ui/runs/models/pareto.h"
#include "ui/runs/pareto_plot.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

constexpr double kLost = std::numeric_limits<double>::quiet_NaN();

} // namespace

MemoryPanel::MemoryPanel(
    KeptRuns& kept, const ShownRun& shown, std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_kept(kept)
    , m_shown(shown)
    , m_kernels(std::move(kernels))
    , m_plot(new ParetoPlot(this))
    , m_reading(new QLabel(this))
{
    describe(this, {.name = "memoryPanel", .terms = "compare", .guide = "window#memory"},
        tr("Memory against error"));
    m_reading->setObjectName(QStringLiteral("memoryReading"));
    m_reading->setWordWrap(true);
    columnOf(this, {m_reading, {m_plot, 1}}, {.margins = {0, 4, 0, 0}, .spacing = 4});
    connect(m_plot, &ParetoPlot::selectionChanged, this, &MemoryPanel::read);
    connect(m_plot, &ParetoPlot::pointRequested, &kept,
        [this, &kept](int point) { kept.show(m_plot->runs()[std::size_t(point)].id); });
    connect(&kept, &KeptRuns::listChanged, this, &MemoryPanel::refresh);
    connect(&kept, &KeptRuns::runsChanged, this, &MemoryPanel::refresh);
    connect(&kept, &KeptRuns::grew, this, [this](KeptRunId id) {
        if (const KeptRun* run = m_kept.find(id); run != nullptr && run->run->summary)
            refresh();
    });
    onEvent(this, {QEvent::Show}, [this] { refresh(); });
}

std::optional<double> MemoryPanel::bytesOf(const KeptRun& run)
{
    const auto [entry, isNew] = m_bytes.try_emplace(run.id);
    if (isNew)
        if (const Result<Ledger> ledger = ledgerOf(run.run->session(), *m_kernels))
            entry->second = ledger->bytes.total();
    return entry->second;
}

void MemoryPanel::refresh()
{
    if (!isVisible())
        return; // this is done when the panel is shown again
    std::erase_if(m_bytes, [this](const auto& entry) { return m_kept.find(entry.first) == nullptr; });
    std::vector<ParetoRun> runs;
    for (const KeptRun& run : m_kept.runs()) {
        const bool isOfTask = m_shown.run() && areOfOneTask(run.run->session(), m_shown.run()->session());
        if (!isOfTask || run.run->stepsDone() == 0)
            continue;
        const std::optional<double> error = run.run->last().errorVsFloat64;
        const bool isLost = run.run->totals().divergedAt.has_value();
        const std::optional<double> bytes = bytesOf(run);
        if (bytes && (error || isLost)) // without a reference there is no error
            runs.push_back({.id = run.id,
                .name = run.name(),
                .bytes = *bytes,
                .error = isLost ? kLost : *error,
                .look = run.look});
    }
    std::stable_sort(
        runs.begin(), runs.end(), [](const ParetoRun& a, const ParetoRun& b) { return a.bytes < b.bytes; });
    std::vector<CostAndError> points;
    for (const ParetoRun& run : runs)
        points.push_back({run.bytes, run.error});
    for (const std::size_t i : paretoFront(points))
        runs[i].isOnFront = true;
    m_plot->showRuns(std::move(runs));
}

void MemoryPanel::read()
{
    const ParetoRun* run = m_plot->selected();
    QString text = tr(
        "Kept runs of the same data and loss, by what a batch takes in memory under their policies and how far "
        "they end from float64. Filled: no other takes as little and errs less.");
    if (run != nullptr) {
        const QString error
            = std::isnan(run->error) ? tr("diverged") : tr("error %1").arg(numberText(run->error));
        text += QLatin1Char('\n')
            + (run->isOnFront ? tr("%1: %2, %3, on the front.") : tr("%1: %2, %3."))
                  .arg(run->name, bytesText(run->bytes), error);
    }
    m_reading->setText(text);
    m_plot->setAccessibleDescription(text);
}

} // namespace ulpscope::ui
