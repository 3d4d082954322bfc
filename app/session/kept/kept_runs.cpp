// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept/kept_runs.h"

#include "app/io/session/session_difference.h"
#include "app/session/same_task.h"
#include "app/session/shown_run.h"
#include "engine/base/shown_text.h"
#include "engine/session/same_training.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::size_t kWhole = 2; ///< newest runs that are not thinned: the one on the screen and its ghost
constexpr std::size_t kFewestPoints = 64;

QString madeName(const SessionSpec& session, const SessionSpec* before)
{
    if (before == nullptr || before->title != session.title)
        return session.title.empty() ? QString()
                                     : QCoreApplication::translate("ulpscope", session.title.c_str());
    const std::string changes = shortDescription(sessionDifferences(*before, session));
    return changes.empty() ? QCoreApplication::translate("ulpscope::KeptRuns", "again")
                           : QString::fromStdString(changes);
}

/// Whether the later run repeats the earlier one bit for bit and at least as far. The same session can give other bits
/// on another machine or by another version; then both are worth keeping.
bool isRepeatedBy(const RunHistory& earlier, const RunHistory& later)
{
    if (earlier.stepsDone() > later.stepsDone() || !trainsTheSame(earlier.session(), later.session())
        || !later.mayHaveArithmeticOf(earlier))
        return false;
    const StepRecord& last = earlier.last();
    const StepRecord* same = later.recordAt(last.step);
    if (same == nullptr || same->step != last.step) // thinned out
        return true;
    const auto haveSameBits = [](double a, double b) {
        return std::memcmp(&a, &b, sizeof a) == 0;
    }; // NaN is equal to the same NaN here
    return haveSameBits(same->loss, last.loss) && haveSameBits(same->gradientAmax, last.gradientAmax)
        && same->counts == last.counts;
}

constexpr qsizetype kLongestSavedText = 200; ///< the limit that the window's editors have too

/// A stranger's: nothing in it moves what is around it.
QString savedText(const std::string& text)
{
    return QString::fromStdString(shownLine(text)).left(kLongestSavedText);
}

/// The name itself, or the name with a number behind it if it is taken.
QString numberedName(const QString& name, int number)
{
    return number == 1 ? name : QStringLiteral("%1 (%2)").arg(name).arg(number);
}

} // namespace

QString KeptRun::name() const
{
    return numberedName(givenName.isEmpty() ? madeName : givenName, namesake);
}

KeptRuns::KeptRuns(ShownRun& shown, QObject* parent)
    : QObject(parent)
    , m_shown(shown)
{
    connect(&shown, &ShownRun::replaced, this, &KeptRuns::onReplaced);
    connect(&shown, &ShownRun::grew, this, &KeptRuns::onGrew);
    onReplaced();
}

KeptRun* KeptRuns::at(KeptRunId id)
{
    const auto found
        = std::find_if(m_runs.begin(), m_runs.end(), [&](const KeptRun& run) { return run.id == id; });
    return found == m_runs.end() ? nullptr : &*found;
}

const KeptRun* KeptRuns::find(KeptRunId id) const
{
    return const_cast<KeptRuns*>(this)->at(id);
}

std::vector<const KeptRun*> KeptRuns::compared() const
{
    std::vector<const KeptRun*> chosen;
    for (const KeptRun& run : m_runs)
        if (isInComparison(run))
            chosen.push_back(&run);
    return chosen;
}

bool KeptRuns::isInComparison(const KeptRun& run) const
{
    return run.isChosen()
        || (run.inComparison != InComparison::Never && (isShown(run) || run.run == m_shown.ghost()));
}

std::size_t KeptRuns::bytes() const
{
    std::size_t sum = 0;
    for (std::size_t i = 0; i + kWhole < m_runs.size(); ++i)
        sum += m_runs[i].run->bytes();
    return sum;
}

std::size_t KeptRuns::allBytes() const
{
    std::size_t sum = 0;
    for (const KeptRun* run : const_cast<KeptRuns*>(this)->all())
        sum += run->run->bytes();
    return sum;
}

void KeptRuns::makeRoom(std::size_t bytes)
{
    const std::size_t now = this->bytes();
    fitBudget(now - std::min(now, bytes));
    if (this->bytes() < now)
        emit listChanged();
}

void KeptRuns::rename(KeptRunId id, const QString& name)
{
    KeptRun* run = at(id);
    if (run == nullptr || run->name() == name.trimmed())
        return;
    run->givenName = name.trimmed() == run->madeName ? QString() : name.trimmed();
    run->namesake = 1;
    giveOwnName(*run);
    emit runsChanged();
    if (isGhost(*run)) // the grey run's name is in the legends
        m_shown.setGhost(run->run, run->name());
}

void KeptRuns::renameSweep(const QString& sweep, const QString& name)
{
    if (name.trimmed().isEmpty() || name.trimmed() == sweep)
        return;
    const QString free = freeSweepName(name.trimmed());
    for (KeptRun* run : all())
        if (run->sweep == sweep) {
            run->sweep = free;
            run->isSweepNamed = true;
        }
    emit sweepRenamed(sweep, free);
    emit listChanged(); // a new name can put the run into another row
}

void KeptRuns::setNote(KeptRunId id, const QString& note)
{
    if (KeptRun* run = at(id); run != nullptr && run->note != note) {
        run->note = note;
        emit runsChanged();
    }
}

void KeptRuns::setStarred(const std::vector<KeptRunId>& ids, bool isStarred)
{
    bool hasChanged = false;
    for (const KeptRunId id : ids)
        if (KeptRun* run = at(id); run != nullptr && run->isStarred != isStarred) {
            run->isStarred = isStarred;
            hasChanged = true;
        }
    if (hasChanged)
        emit runsChanged();
}

void KeptRuns::setCompared(const std::vector<KeptRunId>& ids, bool isCompared)
{
    bool hasChanged = false;
    for (const KeptRunId id : ids) {
        KeptRun* run = at(id);
        if (run == nullptr || (run->isChosen() == isCompared && isInComparison(*run) == isCompared))
            continue;
        run->inComparison = isCompared ? InComparison::Chosen : InComparison::Never;
        tellApart(*run);
        hasChanged = true;
    }
    if (hasChanged)
        emit runsChanged();
}

void KeptRuns::setAsideOtherTasks(const SessionSpec& session)
{
    bool hasChanged = false;
    for (KeptRun& run : m_runs) {
        if (!run.isCompared())
            continue;
        const InComparison wanted
            = areOfOneTask(run.run->session(), session) ? InComparison::Chosen : InComparison::SetAside;
        hasChanged = std::exchange(run.inComparison, wanted) != wanted || hasChanged;
        tellApart(run);
    }
    if (hasChanged)
        emit runsChanged();
}

std::shared_ptr<const RemovedRuns> KeptRuns::remove(const std::vector<KeptRunId>& ids)
{
    const auto removed = std::make_shared<RemovedRuns>();
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        if (const KeptRun& run = m_runs[i]; std::ranges::count(ids, run.id) > 0 && !isShown(run))
            removed->push_back({run, i, isGhost(run)});
    if (removed->empty())
        return removed;
    if (std::ranges::any_of(*removed, &RemovedRun::wasGhost))
        m_shown.setGhost(nullptr, {});
    for (auto gone = removed->rbegin(); gone != removed->rend(); ++gone)
        m_runs.erase(m_runs.begin() + std::ptrdiff_t(gone->place));
    std::erase_if(m_removed, [](const std::weak_ptr<RemovedRuns>& each) { return each.expired(); });
    m_removed.push_back(removed);
    emit listChanged();
    return removed;
}

void KeptRuns::putBack(const RemovedRuns& removed)
{
    for (const auto& [gone, place, wasGhost] : removed) {
        const auto again = std::ranges::find_if(m_runs, [&gone = gone, this](const KeptRun& kept) {
            return kept.sweep == gone.sweep && isOne(kept.home, gone.home)
                && isRepeatedBy(*gone.run, *kept.run);
        });
        const bool isThere = again != m_runs.end();
        KeptRun& back = isThere
            ? *again
            : *m_runs.insert(m_runs.begin() + std::ptrdiff_t(std::min(place, m_runs.size())), gone);
        if (isThere)
            inherit(back, gone);
        tellApart(back);
        giveOwnName(back);
        if (wasGhost && !m_shown.chosenGhost())
            m_shown.setGhost(back.run, back.name());
    }
    fitBudget();
    emit listChanged();
}

std::vector<KeptRun*> KeptRuns::all()
{
    std::vector<KeptRun*> all;
    for (KeptRun& run : m_runs)
        all.push_back(&run);
    for (const std::weak_ptr<RemovedRuns>& each : m_removed)
        if (const std::shared_ptr<RemovedRuns> removed = each.lock())
            for (RemovedRun& gone : *removed)
                all.push_back(&gone.run);
    return all;
}

std::vector<KeptRunId> KeptRuns::others() const
{
    std::vector<KeptRunId> others;
    for (const KeptRun& run : m_runs)
        if (!run.isStarred && !isShown(run))
            others.push_back(run.id);
    return others;
}

void KeptRuns::show(KeptRunId id)
{
    if (KeptRun* run = at(id)) {
        if (run->inComparison == InComparison::Never)
            run->inComparison = InComparison::OnScreen;
        m_shown.show(run->run);
    }
}

void KeptRuns::toggleGhost(KeptRunId id)
{
    const KeptRun* run = at(id);
    if (run == nullptr)
        return;
    if (isGhost(*run))
        m_shown.setGhost(nullptr, {});
    else
        m_shown.setGhost(run->run, run->name());
    tellShownApart();
    emit listChanged();
}

bool KeptRuns::isGhost(const KeptRun& run) const
{
    return m_shown.chosenGhost() == run.run;
}

bool KeptRuns::isShown(const KeptRun& run) const
{
    return m_shown.run() == run.run;
}

KeptRunId KeptRuns::append(std::shared_ptr<const RunHistory> run, QString name)
{
    const KeptRunId id(m_nextId++);
    m_runs.push_back({.id = id,
        .run = std::move(run),
        .madeName = std::move(name),
        .look = freeLook(),
        .begun = QDateTime::currentDateTime(),
        .home = m_home});
    giveOwnName(m_runs.back());
    return id;
}

KeptRunId KeptRuns::add(std::shared_ptr<const RunHistory> run, const QString& name, const QString& sweep)
{
    if (run->mostPoints() > kMaxPoints + 1)
        run = run->thinned(kMaxPoints);
    const KeptRunId id = append(std::move(run), name);
    m_runs.back().sweep = sweep;
    fitBudget();
    emit listChanged();
    return id;
}

QString KeptRuns::freeSweepName(const QString& name)
{
    std::set<QString> taken;
    for (const KeptRun* run : all())
        taken.insert(run->sweep);
    int number = 1;
    while (taken.contains(numberedName(name, number)))
        ++number;
    return numberedName(name, number);
}

std::vector<KeptRunId> KeptRuns::ofSweep(const QString& sweep) const
{
    std::vector<KeptRunId> ids;
    for (const KeptRun& run : m_runs)
        if (run.sweep == sweep)
            ids.push_back(run.id);
    return ids;
}

std::size_t KeptRuns::addSaved(std::vector<SavedRun> saved, const QString& home, Age age)
{
    std::size_t added = 0;
    const std::size_t before = m_runs.size();
    std::map<QString, QString> sweeps; // names of sweeps here, by their names in the file
    const auto sweepHere = [&](const std::string& text) {
        const QString name = savedText(text);
        if (name.isEmpty() || sweeps.contains(name))
            return name.isEmpty() ? QString() : sweeps[name];
        const bool isThere = std::ranges::any_of(
            m_runs, [&](const KeptRun& kept) { return kept.sweep == name && kept.home == home; });
        return sweeps[name] = isThere ? name : freeSweepName(name);
    };
    for (SavedRun& each : saved) {
        const RunLabel& label = each.label;
        const auto run = std::make_shared<const RunHistory>(std::move(each.run));
        const auto there = std::find_if(m_runs.begin(), m_runs.end(), [&](const KeptRun& kept) {
            // One that has grown while its file was read is that of the file.
            return kept.sweep.isEmpty() == label.sweep.empty() && isOne(kept.home, home)
                && (age == Age::Oldest || kept.run->stepsDone() == run->stepsDone())
                && isRepeatedBy(*run, *kept.run);
        });
        const bool isNew = there == m_runs.end();
        KeptRun& kept = isNew ? *at(append(run, savedText(label.madeName))) : *there;
        if (isNew || kept.home == m_homeWithoutFile)
            kept.home = home;
        if (age == Age::Oldest)
            kept.madeName = savedText(label.madeName); // as it would be, had it been repeated
        if (kept.givenName.isEmpty())
            kept.givenName = savedText(label.givenName);
        if (kept.note.isEmpty())
            kept.note = savedText(label.note);
        kept.isStarred = kept.isStarred || label.isStarred;
        if (label.isCompared && !kept.isCompared())
            kept.inComparison = InComparison::Chosen;
        kept.namesake = 1;
        giveOwnName(kept);
        if (!isNew) {
            tellApart(kept);
            continue;
        }
        kept.sweep = sweepHere(label.sweep);
        kept.look = label.look % kLooks;
        tellApart(kept);
        if (const QDateTime begun = QDateTime::fromString(QString::fromStdString(label.begun), Qt::ISODate);
            begun.isValid())
            kept.begun = begun;
        ++added;
    }
    if (age == Age::Oldest) {
        // Runs of this file go last; among them, first those that were read.
        const auto read = m_runs.begin() + std::ptrdiff_t(before);
        const auto own = std::stable_partition(
            m_runs.begin(), read, [&](const KeptRun& run) { return run.home != home; });
        std::rotate(own, read, m_runs.end());
    }
    fitBudget();
    emit listChanged();
    return added;
}

void KeptRuns::moveHome(const QString& from, const QString& to)
{
    for (KeptRun* run : all())
        if (run->home == from)
            run->home = to;
}

bool KeptRuns::isOne(const QString& a, const QString& b) const
{
    return a == b || a == m_homeWithoutFile || b == m_homeWithoutFile;
}

std::size_t KeptRuns::wouldDrop(std::size_t more) const
{
    return m_runs.size() - leftBeside(more).size();
}

std::vector<KeptRun> KeptRuns::leftBeside(std::size_t more) const
{
    const std::vector<std::vector<KeptRunId>> mayGo = rowsThatMayGo();
    const std::size_t wanted = unstarredRows() + more;
    const std::size_t rows = std::min(mayGo.size(), wanted - std::min(kMaxRuns, wanted));
    std::vector<KeptRun> left = m_runs;
    for (std::size_t row = 0; row < rows; ++row)
        std::erase_if(left, [&](const KeptRun& run) { return std::ranges::count(mayGo[row], run.id) > 0; });
    return left;
}

std::size_t KeptRuns::unstarredRows() const
{
    std::size_t alone = 0;
    std::set<QString> sweeps;
    for (const KeptRun& run : m_runs)
        if (!run.isStarred && run.sweep.isEmpty())
            ++alone;
        else if (!run.isStarred)
            sweeps.insert(run.sweep);
    return alone + sweeps.size();
}

std::vector<std::vector<KeptRunId>> KeptRuns::rowsThatMayGo() const
{
    std::set<QString> held; // sweeps whose row stays anyway
    for (const KeptRun& run : m_runs)
        if (isHeld(run) && !run.isStarred && !run.sweep.isEmpty())
            held.insert(run.sweep);
    std::vector<std::vector<KeptRunId>> rows;
    std::map<QString, std::size_t> rowOfSweep;
    for (const KeptRun& run : m_runs) {
        if (isHeld(run) || run.isStarred || held.contains(run.sweep))
            continue;
        if (run.sweep.isEmpty() || rowOfSweep.try_emplace(run.sweep, rows.size()).second)
            rows.push_back({run.id});
        else
            rows[rowOfSweep[run.sweep]].push_back(run.id);
    }
    return rows;
}

void KeptRuns::onReplaced()
{
    const std::shared_ptr<const RunHistory>& run = m_shown.run();
    if (!run)
        return;
    const bool isKnown
        = std::any_of(m_runs.begin(), m_runs.end(), [&](const KeptRun& kept) { return kept.run == run; });
    if (!isKnown) {
        std::erase_if(
            m_runs, [this](const KeptRun& kept) { return kept.run->stepsDone() == 0 && !isGhost(kept); });
        const SessionSpec* before = m_runs.empty() ? nullptr : &m_runs.back().run->session();
        dropRepeated(append(run, madeName(run->session(), before)));
        fitBudget();
    }
    tellShownApart();
    emit listChanged();
}

void KeptRuns::onGrew()
{
    const auto found = std::find_if(
        m_runs.begin(), m_runs.end(), [&](const KeptRun& kept) { return kept.run == m_shown.run(); });
    if (found == m_runs.end())
        return;
    const KeptRunId id = found->id;
    if (dropRepeated(id))
        emit listChanged();
    else
        emit grew(id);
}

/// The same session gives the same numbers again: a run that has been trained as far takes the place of the earlier one, with
/// what was said of it.
bool KeptRuns::dropRepeated(KeptRunId id)
{
    const auto newer
        = std::find_if(m_runs.begin(), m_runs.end(), [&](const KeptRun& kept) { return kept.id == id; });
    const auto repeated = std::find_if(m_runs.begin(), newer, [&](const KeptRun& kept) {
        // A sweep's point stays one, whatever was trained beside it.
        return kept.sweep == newer->sweep && isOne(kept.home, newer->home)
            && isRepeatedBy(*kept.run, *newer->run);
    });
    if (repeated == newer)
        return false;
    emit this->repeated(repeated->id, id);
    const KeptRun earlier = *repeated;
    const bool wasGhost = isGhost(earlier);
    m_runs.erase(repeated);
    KeptRun& stays = *at(id);
    inherit(stays, earlier);
    if (wasGhost)
        m_shown.setGhost(stays.run, stays.name());
    return true;
}

void KeptRuns::inherit(KeptRun& stays, const KeptRun& earlier)
{
    if (stays.home == m_homeWithoutFile)
        stays.home = earlier.home; // the file of that home would lose the run otherwise
    stays.madeName = earlier.madeName;
    if (stays.givenName.isEmpty())
        stays.givenName = earlier.givenName;
    if (stays.note.isEmpty())
        stays.note = earlier.note;
    stays.isStarred = stays.isStarred || earlier.isStarred;
    if (!stays.isCompared())
        stays.inComparison = earlier.isCompared() ? InComparison::Chosen : earlier.inComparison;
    stays.look = earlier.look;
    tellApart(stays);
    if (stays.givenName == earlier.givenName)
        stays.namesake = earlier.namesake;
    giveOwnName(stays);
}

void KeptRuns::giveOwnName(KeptRun& run)
{
    if (run.madeName.isEmpty() && run.givenName.isEmpty())
        return; // a run of a session without a title has no name
    std::set<QString> taken;
    for (const KeptRun& other : m_runs)
        if (other.id != run.id)
            taken.insert(other.name());
    while (taken.contains(run.name()))
        ++run.namesake;
}

void KeptRuns::tellApart(KeptRun& run)
{
    if (!isInComparison(run))
        return;
    const std::array<LookUse, kLooks> others = lookUses(&run);
    const int free = freeLook(&run);
    const LookUse& own = others[std::size_t(run.look)];
    const LookUse& best = others[std::size_t(free)];
    if (std::pair(best.colorDrawn, best.drawn) < std::pair(own.colorDrawn, own.drawn))
        run.look = free;
}

/// Gives the shown run and its ghost distinct looks, because they are compared without being chosen.
void KeptRuns::tellShownApart()
{
    for (KeptRun& run : m_runs)
        if (isShown(run) || run.run == m_shown.ghost())
            tellApart(run);
}

std::array<KeptRuns::LookUse, KeptRuns::kLooks> KeptRuns::lookUses(const KeptRun* but) const
{
    std::array<LookUse, kLooks> uses{};
    for (const KeptRun& run : m_runs) {
        if (&run == but)
            continue;
        LookUse& use = uses[std::size_t(run.look)];
        if (isInComparison(run)) {
            ++use.drawn;
            for (int look = run.look % kColors; look < kLooks; look += kColors)
                ++uses[std::size_t(look)].colorDrawn;
        }
        ++use.all;
    }
    return uses;
}

/// The look with the fewest drawn runs, and among these the one with the fewest runs.
int KeptRuns::freeLook(const KeptRun* but) const
{
    const std::array<LookUse, kLooks> uses = lookUses(but);
    return int(std::ranges::min_element(uses) - uses.begin());
}

bool KeptRuns::isHeld(const KeptRun& run) const
{
    return isShown(run) || isGhost(run) || run.run == m_shown.ghost();
}

void KeptRuns::fitBudget(std::size_t mostBytes)
{
    const auto thin = [&](KeptRun& run, std::size_t points) {
        if (!isHeld(run) && run.run->mostPoints() > points + 1) // and the newest
            run.run = run.run->thinned(points);
    };
    const auto end
        = [this] { return m_runs.begin() + std::ptrdiff_t(m_runs.size() - std::min(m_runs.size(), kWhole)); };
    std::for_each(m_runs.begin(), end(), [&](KeptRun& run) { thin(run, kMaxPoints); });
    QStringList names;
    QStringList homes;
    const auto isOfSweep
        = [this](const std::vector<KeptRunId>& row) { return !find(row.front())->sweep.isEmpty(); };
    // Never those that have just come.
    const auto dropOldest = [&](bool sweepsFirst) {
        std::vector<std::vector<KeptRunId>> rows = rowsThatMayGo();
        std::erase_if(rows, [&](const std::vector<KeptRunId>& row) {
            return std::any_of(
                end(), m_runs.end(), [&](const KeptRun& run) { return std::ranges::count(row, run.id) > 0; });
        });
        auto oldest = sweepsFirst ? std::ranges::find_if(rows, isOfSweep) : rows.begin();
        if (oldest == rows.end())
            oldest = rows.begin();
        if (oldest == rows.end())
            return false;
        const auto goes = [&](const KeptRun& run) { return std::ranges::count(*oldest, run.id) > 0; };
        for (const KeptRun& run : m_runs)
            if (goes(run)) {
                names += run.name();
                if (!run.home.isEmpty() && !homes.contains(run.home))
                    homes += run.home;
            }
        std::erase_if(m_runs, goes);
        return true;
    };
    while ((unstarredRows() > kMaxRuns && dropOldest(false))
        || (m_runs.size() > kMaxRunsInFile && dropOldest(true))) { }
    QStringList thinned;
    const auto thinOldest = [&](bool areStarred) {
        for (std::size_t points = kMaxPoints / 2; bytes() > mostBytes && points >= kFewestPoints; points /= 2)
            for (auto run = m_runs.begin(); run != end() && bytes() > mostBytes; ++run) {
                if (run->isStarred != areStarred)
                    continue;
                const auto before = run->run;
                thin(*run, points);
                if (run->run != before && !thinned.contains(run->name()))
                    thinned += run->name();
            }
    };
    thinOldest(false);
    while (bytes() > mostBytes && dropOldest(true)) { }
    thinOldest(true);
    thinned.removeIf([&](const QString& name) { return names.contains(name); });
    if (!thinned.isEmpty())
        emit thinnedOut(thinned);
    if (!names.isEmpty())
        emit dropped(names, homes);
}

} // namespace ulpscope
