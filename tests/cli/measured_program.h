// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built ulpscope-cli and says what it took: memory and time as wait4(2) has them of that one child.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QStringList>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kMeasuresMemory = false; ///< it would be the sanitizer's
#else
inline constexpr bool kMeasuresMemory = true;
#endif

struct Measured
{
    int exitCode = -1; ///< -1: ended by a signal, that of the time limit among them
    QByteArray out;
    QByteArray err;
    double mebibytes = 0; ///< the largest resident set; 0 under a sanitizer
    double seconds = 0; ///< of the processor: other programs make it wait, not work
};

/// In a folder, for at most so many seconds: one that waits for ever does not hold the test up.
inline Measured measuredCli(const QStringList& arguments, const QString& folder, unsigned seconds = 300)
{
    const QTemporaryDir output;
    const QByteArray program = ULPSCOPE_BINARY_DIR "/bin/ulpscope-cli";
    const QByteArray out = QFile::encodeName(output.filePath(QStringLiteral("out")));
    const QByteArray err = QFile::encodeName(output.filePath(QStringLiteral("err")));
    const QByteArray place = QFile::encodeName(folder);
    std::vector<QByteArray> texts{program};
    for (const QString& argument : arguments)
        texts.push_back(QFile::encodeName(argument));
    std::vector<char*> argv;
    for (QByteArray& text : texts)
        argv.push_back(text.data());
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        alarm(seconds); // which exec leaves as it is
        const int to = open(out.constData(), O_WRONLY | O_CREAT, 0600);
        const int complaints = open(err.constData(), O_WRONLY | O_CREAT, 0600);
        if (chdir(place.constData()) == 0 && dup2(to, STDOUT_FILENO) >= 0
            && dup2(complaints, STDERR_FILENO) >= 0)
            execv(program.constData(), argv.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    Measured measured;
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
        measured.seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    measured.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    measured.mebibytes = kMeasuresMemory ? static_cast<double>(usage.ru_maxrss) / 1024 : 0;
    const auto contents = [](const QByteArray& path) {
        QFile file(QFile::decodeName(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    measured.out = contents(out);
    measured.err = contents(err);
    return measured;
}
