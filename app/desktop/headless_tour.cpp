// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/headless_tour.h"

#include "app/io/runs/run_files.h"
#include "app/io/runs/run_summary_text.h"
#include "app/io/session/session_file.h"
#include "app/session/missing_package.h"
#include "engine/base/shown_text.h"

#include <chrono>
#include <ostream>

namespace ulpscope {

namespace {

/// One line for each scene: redrawn ten times a second on a terminal, else written when a quarter more is done.
class ProgressLine
{
public:
    ProgressLine(std::ostream& log, std::string title, bool isTerminal)
        : m_log(log)
        , m_title(std::move(title))
        , m_isTerminal(isTerminal)
    {
    }

    void show(std::int64_t done, std::int64_t steps)
    {
        const auto now = std::chrono::steady_clock::now();
        const std::int64_t percent = steps > 0 ? 100 * done / steps : 100;
        const bool isDue = m_isTerminal ? done == steps || now - m_shown >= std::chrono::milliseconds(100)
                                        : percent >= m_nextPercent;
        if (!isDue)
            return;
        m_shown = now;
        m_nextPercent = percent - percent % 25 + 25;
        m_log << (m_isTerminal ? "\r" : "") << m_title << ": " << percent << " %, step " << done << " of "
              << steps << (m_isTerminal && done < steps ? "" : "\n") << std::flush;
    }

private:
    std::ostream& m_log;
    std::string m_title;
    bool m_isTerminal;
    std::chrono::steady_clock::time_point m_shown{};
    std::int64_t m_nextPercent = 25;
};

void complain(const SessionSpec& session, const Error& error, std::ostream& log)
{
    log << shownLine(session.title) << " was not trained: " << printableText(error.text()) << '\n';
    if (const std::string package = missingPackage(session, error); !package.empty())
        log << "Its data is in the Debian package " << package << ". To get it:\n    "
            << installCommand(package) << '\n';
}

bool visit(const TourStop& stop, const Kernels& kernels, const TourOptions& options, std::ostream& out,
    std::ostream& log)
{
    const Result<SessionSpec> session = loadSession(stop.session);
    if (!session) {
        log << printableText(session.error().text()) << '\n';
        return false;
    }
    ProgressLine progress(log, shownLine(session->title), options.isTerminal);
    const RunToFilesOptions runOptions{options.folder / stop.name, options.threads, {}};
    const Result<FinishedRun> run
        = runIntoFolder(*session, kernels, runOptions, [&](std::int64_t done, std::int64_t steps) {
              progress.show(done, steps);
              return !options.isStopped();
          });
    if (!run) {
        complain(*session, run.error(), log);
        return false;
    }
    for (const Message& note : run->notes)
        log << "note: " << printableText(note.text()) << '\n';
    for (const Message& missing : run->leftOut)
        log << "not in policy.json: " << printableText(missing.text()) << '\n';
    out << shownLine(session->title) << " (" << session->policies.global.name << ")\n"
        << printableText(summaryTable(run->summary, *session)) << "files: " << runOptions.folder.string()
        << "/\n\n"
        << std::flush;
    return true;
}

} // namespace

bool runTour(const std::vector<TourStop>& stops, const Kernels& kernels, const TourOptions& options,
    std::ostream& out, std::ostream& log)
{
    bool isComplete = true;
    for (const TourStop& stop : stops)
        isComplete = !options.isStopped() && visit(stop, kernels, options, out, log) && isComplete;
    return isComplete;
}

} // namespace ulpscope
