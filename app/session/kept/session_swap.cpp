// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept/session_swap.h"

#include "app/io/json/json_text.h"
#include "app/io/runs/runs_file.h"
#include "app/io/session/session_file.h"
#include "app/session/kept/private_folder.h"
#include "engine/file/atomic_file.h"
#include "engine/file/whole_file.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>
#include <QUuid>

#include <algorithm>
#include <new>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace ulpscope {

namespace {

constexpr std::string_view kSwapHead = "ulpscope-swap 1\n";
constexpr std::size_t kLargestSwap = kLargestJson + 65536; ///< bytes

std::filesystem::path diskPath(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

std::string swapText(const UnsavedSession& content, const QString& savingTo)
{
    const auto line = [](std::string_view key, const QByteArray& value) {
        return std::string(key) + ' ' + value.toPercentEncoding("/").toStdString() + '\n';
    };
    return std::string(kSwapHead) + line("file", QFile::encodeName(content.filePath))
        + line("folder", QByteArray::fromStdString(content.session.origin.folder.string()))
        + line("digest", content.fileDigest) + line("changed", content.isChanged ? "1" : "0")
        + line("saving", QFile::encodeName(savingTo)) + '\n' + writeSession(content.session);
}

/// Where that is the file which the session was being saved to when the program was killed, and it has the session, it is the
/// session's own. Also removes the temporary file that a save may have left.
void finishSave(UnsavedSession& content, const QString& file)
{
    removeAbandonedTemporaries(diskPath(file));
    const Result<std::string> text = readWholeFile(diskPath(file), kLargestJson);
    const Result<SessionSpec> saved
        = text ? readSession(*text, diskPath(file)) : Result<SessionSpec>(text.error());
    if (!saved || *saved != content.session)
        return;
    content.filePath = file;
    content.fileDigest = Document::digestOf(*text);
    content.isChanged = false;
}

Result<UnsavedSession> readSwap(const std::filesystem::path& path)
{
    const Result<std::string> text = readWholeFile(path, kLargestSwap);
    if (!text)
        return text.error();
    const std::size_t headEnd = text->find("\n\n");
    if (!text->starts_with(kSwapHead) || headEnd == std::string::npos)
        return Error{path.string(), "is not a session that this version has kept"};
    UnsavedSession content;
    const QByteArray head = QByteArray::fromStdString(text->substr(0, headEnd));
    std::filesystem::path folder;
    QString savingTo;
    for (const QByteArray& line : head.split('\n')) {
        const qsizetype space = line.indexOf(' ');
        const QByteArray value = QByteArray::fromPercentEncoding(line.mid(space + 1));
        if (line.startsWith("file "))
            content.filePath = QFile::decodeName(value);
        else if (line.startsWith("folder "))
            folder = value.toStdString();
        else if (line.startsWith("digest "))
            content.fileDigest = value;
        else if (line.startsWith("changed "))
            content.isChanged = value != "0";
        else if (line.startsWith("saving "))
            savingTo = QFile::decodeName(value);
    }
    Result<SessionSpec> session = readSession(std::string_view(*text).substr(headEnd + 2));
    if (!session)
        return Error{path.string(), session.error().sentence()};
    content.session = *std::move(session);
    content.session.origin.folder = folder;
    for (const QString& file : {content.filePath, savingTo})
        if (!file.isEmpty())
            finishSave(content, file);
    return content;
}

/// "….swapruns" for "….swap".
QString runsPathOf(const QString& swapPath)
{
    return swapPath + QStringLiteral("runs");
}

/// Otherwise the file may be from a later version or too large for this machine's memory, so it is not removed.
bool canBeRead(const QString& runs)
{
    try {
        return loadRuns(diskPath(runs)).ok();
    } catch (const std::bad_alloc&) {
        return false;
    }
}

} // namespace

QString stateDirectory()
{
    QString base = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(base)) // as the XDG Base Directory Specification wants it
        base = QDir::homePath() + QStringLiteral("/.local/state");
    return base + QStringLiteral("/ulpscope");
}

std::optional<SwapFile> SwapFile::lockLost(const std::filesystem::path& path)
{
    SwapFile file{path, FileDescriptor(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))};
    if (!file.lock.isOpen() || ::flock(file.lock.get(), LOCK_EX | LOCK_NB) != 0)
        return std::nullopt;
    // Between open() and flock() its process may have put a newer one in its place.
    struct stat opened = {};
    struct stat named = {};
    if (::fstat(file.lock.get(), &opened) != 0 || ::stat(path.c_str(), &named) != 0
        || opened.st_ino != named.st_ino || opened.st_dev != named.st_dev)
        return std::nullopt;
    return file;
}

Status SwapFile::write(std::string_view bytes)
{
    makePrivateFolder(path.parent_path());
    Result<FileDescriptor> written = replaceFile(path, bytes, OnLoss::Accept);
    if (!written)
        return Status(written.error());
    lock = *std::move(written);
    return success();
}

void SwapFile::remove()
{
    if (!lock.isOpen())
        return;
    ::unlink(path.c_str());
    lock.reset();
}

void LostSession::remove()
{
    if (!runs.isEmpty())
        QFile::remove(runs);
    file.remove();
}

std::vector<LostSession> findLostSessions(const QString& folder)
{
    std::vector<LostSession> lost;
    removeAbandonedTemporaries(diskPath(folder + QStringLiteral("/swap")));
    const QFileInfoList entries
        = QDir(folder).entryInfoList({QStringLiteral("*.swap")}, QDir::Files, QDir::Time);
    for (const QFileInfo& entry : entries) {
        std::optional<SwapFile> file = SwapFile::lockLost(diskPath(entry.absoluteFilePath()));
        if (!file)
            continue;
        Result<UnsavedSession> content = readSwap(file->path);
        QString runs = runsPathOf(entry.absoluteFilePath());
        if (!QFileInfo::exists(runs))
            runs.clear();
        if (content && runs.isEmpty() && !content->isChanged)
            file->remove();
        else
            lost.push_back({*std::move(file), entry.lastModified(), std::move(content), std::move(runs)});
    }
    // Without a session there is nothing to offer: the window ended between the two, or was killed while it was closed.
    const QFileInfoList runsFiles = QDir(folder).entryInfoList({QStringLiteral("*.swapruns")}, QDir::Files);
    for (const QFileInfo& entry : runsFiles)
        if (const QString path = entry.absoluteFilePath();
            !QFileInfo::exists(path.chopped(4)) && canBeRead(path))
            QFile::remove(path);
    return lost;
}

SessionSwap::SessionSwap(Document& document, const QString& folder, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_file{diskPath(folder + QLatin1Char('/') + QUuid::createUuid().toString(QUuid::Id128)
                 + QStringLiteral(".swap")),
          FileDescriptor()}
{
    m_runsPath = runsPathOf(QFile::decodeName(m_file.path.c_str()));
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] { bringUpToDate(); });
    connect(&m_document, &Document::sessionChanged, this, &SessionSwap::schedule);
    connect(&m_document, &Document::fileChanged, this, &SessionSwap::schedule);
    connect(&m_document, &Document::saving, this, &SessionSwap::onSaving);
}

SessionSwap::~SessionSwap() = default;

void SessionSwap::setHasRuns(bool hasRuns)
{
    if (std::exchange(m_hasRuns, hasRuns) == hasRuns)
        return;
    if (hasRuns)
        writeNow(); // before the runs, which would be removed without it
    else
        schedule();
}

void SessionSwap::schedule()
{
    if (!m_sinceFirstChange.isValid())
        m_sinceFirstChange.start();
    m_timer.start(int(std::clamp<qint64>(kLongestWaitMs - m_sinceFirstChange.elapsed(), 0, kQuietMs)));
}

/// A kill while the file is replaced must not leave a file that is newer than what is kept here: it would look like another
/// program's.
void SessionSwap::onSaving(const QString& filePath)
{
    if (!m_document.isModified() && !m_hasRuns)
        return;
    bringUpToDate(QFileInfo(filePath).absoluteFilePath());
    m_writer.wait();
    schedule(); // needed even if the session is not written to the file
}

void SessionSwap::bringUpToDate(const QString& savingTo)
{
    m_timer.stop();
    m_sinceFirstChange.invalidate();
    const auto told = [this](const Status& written) {
        if (!std::exchange(m_hasFailed, !written) && !written)
            emit failed(QString::fromStdString(written.error().text()));
    };
    const QString path = QFile::decodeName(m_file.path.c_str());
    if (!m_document.isModified() && !m_hasRuns) {
        m_writer.write(
            path,
            [this] {
                m_file.remove();
                return success();
            },
            told);
        return;
    }
    m_writer.write(
        path,
        [this, session = m_document.session(), filePath = m_document.filePath(),
            digest = m_document.fileDigest(), isChanged = m_document.isModified(), savingTo] {
            UnsavedSession content{*session, filePath, digest, isChanged};
            std::error_code error;
            content.session.origin.folder = std::filesystem::current_path(error) / session->origin.folder;
            if (!filePath.isEmpty())
                content.filePath = QFileInfo(filePath).absoluteFilePath();
            return m_file.write(swapText(content, savingTo));
        },
        told);
}

void SessionSwap::writeNow()
{
    bringUpToDate();
    m_writer.wait();
}

void SessionSwap::discard()
{
    m_timer.stop();
    m_writer.wait();
    m_file.remove();
}

void SessionSwap::restore(LostSession& lost)
{
    discard();
    m_file = std::move(lost.file);
    m_runsPath = runsPathOf(QFile::decodeName(m_file.path.c_str()));
    m_document.recover(*std::move(lost.content));
}

} // namespace ulpscope
