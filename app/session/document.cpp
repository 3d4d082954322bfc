// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/document.h"

#include "app/io/json/json_text.h"
#include "app/io/session/session_file.h"
#include "engine/file/whole_file.h"
#include "engine/session/checked_session.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace ulpscope {

namespace {

std::filesystem::path filesystemPath(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

/// The smallest session that can be trained: what "New" gives.
SessionSpec newSession()
{
    SessionSpec session;
    session.title = "Untitled";
    session.model.layers = {
        {"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}},
        {"dense", "Dense", {{"units", std::int64_t{1}}}, {}, {}},
    };
    session.data = {"circle", {}};
    session.training.loss = {"BinaryCrossentropy", {{"from_logits", true}}};
    session.training.optimizer = {"SGD", {{"learning_rate", 0.1}}};
    session.training.lossScale = {"none", {}};
    return session;
}

} // namespace

/// Holds whole sessions: they are small, and a snapshot cannot be undone wrongly.
class Document::SetSession : public QUndoCommand
{
public:
    /// A session, and whether it is the user's own.
    struct State
    {
        std::shared_ptr<const SessionSpec> session;
        bool isOwn = false;
    };

    SetSession(Document& document, State after, const QString& text, const QString& mergeKey)
        : QUndoCommand(text)
        , m_document(document)
        , m_before{document.m_session, document.m_isOwn}
        , m_after(std::move(after))
        , m_mergeKey(mergeKey)
    {
    }

    void undo() override { put(m_before); }
    void redo() override { put(m_after); }

    /// -1 means "never merged" to QUndoStack.
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const SetSession*>(other); // no other kind of command has an id
        if (next->m_mergeKey != m_mergeKey)
            return false;
        m_after = next->m_after;
        setText(next->text());
        // Dragged there and back again: nothing is left to undo.
        setObsolete(*m_after.session == *m_before.session);
        return true;
    }

private:
    void put(const State& state)
    {
        m_document.m_session = state.session;
        m_document.m_isOwn = state.isOwn;
    }

    Document& m_document;
    State m_before;
    State m_after;
    QString m_mergeKey;
};

Document::Document(QObject* parent)
    : QObject(parent)
    , m_session(std::make_shared<const SessionSpec>(newSession()))
    , m_announcedSession(m_session)
    , m_undoStack(this)
{
    // Announced when the stack has settled, so that a slot which looks at the stack, or edits, sees it whole.
    connect(&m_undoStack, &QUndoStack::indexChanged, this, &Document::announceSession);
    connect(&m_undoStack, &QUndoStack::indexChanged, this, &Document::announceModified);
    connect(&m_undoStack, &QUndoStack::cleanChanged, this, &Document::announceModified);
}

QByteArray Document::digestOf(std::string_view text)
{
    return QCryptographicHash::hash(
        QByteArrayView(text.data(), qsizetype(text.size())), QCryptographicHash::Sha256)
        .toHex();
}

bool Document::isModified() const
{
    const int clean = m_undoStack.cleanIndex();
    if (clean < 0)
        return true;
    const auto [first, end] = std::minmax({clean, m_undoStack.index()});
    for (int i = first; i < end; ++i)
        if (dynamic_cast<const SetSession*>(m_undoStack.command(i)))
            return true;
    return false;
}

Status Document::edit(
    const QString& text, const std::function<void(SessionSpec&)>& change, const QString& mergeKey)
{
    auto after = std::make_shared<SessionSpec>(*m_session);
    change(*after);
    if (*after == *m_session)
        return success();
    if (Status status = checkSession(*after); !status)
        return status;
    if (m_guard) {
        Result<SessionSpec> allowed = m_guard(*m_session, *after);
        if (!allowed)
            return allowed.error();
        *after = *std::move(allowed);
        if (*after == *m_session)
            return success();
    }
    const bool isOwn = m_isOwn || after->title != m_session->title;
    m_undoStack.push(new SetSession(*this, {std::move(after), isOwn}, text, mergeKey));
    return success();
}

bool Document::tryEdit(const QString& text, const std::function<void(SessionSpec&)>& change)
{
    const Status done = edit(text, change);
    if (!done)
        refuse(done.error());
    return done.ok();
}

Status Document::open(const QString& filePath)
{
    const std::filesystem::path path = filesystemPath(filePath);
    const Result<std::string> text = readWholeFile(path, kLargestJson);
    if (!text)
        return text.error();
    Result<SessionSpec> session = readSession(*text, path);
    if (!session)
        return session.error();
    set(std::move(session).value(), filePath, digestOf(*text), true, true);
    return success();
}

Status Document::openScene(const QString& filePath)
{
    Result<SessionSpec> session = loadSession(filesystemPath(filePath));
    if (!session)
        return session.error();
    openOver(std::move(session).value(), tr("Open scene"), true, false);
    return success();
}

void Document::startNew(std::optional<ArithmeticKind> arithmetic)
{
    SessionSpec session = newSession();
    session.training.arithmetic = arithmetic;
    openOver(std::move(session), tr("New session"), true, true);
}

void Document::openPrepared(SessionSpec session, const QString& text)
{
    openOver(std::move(session), text, true, false);
}

void Document::openMade(SessionSpec session, const QString& text)
{
    openOver(std::move(session), text, false, true);
}

void Document::openOver(SessionSpec session, const QString& text, bool isSaved, bool isOwn)
{
    if (!m_filePath.isEmpty() || (isSaved && m_undoStack.count() == 0)) {
        set(std::move(session), {}, {}, isSaved, isOwn);
        return;
    }
    m_undoStack.push(
        new SetSession(*this, {std::make_shared<const SessionSpec>(std::move(session)), isOwn}, text, {}));
    if (isSaved)
        m_undoStack.setClean();
}

void Document::recover(UnsavedSession unsaved)
{
    const bool isSaved = !unsaved.isChanged && !unsaved.filePath.isEmpty();
    set(std::move(unsaved.session), unsaved.filePath, unsaved.fileDigest, isSaved, true);
}

void Document::set(
    SessionSpec session, const QString& filePath, const QByteArray& fileDigest, bool isSaved, bool isOwn)
{
    m_session = std::make_shared<const SessionSpec>(std::move(session));
    m_isOwn = isOwn;
    m_filePath = filePath;
    m_fileDigest = fileDigest;
    m_undoStack.clear();
    if (!isSaved)
        m_undoStack.resetClean();
    announceSession();
    emit fileChanged();
    emit opened();
}

SaveLoss Document::lossOfSaving(const QString& filePath) const
{
    SaveLoss loss{.ofFile = replacementLoss(filesystemPath(filePath))};
    // A file that is gone has nothing to lose; one that cannot be read may have everything.
    if (!m_fileDigest.isEmpty() && QFileInfo(filePath) == QFileInfo(m_filePath)
        && QFileInfo::exists(filePath)) {
        const Result<std::string> text = readWholeFile(filesystemPath(filePath), kLargestJson);
        loss.wasChanged = !text || digestOf(*text) != m_fileDigest;
    }
    return loss;
}

Status Document::saveAs(const QString& filePath, OnLoss onLoss)
{
    const std::filesystem::path path = filesystemPath(filePath);
    if (onLoss == OnLoss::Refuse && lossOfSaving(filePath).wasChanged)
        return Error{path.string(), "was changed by another program", ErrorKind::Output};
    emit saving(filePath);
    if (Status status = saveSession(path, *m_session, onLoss); !status)
        return status;
    const bool isRenamed = filePath != m_filePath;
    m_filePath = filePath;
    m_fileDigest = digestOf(writeSession(*m_session));
    m_undoStack.setClean();
    if (isRenamed)
        emit fileChanged();
    emit saved();
    return success();
}

Status Document::save()
{
    if (m_filePath.isEmpty())
        return Error{"", "the session has no file name yet"};
    return saveAs(m_filePath);
}

void Document::announceSession()
{
    if (m_session == m_announcedSession)
        return;
    m_announcedSession = m_session;
    emit sessionChanged();
}

void Document::announceModified()
{
    const bool isSo = isModified();
    if (std::exchange(m_wasModified, isSo) != isSo)
        emit fileChanged();
}

} // namespace ulpscope
