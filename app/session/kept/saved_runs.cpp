// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept/saved_runs.h"

#include "app/session/kept/private_folder.h"
#include "engine/file/whole_file.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>

#include <algorithm>
#include <exception>
#include <type_traits>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::size_t kManyRuns = 10; ///< unsaved ones that are worth a question

std::filesystem::path placeOf(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

QByteArray sha256(std::string_view bytes)
{
    return QCryptographicHash::hash(
        QByteArrayView(bytes.data(), qsizetype(bytes.size())), QCryptographicHash::Sha256);
}

RunLabel labelOf(const KeptRun& run)
{
    return {.madeName = run.madeName.toStdString(),
        .givenName = run.givenName.toStdString(),
        .note = run.note.toStdString(),
        .begun = run.begun.toString(Qt::ISODate).toStdString(),
        .isStarred = run.isStarred,
        .isCompared = run.isCompared(),
        .look = run.look,
        .sweep = run.sweep.toStdString()};
}

/// A run that does not change any more, and what is said of it.
struct Snapshot
{
    std::shared_ptr<const RunHistory> run;
    RunLabel label;
    QString home;
};

using Chosen = std::function<bool(const KeptRun&)>;

Chosen ofHome(const QString& home)
{
    return [home](const KeptRun& run) { return run.home == home; };
}

/// Key of what a file of these runs should contain; another key means that the file has to be written again.
QByteArray stateOf(const KeptRuns& kept, const Chosen& isChosen)
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    for (const KeptRun& run : kept.runs())
        if (run.run->stepsDone() > 0 && isChosen(run))
            stream << quint64(run.id.index()) << qint64(run.run->stepsDone()) << run.run->summary.has_value()
                   << run.madeName << run.givenName << run.note << run.isStarred << run.isCompared()
                   << run.look << run.sweep << run.home;
    return state;
}

/// The user's changes of a run (title, star, notes), which training again does not restore; empty if there are none.
QByteArray saidOf(const KeptRun& run)
{
    const QString sweep = run.isSweepNamed ? run.sweep : QString();
    if (!run.isStarred && run.givenName.isEmpty() && run.note.isEmpty() && sweep.isEmpty())
        return {};
    QByteArray said;
    QDataStream(&said, QIODevice::WriteOnly) << run.isStarred << run.givenName << run.note << sweep;
    return said;
}

/// growing: the one run that may change, which is copied.
std::vector<Snapshot> snapshots(const KeptRuns& kept, const RunHistory* growing, const Chosen& isChosen)
{
    std::vector<Snapshot> all;
    for (const KeptRun& run : kept.runs()) {
        if (run.run->stepsDone() == 0 || !isChosen(run))
            continue;
        const bool mayGrow = run.run.get() == growing;
        all.push_back({mayGrow ? run.run->thinned(KeptRuns::kMaxPoints) : run.run, labelOf(run), run.home});
    }
    return all;
}

Result<std::string> bytesOf(const std::vector<Snapshot>& all, const std::filesystem::path& path)
{
    std::vector<SavedRun> runs;
    for (const Snapshot& each : all) {
        const bool isLong = each.run->mostPoints() > KeptRuns::kMaxPoints + 1;
        runs.push_back(
            {(isLong ? each.run->thinned(KeptRuns::kMaxPoints) : each.run)->recorded(), each.label});
    }
    Result<std::string> bytes = writeRuns(runs, path.parent_path());
    return bytes ? bytes : Error{path.string(), bytes.error().sentence(), ErrorKind::Output};
}

/// A file can have more than this machine has memory for.
template <class Read>
std::invoke_result_t<Read> guarded(const std::filesystem::path& path, Read read)
{
    try {
        return read();
    } catch (const std::exception& exception) {
        return Error{path.string(), exception.what()};
    }
}

/// Renames a file so that no window takes it for its swap file. Returns its new path.
Result<std::filesystem::path> putAside(const std::filesystem::path& path)
{
    std::filesystem::path aside = path;
    aside.replace_extension(kRunsFileSuffix);
    std::error_code error;
    std::filesystem::rename(path, aside, error);
    if (error)
        return Error{"", error.message(), ErrorKind::Output};
    return aside;
}

} // namespace

/// Runs read from a file, or why it cannot be read.
struct SavedRuns::ReadRuns
{
    QByteArray digest; ///< digest of the file that was read
    Result<std::vector<SavedRun>> runs;

    static ReadRuns of(const std::filesystem::path& path, const std::stop_token& stop)
    {
        QByteArray digest;
        Result<std::vector<SavedRun>> runs = guarded(path, [&]() -> Result<std::vector<SavedRun>> {
            const Result<std::string> bytes = readWholeFile(path, kLargestRunsFile, stop);
            if (!bytes)
                return bytes.error();
            digest = sha256(*bytes);
            Result<std::vector<SavedRun>> read = readRuns(*bytes, path.parent_path(), stop);
            return read ? std::move(read) : Error{path.string(), read.error().sentence(), read.error().kind};
        });
        return {digest, std::move(runs)};
    }
};

struct SavedRuns::File
{
    std::filesystem::path path;
    bool isCopy
        = false; ///< beside a swap file: no other process writes there, and without runs there is none
    QByteArray digest
        = {}; ///< digest of the file when it was last read or written here; empty: never. Used by the writer
    QByteArray state = {}; ///< state of the window's runs when they went to the writer; empty: they did not
    std::optional<Error> failure = {}; ///< why the last writing failed
    std::size_t writing = 0; ///< runs that are being written

    Status write(const std::vector<Snapshot>& runs)
    {
        if (isCopy && runs.empty()) {
            remove();
            return success();
        }
        const Result<std::string> bytes = bytesOf(runs, path);
        if (!bytes)
            return bytes.error();
        if (isCopy) {
            makePrivateFolder(path.parent_path());
            return writeWholeFile(path, *bytes, OnLoss::Accept);
        }
        const QByteArray wanted = sha256(*bytes);
        std::error_code error;
        if (std::filesystem::exists(path, error)) {
            const Result<std::string> old = readWholeFile(path, kLargestRunsFile);
            if (!old)
                return old.error();
            const QByteArray found = sha256(*old);
            if (found == wanted) {
                digest = wanted;
                return success();
            }
            if (found != digest)
                return Error{path.string(), "has runs that are not from here", ErrorKind::Output};
        }
        Status written = writeWholeFile(path, *bytes);
        if (written)
            digest = wanted;
        return written;
    }

    void remove() const
    {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
};

SavedRuns::SavedRuns(Document& document, KeptRuns& kept, const SessionRunner& runner, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_kept(kept)
    , m_runner(runner)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &SavedRuns::writeChanged);
    connect(&document, &Document::opened, this, &SavedRuns::onOpened);
    connect(&document, &Document::saved, this, &SavedRuns::onSaved);
    connect(&document, &Document::fileChanged, this, &SavedRuns::scheduleSoon);
    connect(&kept, &KeptRuns::listChanged, this, &SavedRuns::scheduleSoon);
    connect(&kept, &KeptRuns::runsChanged, this, &SavedRuns::scheduleSoon);
    connect(&kept, &KeptRuns::grew, this, &SavedRuns::scheduleWhileGrowing);
    connect(&kept, &KeptRuns::dropped, this,
        [this](const QStringList&, const QStringList& homes) { onDropped(homes); });
    connect(&runner, &SessionRunner::stateChanged, this, &SavedRuns::scheduleSoon);
    for (Aside* reader : {&m_reader, &m_importer, &m_restorer}) {
        connect(reader, &Aside::answered, this, &SavedRuns::readingChanged);
        connect(reader, &Aside::failed, this, &SavedRuns::readingChanged);
    }
    connect(this, &SavedRuns::readingChanged, this, &SavedRuns::takeLost);
}

SavedRuns::~SavedRuns()
{
    blockSignals(true); // who would be told may be gone already
    (void)writeNow();
}

QString SavedRuns::fileOf(const QString& sessionPath)
{
    if (sessionPath.isEmpty())
        return {};
    const QFileInfo session(sessionPath);
    const QString suffix = QString::fromUtf8(kRunsFileSuffix.data(), qsizetype(kRunsFileSuffix.size()));
    return session.absolutePath() + QLatin1Char('/') + session.completeBaseName() + QLatin1Char('.') + suffix;
}

void SavedRuns::keepUnsavedIn(const QString& path)
{
    finishRestoring();
    m_writer.wait();
    m_importer.finish(); // whose runs may be among those that move
    const QString before = std::exchange(m_unsavedHome, path);
    m_kept.moveHome(before, path);
    m_kept.setHomeWithoutFile(path);
    m_unwritten.erase(before);
    m_unwritten.insert(path);
    if (m_home == before)
        m_kept.setHome(m_home = path);
    if (m_unsaved)
        m_unsaved->remove();
    m_unsaved = std::make_shared<File>(File{placeOf(path), true});
    scheduleSoon();
}

void SavedRuns::restoreUnsaved(const QString& path)
{
    keepUnsavedIn(path);
    m_restorer.ask([this, path](const std::stop_token& stop) -> Aside::Answer {
        auto read = std::make_shared<ReadRuns>(ReadRuns::of(placeOf(path), stop));
        return [this, read] { m_lost = read; };
    });
    emit unsavedChanged(true);
    emit readingChanged();
}

void SavedRuns::takeLost()
{
    if (!m_lost || m_reader.isBusy())
        return;
    Result<std::vector<SavedRun>> runs = std::move(std::exchange(m_lost, nullptr)->runs);
    if (!runs) {
        leaveLost(runs.error());
        emit readingChanged();
        return;
    }
    std::map<QString, std::vector<SavedRun>> byHome;
    for (SavedRun& each : *runs) {
        const QString home = QString::fromStdString(std::exchange(each.label.home, {}));
        byHome[home.isEmpty() ? m_unsavedHome : home].push_back(std::move(each));
    }
    for (auto& [home, own] : byHome) {
        m_unwritten.insert(home); // until its file has them
        if (home != m_home && home != m_unsavedHome)
            m_restored.insert(home);
        if (home != m_home)
            m_kept.addSaved(std::move(own), home);
    }
    m_kept.addSaved(std::move(byHome[m_home]), m_home,
        KeptRuns::Age::Oldest); // runs trained while the file was read are newer
    writeUnsaved();
    emit readingChanged();
}

/// The file may be from a later version, so this window neither overwrites nor removes it.
void SavedRuns::leaveLost(const Error& reason)
{
    const std::filesystem::path path = m_unsaved->path;
    const Result<std::filesystem::path> aside = putAside(path);
    if (!aside) {
        m_unsaved.reset();
        emit notRestored(Error{"",
            reason.text() + "; nor can it be renamed: " + aside.error().text()
                + ". It stays as it is, and runs of this window are not kept should it be killed"});
        return;
    }
    writeUnsaved();
    emit notRestored(Error{"", reason.text() + "; it is kept as " + aside->string()});
}

void SavedRuns::finishRestoring()
{
    if (!isRestoring())
        return;
    m_restorer.finish();
    m_reader.finish();
    takeLost(); // takes what a killed window left, unless a file was read meanwhile
}

Status SavedRuns::mayDiscardUnsaved()
{
    finishRestoring();
    for (const KeptRun& run : m_kept.runs())
        if (m_restored.contains(run.home) && m_unwritten.contains(run.home))
            return Error{run.home.toStdString(),
                "does not have the runs that were restored here: open its session and save it",
                ErrorKind::Output};
    return success();
}

void SavedRuns::discardUnsaved()
{
    finishRestoring(); // a file that cannot be read is not removed
    m_writer.wait();
    if (m_unsaved)
        m_unsaved->remove();
    m_unsaved.reset(); // and so nothing is written any more
}

bool SavedRuns::isUnsaved(const KeptRun& run) const
{
    return m_unwritten.contains(run.home);
}

std::size_t SavedRuns::unsavedToMiss(bool isWithOpen) const
{
    std::size_t count = 0;
    std::size_t marked = 0;
    for (const KeptRun& run : m_kept.runs()) {
        const QByteArray said = saidOf(run);
        const auto elsewhere = m_elsewhere.find(run.id);
        const bool isElsewhere
            = elsewhere != m_elsewhere.end() && (said.isEmpty() || said == elsewhere->second);
        const bool isInFile = isElsewhere || !(run.home.isEmpty() || isUnsaved(run));
        if (run.run->stepsDone() == 0 || isInFile)
            continue;
        count += isWithOpen || run.home != m_home;
        marked += said.isEmpty() ? 0U : 1U;
    }
    return count >= kManyRuns ? std::max(count, marked) : marked;
}

void SavedRuns::takeImported(const QString& filePath, std::vector<SavedRun> runs, const QString& home)
{
    std::set<KeptRunId> before;
    for (const KeptRun& run : m_kept.runs())
        before.insert(run.id);
    const std::size_t added = m_kept.addSaved(std::move(runs), home);
    for (const KeptRun& run : m_kept.runs())
        if (!before.contains(run.id))
            m_elsewhere[run.id] = saidOf(run);
    emit imported(filePath, added);
}

bool SavedRuns::hasUnsaved() const
{
    std::size_t count = 0;
    bool isMissed = false; // by its file, which is about to get it, or because the user has marked it
    for (const KeptRun& run : m_kept.runs()) {
        if (run.run->stepsDone() == 0 || !isUnsaved(run))
            continue;
        ++count;
        const bool isAwaited = m_files.contains(run.home) || (run.home == m_home && m_reader.isBusy());
        const bool isOfAFile = run.home != m_unsavedHome && (!m_kept.isShown(run) || isAwaited);
        isMissed = isMissed || isOfAFile || !saidOf(run).isEmpty();
    }
    // Opening the session trains its one run again.
    return count > 1 || (count == 1 && (isMissed || m_document.isModified()));
}

void SavedRuns::writeUnsaved()
{
    if (!m_unsaved || isRestoring())
        return;
    const bool areThere = hasUnsaved();
    emit unsavedChanged(areThere);
    write(m_unsavedHome, m_unsaved, [=, this](const KeptRun& run) { return areThere && isUnsaved(run); });
}

void SavedRuns::write(const QString& home, const std::shared_ptr<File>& file, const Chosen& isChosen)
{
    const QByteArray state = stateOf(m_kept, isChosen);
    if (state == file->state)
        return;
    file->state = state;
    std::vector<Snapshot> runs = snapshots(m_kept, m_runner.history().get(), isChosen);
    for (Snapshot& each : runs)
        if (each.home != home)
            each.label.home = each.home.toStdString();
    file->writing = runs.size();
    m_writer.write(
        home, [file, runs = std::move(runs)] { return file->write(runs); },
        [this, home, file](const Status& written) {
            file->writing = 0;
            if (!file->isCopy)
                tell(home, *file, written);
            else if (!written) // the keeper of the session says so
                file->state.clear(); // tried again with the next change
        });
}

void SavedRuns::onOpened()
{
    (void)writeKept(); // writes the runs of the session before; failed() tells what went wrong
    if (m_reader.isBusy()) {
        m_reader.cancel();
        emit readingChanged();
    }
    const QString own = fileOf(m_document.filePath());
    m_home = own.isEmpty() ? m_unsavedHome : own;
    m_kept.setHome(m_home);
    if (own.isEmpty())
        return;
    if (QFileInfo::exists(own))
        read();
    else
        m_unwritten.insert(own);
}

void SavedRuns::onSaved()
{
    const QString home = fileOf(m_document.filePath());
    finishRestoring();
    m_reader.finish(); // the file's runs are not lost
    m_importer.finish(); // and goes along
    if (home == m_home && m_files.contains(home)) {
        m_files[home]->failure.reset(); // the next save reports it again
        m_files[home]->state.clear();
        writeChanged();
        return;
    }
    (void)writeFiles(); // the file before keeps what it has, and gets nothing more
    if (home != m_home) {
        m_files.erase(m_home);
        m_kept.moveHome(m_home, home);
        m_kept.setHome(home);
        m_home = home;
    }
    m_unwritten.insert(home); // the home stays in the set until its runs are written
    if (QFileInfo::exists(home)) // the runs of a session that was saved here before are not lost
        read(); // and then it is written
    else
        take(home, {});
    writeChanged();
}

/// They stay where they are: of these sessions nothing is written before they are opened again. Of the open one the newest
/// runs are saved all the same.
void SavedRuns::onDropped(const QStringList& homes)
{
    for (const QString& home : homes)
        if (home != m_home)
            m_files.erase(home);
}

void SavedRuns::read()
{
    m_files.erase(m_home);
    m_reader.ask([this, home = m_home](const std::stop_token& stop) -> Aside::Answer {
        auto read = std::make_shared<ReadRuns>(ReadRuns::of(placeOf(home), stop));
        return [this, home, read] { onRead(home, std::move(*read)); };
    });
    emit readingChanged();
}

void SavedRuns::onRead(const QString& home, ReadRuns read)
{
    if (!read.runs) {
        m_unwritten.insert(home);
        scheduleSoon();
        emit failed(
            tr("The runs of this session cannot be read, and their file stays as it is; runs from now on are "
               "not saved. %1")
                .arg(QString::fromStdString(read.runs.error().text())));
        return;
    }
    take(home, read.digest);
    m_kept.addSaved(*std::move(read.runs), home, KeptRuns::Age::Oldest);
}

void SavedRuns::settleReading()
{
    const auto own = std::count_if(m_kept.runs().begin(), m_kept.runs().end(),
        [this](const KeptRun& run) { return run.run->stepsDone() > 0 && run.home == m_home; });
    // One is what opening the session trains; of a session that was saved all are waited for.
    if (m_reader.isBusy() && (own > 1 || m_unwritten.contains(m_home)))
        m_reader.finish();
}

void SavedRuns::take(const QString& home, const QByteArray& digest)
{
    auto file = std::make_shared<File>();
    file->path = placeOf(home);
    file->digest = digest;
    m_files[home] = std::move(file);
}

void SavedRuns::scheduleSoon()
{
    m_timer.start(kQuietMs);
}

void SavedRuns::scheduleWhileGrowing()
{
    if (!m_timer.isActive())
        m_timer.start(kGrowingMs);
}

void SavedRuns::writeChanged()
{
    m_timer.stop();
    writeHomes();
    writeUnsaved();
}

void SavedRuns::writeHomes()
{
    for (const auto& [home, file] : m_files)
        write(home, file, ofHome(home));
}

/// The copy of a file's runs goes when the file has them, not before.
void SavedRuns::tell(const QString& home, File& file, const Status& written)
{
    const auto atTheEnd = qScopeGuard([this] { writeUnsaved(); });
    if (written) {
        m_unwritten.erase(home);
        file.failure.reset();
        return;
    }
    m_unwritten.insert(home);
    file.state.clear(); // tried again with the next change, and at the end
    if (!std::exchange(file.failure, written.error()))
        emit failed(
            tr("Runs are not saved: %1. File > Kept runs > Export runs… saves them elsewhere, or over it.")
                .arg(QString::fromStdString(written.error().text())));
}

Status SavedRuns::writeNow()
{
    m_importer.finish();
    return writeKept();
}

Status SavedRuns::writeFiles()
{
    beginWriting();
    return waitForHomes();
}

void SavedRuns::beginWriting()
{
    m_importer.finish();
    settleReading();
    writeHomes();
}

std::size_t SavedRuns::beingWritten() const
{
    std::size_t count = m_unsaved ? m_unsaved->writing : 0;
    for (const auto& [home, file] : m_files)
        count += file->writing;
    return count;
}

Status SavedRuns::writeKept()
{
    settleReading();
    writeChanged();
    return waitForHomes();
}

Status SavedRuns::waitForHomes()
{
    m_writer.wait();
    for (const auto& [home, file] : m_files)
        if (file->failure)
            return *file->failure;
    return success();
}

std::optional<QString> SavedRuns::homeAt(const QString& filePath) const
{
    const QFileInfo file(filePath);
    if (m_home != m_unsavedHome && file == QFileInfo(m_home))
        return m_home;
    for (const auto& [home, own] : m_files)
        if (file == QFileInfo(home))
            return home;
    return std::nullopt;
}

Result<std::size_t> SavedRuns::exportTo(const QString& filePath)
{
    finishRestoring();
    m_reader.finish();
    m_importer.finish();
    m_writer.wait();
    const std::filesystem::path path = placeOf(filePath);
    const std::optional<QString> home = homeAt(filePath);
    const std::vector<Snapshot> runs = snapshots(
        m_kept, m_runner.history().get(), home ? ofHome(*home) : [](const KeptRun&) { return true; });
    const Result<std::string> bytes = bytesOf(runs, path);
    if (!bytes)
        return bytes.error();
    if (const Status written = writeWholeFile(path, *bytes, OnLoss::Accept); !written)
        return written.error();
    if (home) {
        take(*home, sha256(*bytes)); // the user has agreed that the file may be replaced
        m_unwritten.erase(*home);
        writeUnsaved();
    } else {
        for (const KeptRun& run : m_kept.runs())
            m_elsewhere[run.id] = saidOf(run);
    }
    return runs.size();
}

void SavedRuns::importFrom(const QString& filePath)
{
    m_importer.ask([this, filePath, home = m_home](const std::stop_token& stop) -> Aside::Answer {
        auto read = std::make_shared<ReadRuns>(ReadRuns::of(placeOf(filePath), stop));
        return [this, filePath, home, read] {
            if (read->runs)
                takeImported(filePath, *std::move(read->runs), home);
            else
                emit notImported(QString::fromStdString(read->runs.error().text()));
        };
    });
    emit readingChanged();
}

} // namespace ulpscope
