// SPDX-License-Identifier: GPL-3.0-or-later
// For kill_during_save.py: saves a session, or keeps it in a swap file, over and over until it is killed.
//
//     save_loop document FILE COUNT     prints "saved N" or "failed N" after each of COUNT saves
//     save_loop swap FOLDER             prints "saved N" after each
//     save_loop lost FOLDER             prints "lost N" of each session found there, and forgets it
//
// N is the session's seed; its title is as long as N tells, so that a mixture of two files is none of them.
#include "app/session_swap.h"

#include <QCoreApplication>

#include <csignal>
#include <iostream>
#include <string>

using namespace ulpscope;

namespace {

std::string titleOf(std::uint64_t number)
{
    return std::string(number * 7919 % 50'000, static_cast<char>('a' + number % 26));
}

bool setNumber(Document& document, std::uint64_t number)
{
    const auto change = [number](SessionSpec& session) {
        session.training.seed = number;
        session.title = titleOf(number);
    };
    return document.edit(QStringLiteral("Number"), change, QStringLiteral("number")).ok();
}

int saveDocument(const QString& file, std::uint64_t count)
{
    Document document;
    if (!document.open(file).ok())
        return 2;
    const std::uint64_t first = document.session()->training.seed + 1;
    for (std::uint64_t number = first; number < first + count; ++number) {
        if (!setNumber(document, number))
            return 2;
        std::cout << (document.save() ? "saved " : "failed ") << number << std::endl;
    }
    return 0;
}

int keepSwap(const QString& folder)
{
    Document document;
    SessionSwap swap(document, folder);
    for (std::uint64_t number = 1; setNumber(document, number); ++number) {
        swap.writeNow();
        std::cout << "saved " << number << std::endl;
    }
    return 2;
}

int showLost(const QString& folder)
{
    for (LostSession& lost : findLostSessions(folder)) {
        const bool isWhole
            = lost.content && lost.content->session.title == titleOf(lost.content->session.training.seed);
        if (!isWhole)
            return 1;
        std::cout << "lost " << lost.content->session.training.seed << std::endl;
        lost.file.remove();
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    std::signal(SIGXFSZ, SIG_IGN); // as the window has it
    const std::string mode = argc > 2 ? argv[1] : "";
    const QString path = argc > 2 ? QString::fromLocal8Bit(argv[2]) : QString();
    if (mode == "document" && argc == 4)
        return saveDocument(path, std::stoull(argv[3]));
    if (mode == "swap")
        return keepSwap(path);
    return mode == "lost" ? showLost(path) : 2;
}
