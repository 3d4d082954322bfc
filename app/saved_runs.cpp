// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/saved_runs.h"

#include "engine/file/whole_file.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace ulpscope {

namespace {

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
        .isCompared = run.isCompared,
        .look = run.look};
}

/// A run that nobody changes any more, and what is said of it.
struct Snapshot
{
    std::shared_ptr<const RunHistory> run;
    RunLabel label;
};

/// growing: the one run that may change, which is copied. home: empty for all.
std::vector<Snapshot> snapshots(const KeptRuns& kept, const RunHistory* growing, const QString& home = {})
{
    std::vector<Snapshot> all;
    for (const KeptRun& run : kept.runs()) {
        if (run.run->stepsDone() == 0 || (!home.isEmpty() && run.home != home))
            continue;
        const bool mayGrow = run.run.get() == growing;
        all.push_back({mayGrow ? run.run->thinned(KeptRuns::kMostPoints) : run.run, labelOf(run)});
    }
    return all;
}

Result<std::string> bytesOf(const std::vector<Snapshot>& all, const std::filesystem::path& path)
{
    std::vector<SavedRun> runs;
    for (const Snapshot& each : all) {
        const bool isLong = each.run->mostPoints() > KeptRuns::kMostPoints + 1;
        runs.push_back(
            {(isLong ? each.run->thinned(KeptRuns::kMostPoints) : each.run)->recorded(), each.label});
    }
    Result<std::string> bytes = writeRuns(runs, path.parent_path());
    return bytes ? bytes : Error{path.string(), bytes.error().text(), ErrorKind::Output};
}

} // namespace

/// The writer's while it has something to do.
struct SavedRuns::File
{
    std::filesystem::path path;
    QByteArray digest; ///< of what it had when it was read or written here last; empty: it was not

    Status write(const std::vector<Snapshot>& runs)
    {
        const Result<std::string> bytes = bytesOf(runs, path);
        if (!bytes)
            return bytes.error();
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
};

SavedRuns::SavedRuns(Document& document, KeptRuns& kept, const SessionRunner& runner, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_kept(kept)
    , m_runner(runner)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kQuietMs);
    connect(&m_timer, &QTimer::timeout, this, &SavedRuns::write);
    connect(&m_writer, &BackgroundWriter::failed, this, [this](const QString& reason) {
        emit failed(
            tr("Runs are not saved: %1. File > Export runs… saves them elsewhere, or over it.").arg(reason));
    });
    connect(&document, &Document::opened, this, &SavedRuns::onOpened);
    connect(&document, &Document::saved, this, &SavedRuns::onSaved);
    connect(&kept, &KeptRuns::listChanged, this, &SavedRuns::schedule);
    connect(&kept, &KeptRuns::runChanged, this, &SavedRuns::schedule);
    connect(&runner, &SessionRunner::stateChanged, this, &SavedRuns::schedule);
}

SavedRuns::~SavedRuns()
{
    writeNow();
}

QString SavedRuns::fileOf(const QString& sessionPath)
{
    if (sessionPath.isEmpty())
        return {};
    const QFileInfo session(sessionPath);
    const QString suffix = QString::fromUtf8(kRunsFileSuffix.data(), qsizetype(kRunsFileSuffix.size()));
    return session.absolutePath() + QLatin1Char('/') + session.completeBaseName() + QLatin1Char('.') + suffix;
}

void SavedRuns::onOpened()
{
    writeNow(); // of the session before
    m_home = fileOf(m_document.filePath());
    m_kept.setHome(m_home);
    m_file.reset();
    if (!m_home.isEmpty() && QFileInfo::exists(m_home))
        read();
}

void SavedRuns::onSaved()
{
    const QString home = fileOf(m_document.filePath());
    if (m_file && home == m_home) {
        write();
        return;
    }
    writeNow(); // the file before keeps what it has
    m_kept.moveHome(m_home, home);
    m_kept.setHome(home);
    m_home = home;
    m_file.reset();
    if (QFileInfo::exists(home)) {
        if (!read()) // of a session that was saved here before: its runs are not lost
            return;
    } else {
        take({});
    }
    write();
}

bool SavedRuns::read()
{
    const std::filesystem::path path = placeOf(m_home);
    const Result<std::string> bytes = readWholeFile(path, kLargestRunsFile);
    Result<std::vector<SavedRun>> runs = bytes ? readRuns(*bytes, path.parent_path()) : bytes.error();
    if (!runs) {
        const std::string reason = bytes ? path.string() + ": " + runs.error().text() : bytes.error().text();
        emit failed(
            tr("The runs of this session cannot be read, and their file stays as it is; runs from now on are "
               "not saved. %1")
                .arg(QString::fromStdString(reason)));
        return false;
    }
    take(sha256(*bytes));
    m_kept.addSaved(*std::move(runs), m_home);
    return true;
}

void SavedRuns::take(const QByteArray& digest)
{
    m_file = std::make_shared<File>();
    m_file->path = placeOf(m_home);
    m_file->digest = digest;
    m_writer.forgetFailures();
}

void SavedRuns::schedule()
{
    const SessionRunner::State state = m_runner.state();
    if (m_file && state != SessionRunner::State::Loading)
        m_timer.start();
}

void SavedRuns::write()
{
    m_timer.stop();
    if (!m_file)
        return;
    m_writer.write([file = m_file, runs = snapshots(m_kept, m_runner.history().get(), m_home)] {
        return file->write(runs);
    });
}

void SavedRuns::writeNow()
{
    if (m_timer.isActive())
        write();
    m_writer.wait();
}

Status SavedRuns::exportTo(const QString& filePath)
{
    m_writer.wait();
    const std::filesystem::path path = placeOf(filePath);
    const Result<std::string> bytes = bytesOf(snapshots(m_kept, m_runner.history().get()), path);
    if (!bytes)
        return bytes.error();
    if (Status written = writeWholeFile(path, *bytes, OnLoss::Accept); !written)
        return written;
    if (!m_home.isEmpty() && QFileInfo(filePath) == QFileInfo(m_home))
        take(sha256(*bytes)); // a person has said that it may be replaced
    return success();
}

Result<std::size_t> SavedRuns::importFrom(const QString& filePath)
{
    Result<std::vector<SavedRun>> runs = loadRuns(placeOf(filePath));
    if (!runs)
        return runs.error();
    return m_kept.addSaved(*std::move(runs), m_home);
}

} // namespace ulpscope
