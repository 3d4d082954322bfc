// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/messages.h"

#include "tests/ui/walk/trace.h"

#include <QMutex>

#include <execinfo.h>
#include <unistd.h>

#include <cstdio>
#include <map>

namespace ulpscope::ui::walk {

namespace {

constexpr int kToldFrames = 40;

struct Complaint
{
    std::int64_t action = 0;
    int count = 0;
};

// Qt calls a plain function, from any thread.
QMutex complaintMutex;
std::map<QString, Complaint> heard;
const Trace* heardTrace = nullptr;
QtMessageHandler handlerBefore = nullptr;

void hear(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    // Of every window that is moved or raised on the platform without a screen, and of fonts without a script that was typed.
    if (message.startsWith(QStringLiteral("This plugin does not support"))
        || message.trimmed().startsWith(QStringLiteral("OpenType support missing for")))
        return;
    if (type != QtWarningMsg && type != QtCriticalMsg) {
        handlerBefore(type, context, message);
        return;
    }
    const QMutexLocker locker(&complaintMutex);
    Complaint& complaint = heard[message];
    if (complaint.count++ > 0)
        return;
    complaint.action = heardTrace->actions() - 1;
    std::fprintf(
        stderr, "Qt complains, action %lld: %s\n", (long long)(complaint.action), qPrintable(message));
    // Who it is about, which Qt does not say.
    void* frames[kToldFrames];
    backtrace_symbols_fd(frames, backtrace(frames, kToldFrames), STDERR_FILENO);
}

} // namespace

Messages::Messages(const Trace& trace)
{
    heard.clear();
    heardTrace = &trace;
    handlerBefore = qInstallMessageHandler(hear);
}

Messages::~Messages()
{
    qInstallMessageHandler(handlerBefore);
}

QStringList Messages::complaints() const
{
    const QMutexLocker locker(&complaintMutex);
    QStringList texts;
    for (const auto& [text, complaint] : heard)
        texts
            += QStringLiteral("action %1, %2 times: %3").arg(complaint.action).arg(complaint.count).arg(text);
    return texts;
}

} // namespace ulpscope::ui::walk
