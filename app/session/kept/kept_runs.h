// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a window, newest last: each that took a step stays, thinned out as it gets older, until there are too many.
// What a person says of a run is kept with it.
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

struct KeptRun
{
    KeptRunId id;
    std::shared_ptr<const RunHistory> run; ///< never null
    QString madeName; ///< from its session: what differs from the run before
    QString givenName = {}; ///< by a person; empty: none
    int namesake = 1; ///< the how-manieth of that name it is; said from 2 on, and in no file
    QString note = {};
    bool isStarred = false; ///< stays, whatever comes after it
    bool isCompared = false;
    bool isSetAside
        = false; ///< of what is compared: it learns something else than what is open, and was not chosen since
    bool isLeftOut = false; ///< of the comparison, though it is on the screen; until it is shown again
    int look = 0; ///< of PlotTheme::runPen()
    QString sweep = {}; ///< the name of the sweep that it is a point of; empty: of none
    bool isSweepNamed = false; ///< by a person
    QDateTime begun; ///< local time
    QString home = {}; ///< the file that it is saved in; empty: none

    /// That no other run has.
    QString name() const;
    bool isChosen() const { return isCompared && !isSetAside; }
};

/// Runs that were taken away, each with its place in the list.
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
    static constexpr std::size_t kMaxRuns = 50; ///< a sweep's are one; starred ones come on top
    static constexpr int kLooks = 20; ///< that can be told apart
    static constexpr int kColors
        = 5; ///< of looks: those that are kColors apart have one colour, and other dashes
    static constexpr std::size_t kMaxBytes = std::size_t{256} << 20; ///< of all runs but the two newest
    static constexpr std::size_t kMaxPoints
        = 2048; ///< steps, and points of a metric, of a run that is no longer new

    /// `shown` must outlive this.
    explicit KeptRuns(ShownRun& shown, QObject* parent = nullptr);

    const std::vector<KeptRun>& runs() const { return m_runs; }
    /// Null if it is no longer there.
    const KeptRun* find(KeptRunId id) const;
    /// The one on the screen and what it is compared with there, unless they are left out, and those that were chosen; oldest first.
    std::vector<const KeptRun*> compared() const;
    /// Of the runs, without the two newest.
    std::size_t bytes() const;
    /// Bytes that all kept runs take, together with deleted ones that Undo may bring back.
    std::size_t allBytes() const;
    /// Gives up so many bytes, or as many as it can: points of runs without a star, the oldest first, then these runs, then points of
    /// starred ones; nothing of the two newest and of what is on the screen. thinnedOut() and dropped() tell.
    void makeRoom(std::size_t bytes);

    // A run that is no longer there changes nothing.
    void rename(KeptRunId id, const QString& name); ///< empty: its made name again
    void renameSweep(const QString& sweep, const QString& name);
    void setNote(KeptRunId id, const QString& note);
    void setStarred(const std::vector<KeptRunId>& ids, bool isStarred);
    /// false: not even while it is on the screen.
    void setCompared(const std::vector<KeptRunId>& ids, bool isCompared);
    /// Of runs that are compared those that learn something else are set aside, until such a session is there again.
    void setAsideOtherTasks(const SessionSpec& session);
    /// Whether it is one of compared().
    bool isInComparison(const KeptRun& run) const;
    /// But the one on the screen, which stays. What went; as long as somebody holds it, it follows its file and its sweep to
    /// other names.
    std::shared_ptr<const RemovedRuns> remove(const std::vector<KeptRunId>& ids);
    /// To their places; what was said of one that was trained again meanwhile is said of that.
    void putBack(const RemovedRuns& removed);
    /// On the screen, in place of the newest one.
    void show(KeptRunId id);
    /// What the run on the screen is compared with, until the next call; the run before when it is that already.
    void toggleGhost(KeptRunId id);
    bool isGhost(const KeptRun& run) const;
    bool isShown(const KeptRun& run) const;

    /// A run that was not trained here, such as a point of a sweep; thinned at once.
    KeptRunId add(std::shared_ptr<const RunHistory> run, const QString& name, const QString& sweep = {});
    /// That, or with a number behind it where runs of another sweep have it, or had it and may come back.
    QString freeSweepName(const QString& name);
    std::vector<KeptRunId> ofSweep(const QString& sweep) const;
    /// All that are not starred, but for the one on the screen.
    std::vector<KeptRunId> others() const;
    /// Oldest: before the session's other runs, and behind those of other sessions, which make room first.
    enum class Age { Newest, Oldest };
    /// Runs of a file; without those that are there already, but for runs of another session's file, which each of the two
    /// has. How many came.
    std::size_t addSaved(std::vector<SavedRun> saved, const QString& home, Age age = Age::Newest);
    /// Runs from now on are saved in that file.
    void setHome(const QString& home) { m_home = home; }
    /// Those of one file, or with an empty `from` of none, are saved in another one.
    void moveHome(const QString& from, const QString& to);
    /// The home of runs that are in no session's file; empty at first.
    void setHomeWithoutFile(const QString& home) { m_homeWithoutFile = home; }
    /// How many of the runs that are there would make room for so many more, a sweep being one.
    std::size_t wouldDrop(std::size_t more) const;
    /// Those that would stay.
    std::vector<KeptRun> leftBeside(std::size_t more) const;

signals:
    /// There are others, or in another order.
    void listChanged();
    /// A run has the same numbers as an earlier one, and is about to take its place.
    void repeated(ulpscope::KeptRunId earlier, ulpscope::KeptRunId by);
    void sweepRenamed(const QString& from, const QString& to);
    /// These have made room for newer ones. homes: the files that they are saved in.
    void dropped(const QStringList& names, const QStringList& homes);
    /// These have fewer points from now on, because all together took too much.
    void thinnedOut(const QStringList& names);
    /// What is said of some.
    void runsChanged();
    /// The one on the screen has more steps, or has ended.
    void grew(ulpscope::KeptRunId id);

private:
    KeptRun* at(KeptRunId id);
    void onReplaced();
    void onGrew();
    KeptRunId append(std::shared_ptr<const RunHistory> run, QString name);
    /// That run has taken steps: an earlier one of the same session that it repeats goes. Whether there was one.
    bool dropRepeated(KeptRunId id);
    /// That repeats another one: what was said of that is said of it from now on.
    void inherit(KeptRun& stays, const KeptRun& earlier);
    /// Those of remove() too, as long as they may come back.
    std::vector<KeptRun*> all();
    /// It stays, whatever comes: on the screen, or what that is compared with.
    bool isHeld(const KeptRun& run) const;
    void fitBudget(std::size_t mostBytes = kMaxBytes);
    /// How many rows those without a star are: a sweep's are one.
    std::size_t unstarredRows() const;
    /// What makes room together, oldest first: a run, or those of a sweep.
    std::vector<std::vector<KeptRunId>> rowsThatMayGo() const;
    /// In the comparison it looks like no other run, as far as there are looks.
    void tellApart(KeptRun& run);
    void tellShownApart();
    struct LookUse
    {
        // The first one counts most: noise swallows dashes.
        int colorDrawn = 0; ///< looks of its colour in the comparison
        int drawn = 0; ///< in the comparison
        int all = 0;

        auto operator<=>(const LookUse&) const = default;
    };
    /// By look; of all runs but that one (null: of all).
    std::array<LookUse, kLooks> lookUses(const KeptRun* but) const;
    int freeLook(const KeptRun* but = nullptr) const;
    /// The next number if another run has its name.
    void giveOwnName(KeptRun& run);
    /// A run of both homes can be one: it is not taken out of a session's file that the other session does not have.
    bool isOne(const QString& a, const QString& b) const;

    ShownRun& m_shown;
    std::vector<KeptRun> m_runs;
    std::vector<std::weak_ptr<RemovedRuns>> m_removed;
    std::size_t m_nextId = 0;
    QString m_home;
    QString m_homeWithoutFile;
};

} // namespace ulpscope
