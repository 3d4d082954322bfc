// SPDX-License-Identifier: GPL-3.0-or-later
// SIGTERM, SIGHUP and SIGINT as an event: the kernel's handler may do next to nothing, the event loop everything.
#pragma once

#include "engine/file/file_descriptor.h"

#include <QObject>

namespace ulpscope {

/// One at a time. The second signal of a kind ends the program at once, as if this were not there.
class EndSignals : public QObject
{
    Q_OBJECT
public:
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override;

    /// Exit status that a shell reports for a program that a signal ended.
    static int exitStatus(int signal) { return 128 + signal; }

signals:
    void received(int signal);

private:
    void readSignal();

    FileDescriptor m_readEnd;
    FileDescriptor m_writeEnd;
};

} // namespace ulpscope
