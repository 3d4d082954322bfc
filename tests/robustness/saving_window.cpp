// SPDX-License-Identifier: GPL-3.0-or-later
// For crash_points.py: a window without widgets that edits, trains, saves and keeps its runs, and its next start.
//
//     saving_window work FOLDER        ends without being closed. Prints, as soon as it is so:
//                                      "session N" is on the disk, "runs N N* ..." are, "saved N" or "refused N"
//     saving_window restart FOLDER     restores what was lost, or opens the newest file. Prints "session N FILE", "foreign" where it
//                                      says that another program changed the file, "runs N N* ..." of the window and of each file;
//                                      saves, and is closed
//
// N is a seed, which names a session and a run; a star follows a run that has one. Files are in FOLDER/user and FOLDER/state.
#include "app/session/kept/saved_runs.h"
#include "app/session/kept/session_swap.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <csignal>
#include <iostream>
#include <string>

#include <unistd.h>

using namespace ulpscope;

namespace {

struct Window
{
    Window(const std::shared_ptr<const Kernels>& kernels, const QString& folder)
        : user(folder + QStringLiteral("/user/"))
        , runner(kernels, 1)
        , shown(runner)
        , kept(shown)
        , saved(document, kept, runner)
        , swap(document, folder + QStringLiteral("/state"))
    {
        saved.keepUnsavedIn(swap.runsPath());
        QObject::connect(&saved, &SavedRuns::unsavedChanged, &swap, &SessionSwap::setHasRuns);
        QObject::connect(&swap, &SessionSwap::failed, &swap, [this] { hasFailed = true; });
    }

    std::uint64_t number() const { return document.session()->training.seed; }

    void edit(std::uint64_t seed)
    {
        const auto change = [seed](SessionSpec& session) {
            session.training.seed = seed;
            session.training.steps = 2;
        };
        if (!document.edit(QStringLiteral("Seed"), change).ok())
            std::abort();
    }

    void train()
    {
        runner.start(document.session());
        while (runner.state() != SessionRunner::State::Finished)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    }

    /// What the timers of a window do when it is quiet.
    void settle()
    {
        hasFailed = false;
        const bool areWritten = saved.writeNow().ok();
        swap.writeNow();
        if (!hasFailed)
            std::cout << "session " << number() << std::endl;
        if (areWritten)
            showRuns();
    }

    void save(const char* name)
    {
        const bool isSaved = document.saveAs(user + QString::fromUtf8(name)).ok();
        std::cout << (isSaved ? "saved " : "refused ") << number() << std::endl;
        settle();
    }

    void showRuns() const
    {
        std::cout << "runs";
        for (const KeptRun& run : kept.runs())
            std::cout << ' ' << run.run->session().training.seed << (run.isStarred ? "*" : "");
        std::cout << std::endl;
    }

    void showRunsOfFiles() const
    {
        for (const QString& name : QDir(user).entryList({QStringLiteral("*.ulpsruns")})) {
            const Result<std::vector<SavedRun>> runs = loadRuns(user.toStdString() + name.toStdString());
            if (!runs)
                std::abort();
            std::cout << "runs";
            for (const SavedRun& each : *runs)
                std::cout << ' ' << each.run.session->training.seed << (each.label.isStarred ? "*" : "");
            std::cout << std::endl;
        }
    }

    QString user;
    Document document;
    SessionRunner runner;
    ShownRun shown;
    KeptRuns kept;
    SavedRuns saved;
    SessionSwap swap;
    bool hasFailed = false;
};

void work(Window& window)
{
    if (!window.document.openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps")).ok())
        std::abort();
    window.edit(1);
    window.train();
    window.settle();
    window.edit(2); // the run is another session's now
    window.save("m.ulps");
    window.train();
    window.settle();
    window.edit(3);
    window.settle();
    window.edit(4);
    window.save("m.ulps"); // sooner than the edit is kept
    window.train();
    window.kept.setStarred({window.kept.runs().front().id}, true);
    window.settle();
    window.edit(5);
    window.save("n.ulps");
    window.edit(6);
    window.settle();
}

void restart(Window& window, const QString& folder)
{
    std::vector<LostSession> found = findLostSessions(folder + QStringLiteral("/state"));
    if (!found.empty()) {
        if (found.size() != 1 || !found.front().content)
            std::abort();
        LostSession lost = std::move(found.front());
        window.swap.restore(lost);
        if (lost.runs.isEmpty())
            window.saved.keepUnsavedIn(window.swap.runsPath());
        else
            window.saved.restoreUnsaved(lost.runs);
    } else {
        for (const char* name : {"n.ulps", "m.ulps"})
            if (const QString file = window.user + QString::fromUtf8(name); QFile::exists(file)) {
                if (!window.document.open(file).ok())
                    std::abort();
                break;
            }
    }
    while (window.saved.isReading())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    const QString file = window.document.filePath();
    std::cout << "session " << window.number() << ' ' << file.toStdString() << std::endl;
    if (!file.isEmpty() && window.document.lossOfSaving(file).wasChanged)
        std::cout << "foreign" << std::endl;
    window.showRuns();
    window.showRunsOfFiles();
    window.save(file.isEmpty() ? "restored.ulps" : file.section(QLatin1Char('/'), -1).toUtf8().constData());
    window.swap.discard();
    window.saved.discardUnsaved();
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    Result<Kernels> kernels = Kernels::load();
    if (argc != 3 || !kernels)
        return 2;
    const std::string mode = argv[1];
    const QString folder = QString::fromLocal8Bit(argv[2]);
    Window window(std::make_shared<const Kernels>(*std::move(kernels)), folder);
    if (mode == "work") {
        work(window);
        ::_exit(0);
    }
    restart(window, folder);
    return 0;
}
