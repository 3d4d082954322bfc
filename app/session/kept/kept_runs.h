// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a window, newest last. A run that took a step stays, with fewer points as it gets older, until there are too many.
// What the user says of a run (name, note, star) is kept with it.
#pragma once

#include "app/io/runs/runs_file.h"
#include "app/session/run_history.h"
#include "engine/base/id.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>

#include <array>
#include <compare>
#include <memory>
#include <optional>
#include <vector>

namespace ulpscope {

class ShownRun;

using KeptRunId = Id<struct KeptRunTag>; ///< never given again

/// Whether a run takes part in the comparison.
enum class InComparison {
    OnScreen, ///< only while the run is on the screen
    Chosen, ///< always
    SetAside, ///< it was chosen, but learns another task than the open session; counts as OnScreen until a session of its task is open
    Never ///< not even on the screen, until it is shown again
};

struct KeptRun
{
    KeptRunId id;
    std::shared_ptr<const RunHistory> run; ///< never null
    QString madeName; ///< made from its session: what differs from the run before
    QString givenName = {}; ///< given by the user; empty: none
    int namesake = 1; ///< number among runs of the same name; shown from 2 on, and not saved
    QString note = {};
    bool isStarred = false; ///< the run never makes room for newer ones
    InComparison inComparison = InComparison::OnScreen;
    int look = 0; ///< index for PlotTheme::runPen()
    QString sweep = {}; ///< name of the sweep that the run is a point of; empty: none
    bool isSweepNamed = false; ///< the user named the sweep
    QDateTime begun; ///< local time
    QString home = {}; ///< path of the file that the run is saved in; empty: none

    /// The name to show, which no other run of the window has.
    QString name() const;
    bool isChosen() const { return inComparison == InComparison::Chosen; }
    /// Whether the run was chosen for comparison, also where it is set aside now.
    bool isCompared() const { return isChosen() || inComparison == InComparison::SetAside; }
};

/// A run that was removed, with its place in the list.
struct RemovedRun
{
    KeptRun run;
    std::size_t place = 0;
    bool wasGhost = false;
};
using RemovedRuns = std::vector<RemovedRun>;

class KeptRuns : public QObject
{
    Q_OBJECT
public:
    static constexpr std::size_t kMaxRuns = 50; ///< a sweep counts as one run; starred runs are not counted
    static constexpr int kLooks = 20; ///< looks that can be told apart
    static constexpr int kColors
        = 5; ///< looks whose indices differ by a multiple of kColors share a colour and differ in dashes
    static constexpr std::size_t kMaxBytes = std::size_t{256} << 20; ///< without the two newest runs
    static constexpr std::size_t kMaxPoints
        = 2048; ///< steps, and points of a metric, that a run keeps once it is no longer new

    /// `shown` must outlive this.
    explicit KeptRuns(ShownRun& shown, QObject* parent = nullptr);

    const std::vector<KeptRun>& runs() const { return m_runs; }
    /// The run of that id; null if it is gone.
    const KeptRun* find(KeptRunId id) const;
    /// The chosen runs, the run on the screen and its ghost, unless those are left out; oldest first.
    std::vector<const KeptRun*> compared() const;
    /// Memory of the runs except the two newest, in bytes.
    std::size_t bytes() const;
    /// Memory of all runs, and of removed runs that Undo may bring back, in bytes.
    std::size_t allBytes() const;
    /// Frees `bytes` bytes, or as many as possible: first points of runs without a star, oldest first, then these runs, then points of
    /// starred runs. The two newest runs and those on the screen keep everything. Emits thinnedOut() and dropped().
    void makeRoom(std::size_t bytes);

    // The id of a run that is gone changes nothing.
    void rename(KeptRunId id, const QString& name); ///< an empty name restores the made one
    void renameSweep(const QString& sweep, const QString& name);
    void setNote(KeptRunId id, const QString& note);
    void setStarred(const std::vector<KeptRunId>& ids, bool isStarred);
    /// isCompared: false also leaves a run out that is on the screen.
    void setCompared(const std::vector<KeptRunId>& ids, bool isCompared);
    /// Sets chosen runs aside whose task differs from the session's, and takes those of the same task back.
    void setAsideOtherTasks(const SessionSpec& session);
    /// Whether the run is one of compared().
    bool isInComparison(const KeptRun& run) const;
    /// Removes these runs, except the one on the screen. Returns what was removed; while the caller holds it, it follows renamed
    /// files and sweeps.
    std::shared_ptr<const RemovedRuns> remove(const std::vector<KeptRunId>& ids);
    /// Puts removed runs back into their places. If a run was trained again meanwhile, name, note and star go to the new run.
    void putBack(const RemovedRuns& removed);
    /// Shows the run in place of the newest one.
    void show(KeptRunId id);
    /// Makes the run the ghost behind the one on the screen; if it is the ghost already, the run before becomes it again.
    void toggleGhost(KeptRunId id);
    bool isGhost(const KeptRun& run) const;
    bool isShown(const KeptRun& run) const;

    /// Adds a run that the window did not train itself, such as a point of a sweep; keeps kMaxPoints of it.
    KeptRunId add(std::shared_ptr<const RunHistory> run, const QString& name, const QString& sweep = {});
    /// `name`, with a number appended if runs of another sweep have it, or removed ones that may come back.
    QString freeSweepName(const QString& name);
    std::vector<KeptRunId> ofSweep(const QString& sweep) const;
    /// All runs without a star, except the one on the screen.
    std::vector<KeptRunId> others() const;
    /// Place for added runs. Oldest: before the session's other runs but after other sessions' runs, which are dropped first.
    enum class Age { Newest, Oldest };
    /// Adds the runs of a file that are not there yet. A run of another session's file is added again, so that both files keep it.
    /// Returns how many were added.
    std::size_t addSaved(std::vector<SavedRun> saved, const QString& home, Age age = Age::Newest);
    /// Makes new runs belong to that file.
    void setHome(const QString& home) { m_home = home; }
    /// Runs of the file `from`, or without a file if that is empty, belong to the file `to`.
    void moveHome(const QString& from, const QString& to);
    /// Sets the home of runs that are in no session's file; it is empty at first.
    void setHomeWithoutFile(const QString& home) { m_homeWithoutFile = home; }
    /// How many runs would make room if `more` were added; a sweep counts as one.
    std::size_t wouldDrop(std::size_t more) const;
    /// The runs that would stay if `more` were added.
    std::vector<KeptRun> leftBeside(std::size_t more) const;

signals:
    /// The list has other runs, or another order.
    void listChanged();
    /// A run repeats the numbers of an earlier one, and is about to take its place.
    void repeated(ulpscope::KeptRunId earlier, ulpscope::KeptRunId by);
    void sweepRenamed(const QString& from, const QString& to);
    /// These runs made room for newer ones. homes: the files that they are saved in.
    void dropped(const QStringList& names, const QStringList& homes);
    /// These runs keep fewer points from now on, because all runs together took too much memory.
    void thinnedOut(const QStringList& names);
    /// Names, notes, stars or the comparison changed.
    void runsChanged();
    /// The run on the screen has more steps, or has ended.
    void grew(ulpscope::KeptRunId id);

private:
    KeptRun* at(KeptRunId id);
    void onReplaced();
    void onGrew();
    KeptRunId append(std::shared_ptr<const RunHistory> run, QString name);
    /// Removes the earlier run that this one repeats after it took steps. Returns whether there was one.
    bool dropRepeated(KeptRunId id);
    /// Gives the run that stays the name, note and star of the earlier run that it repeats.
    void inherit(KeptRun& stays, const KeptRun& earlier);
    /// All runs, and removed ones that may come back.
    std::vector<KeptRun*> all();
    /// Whether the run must stay, because it is on the screen or the ghost behind it.
    bool isHeld(const KeptRun& run) const;
    void fitBudget(std::size_t mostBytes = kMaxBytes);
    /// Number of rows of runs without a star; the runs of a sweep are one row.
    std::size_t unstarredRows() const;
    /// The rows that may make room, oldest first: a run each, or the runs of a sweep.
    std::vector<std::vector<KeptRunId>> rowsThatMayGo() const;
    /// Gives the run a look that no other run in the comparison has, as long as there are looks.
    void tellApart(KeptRun& run);
    void tellShownApart();
    struct LookUse
    {
        // The first member counts most, because noise hides dashes.
        int colorDrawn = 0; ///< runs of its colour in the comparison
        int drawn = 0; ///< runs of this look in the comparison
        int all = 0;

        auto operator<=>(const LookUse&) const = default;
    };
    /// Use of each look by all runs except `but`.
    std::array<LookUse, kLooks> lookUses(const KeptRun* but) const;
    int freeLook(const KeptRun* but = nullptr) const;
    /// Numbers the run if another run has its name.
    void giveOwnName(KeptRun& run);
    /// Whether runs of these homes may be merged: a run is never taken out of one session's file for another session.
    bool isOne(const QString& a, const QString& b) const;

    ShownRun& m_shown;
    std::vector<KeptRun> m_runs;
    std::vector<std::weak_ptr<RemovedRuns>> m_removed;
    std::size_t m_nextId = 0;
    QString m_home;
    QString m_homeWithoutFile;
};

} // namespace ulpscope
