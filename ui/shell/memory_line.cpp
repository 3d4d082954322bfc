// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/memory_line.h"

#include "ui/training/progress_line.h"

#include <QLocale>

namespace ulpscope::ui {

namespace {

QString nameOf(MemoryUse use)
{
    switch (use) {
    case MemoryUse::Run:
        return MemoryLine::tr("The run that is loaded, and its data");
    case MemoryUse::States:
        return MemoryLine::tr("Its states, to go back to");
    case MemoryUse::Background:
        return MemoryLine::tr("What trains in the background: a sweep, other seeds, blame");
    case MemoryUse::Search:
        return MemoryLine::tr("A search, while it trains");
    case MemoryUse::KeptRuns:
        return MemoryLine::tr("What is kept of runs");
    case MemoryUse::File:
        return MemoryLine::tr("The file that is open");
    }
    return {};
}

} // namespace

QString memoryText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(qint64(bytes), bytes < (std::uint64_t{1} << 30) ? 0 : 1);
}

MemoryLine::MemoryLine(const WindowMemory& memory, QWidget* parent)
    : QLabel(parent)
    , m_memory(memory)
{
    setObjectName(QStringLiteral("memoryLine"));
    connect(&memory, &WindowMemory::changed, this, &MemoryLine::refresh);
    refresh();
}

void MemoryLine::makeRoomFor(const QString& message, int otherWidth)
{
    const int room = parentWidget()->width() - ProgressLine::kAroundMessage * fontMetrics().height();
    setVisible(fontMetrics().horizontalAdvance(message) + sizeHint().width() + otherWidth <= room);
}

void MemoryLine::refresh()
{
    const MemoryBudget& budget = *m_memory.budget();
    setText(tr("memory %1 of %2").arg(memoryText(budget.used()), memoryText(budget.limit())));
    QString tip = tr(
        "About how much memory this window's runs and files take. Before they pass the budget, older runs without a "
        "star keep fewer points, then go; a run that does not fit is refused. Run > Memory budget changes it.");
    const auto uses = budget.uses();
    for (std::size_t use = 0; use < uses.size(); ++use)
        if (uses[use] > 0)
            tip += QLatin1Char('\n')
                + tr("%1: %2").arg(nameOf(static_cast<MemoryUse>(use)), memoryText(uses[use]));
    setToolTip(tip);
    setAccessibleDescription(tip);
}

} // namespace ulpscope::ui
