// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search_forms.h"

#include "app/io/json/json_text.h"
#include "app/io/session/session_file.h"
#include "engine/file/whole_file.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope {

namespace {

constexpr std::size_t kLargestForm = std::size_t{1} << 16; ///< bytes
constexpr int kNameLength = 16;

QString textIn(const Json& json, const char* key)
{
    return QString::fromStdString(textMember(json, key));
}

QString formFile(const QString& folder)
{
    return folder + QStringLiteral("/form.json");
}

/// The session without what a search tries, and what changes no number.
SessionSpec taskOf(SessionSpec session)
{
    session.title.clear();
    session.description.clear();
    session.suggestions.clear();
    session.plots.clear();
    session.watches.clear();
    session.notes.clear();
    session.probes = {};
    session.policies.global = {};
    session.policies.map.clear();
    session.training.steps = 1;
    session.training.seed = 0;
    session.training.lossScale = {};
    for (LayerSpec& layer : session.model.layers) {
        layer.policy.reset();
        layer.numerics = {};
        layer.recipe.reset();
    }
    return session;
}

} // namespace

QString SearchForms::folderOf(const SessionSpec& session) const
{
    if (m_folder.isEmpty())
        return {};
    const QByteArray text = QByteArray::fromStdString(writeSession(taskOf(session)));
    return m_folder + QLatin1Char('/')
        + QString::fromLatin1(
            QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().left(kNameLength));
}

std::optional<SearchForm> SearchForms::formOf(const SessionSpec& session) const
{
    const QString folder = folderOf(session);
    if (folder.isEmpty() || !QFileInfo::exists(formFile(folder)))
        return std::nullopt;
    const Result<std::string> text
        = readWholeFile(QFile::encodeName(formFile(folder)).toStdString(), kLargestForm);
    const Result<Json> json = text ? parseJson(*text) : Result<Json>(text.error());
    if (!json)
        return std::nullopt;
    SearchForm form{.menu = textIn(*json, "menu"),
        .layers = textIn(*json, "layers"),
        .together = textIn(*json, "together"),
        .lossScales = textIn(*json, "loss_scales"),
        .budget = textIn(*json, "budget"),
        .seeds = textIn(*json, "seeds")};
    if (const Json* steps = findMember(*json, "steps"); steps != nullptr && steps->is_number_integer())
        form.steps = steps->get<std::int64_t>();
    const auto cost = std::ranges::find(costKindNames(), textIn(*json, "cost").toStdString());
    if (cost != costKindNames().end())
        form.cost = static_cast<CostKind>(cost - costKindNames().begin());
    return form;
}

Status SearchForms::remember(const SessionSpec& session, const SearchForm& form) const
{
    const QString folder = folderOf(session);
    if (folder.isEmpty())
        return success();
    if (!QDir().mkpath(folder))
        return Error{folder.toStdString(), "cannot be made", ErrorKind::Output};
    // As the XDG Base Directory Specification wants it.
    QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    makeRoom(folder);
    const Json json{{"menu", form.menu.toStdString()}, {"layers", form.layers.toStdString()},
        {"together", form.together.toStdString()}, {"loss_scales", form.lossScales.toStdString()},
        {"budget", form.budget.toStdString()}, {"seeds", form.seeds.toStdString()},
        {"steps", form.steps ? Json(*form.steps) : Json(nullptr)},
        {"cost", costKindNames()[static_cast<std::size_t>(form.cost)]}};
    return writeWholeFile(QFile::encodeName(formFile(folder)).toStdString(), layoutJson(json));
}

void SearchForms::makeRoom(const QString& besides) const
{
    const auto age
        = [](const QFileInfo& folder) { return QFileInfo(formFile(folder.filePath())).lastModified(); };
    QFileInfoList folders
        = QDir(m_folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks);
    folders.removeIf([&](const QFileInfo& folder) {
        return folder.fileName().size() != kNameLength || folder.fileName() == QFileInfo(besides).fileName();
    });
    std::ranges::sort(folders, [&](const QFileInfo& a, const QFileInfo& b) { return age(a) > age(b); });
    for (qsizetype i = kMaxFolders - 1; i < folders.size(); ++i)
        QDir(folders[i].filePath()).removeRecursively();
}

} // namespace ulpscope
