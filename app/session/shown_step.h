// SPDX-License-Identifier: GPL-3.0-or-later
// Which step the window's views tell about: the newest, or one that the user has pinned, alone or as one end of a range. Not a
// step of a certain run: the next run is shown at it too.
#pragma once

#include <QObject>

#include <cstdint>
#include <optional>

namespace ulpscope {

class ShownStep : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// The pinned step; nullopt if the newest is shown.
    std::optional<std::int64_t> pinned() const { return m_pinned; }
    /// The other end of the range, before or after the pinned one; nothing without a pinned one.
    std::optional<std::int64_t> second() const { return m_second; }

    /// Alone; nothing: the newest again.
    void pin(std::optional<std::int64_t> step);
    void pinRange(std::int64_t pinned, std::int64_t second);

signals:
    void changed();

private:
    void set(std::optional<std::int64_t> pinned, std::optional<std::int64_t> second);

    std::optional<std::int64_t> m_pinned;
    std::optional<std::int64_t> m_second;
};

} // namespace ulpscope
