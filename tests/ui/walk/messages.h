// SPDX-License-Identifier: GPL-3.0-or-later
// What Qt complains about while one walks, with the action that it complains about.
#pragma once

#include <QString>
#include <QStringList>

namespace ulpscope::ui::walk {

class Trace;

/// Takes over Qt's messages for its lifetime; there is one at a time.
class Messages
{
public:
    explicit Messages(const Trace& trace);
    ~Messages();
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    /// Each text once, with how often and at which action first.
    QStringList complaints() const;
};

} // namespace ulpscope::ui::walk
