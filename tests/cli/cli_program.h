// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built ulpscope-cli and waits for it.
#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

struct Outcome
{
    int exitCode = -1;
    QString out;
    QString err;
};

inline Outcome cli(const QStringList& arguments,
    const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(ULPSCOPE_BINARY_DIR "/bin/ulpscope-cli"), arguments);
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, {}, process.errorString()};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}
