// SPDX-License-Identifier: GPL-3.0-or-later
// In the status bar: how much of its memory budget the window uses, and for what.
#pragma once

#include "app/desktop/window_memory.h"

#include <QLabel>

namespace ulpscope::ui {

class MemoryLine : public QLabel
{
    Q_OBJECT
public:
    /// `memory` must outlive this.
    explicit MemoryLine(const WindowMemory& memory, QWidget* parent = nullptr);

    /// Hides the line if it would cut the message beside other widgets of that width.
    void makeRoomFor(const QString& message, int otherWidth);

private:
    void refresh();

    const WindowMemory& m_memory;
};

/// "512 MiB", "1.5 GiB"
QString memoryText(std::uint64_t bytes);

} // namespace ulpscope::ui
