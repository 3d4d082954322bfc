// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/models/policy_map_model.h"

#include "engine/policy/legacy_policy.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/translation.h"

#include <QFont>
#include <QFontDatabase>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr qsizetype kShownKey = 400; ///< characters; a cell shows fewer

QString pathsOf(const MapQuestion& question, const std::vector<std::size_t>& layers)
{
    constexpr std::size_t kShown = 12;
    QStringList paths;
    for (std::size_t i = 0; i < std::min(layers.size(), kShown); ++i)
        paths += toQt(question.layers[layers[i]].path);
    if (layers.size() > kShown)
        paths += PolicyMapModel::tr("and %1 more").arg(layers.size() - kShown);
    return paths.join(QStringLiteral(", "));
}

} // namespace

PolicyMapModel::PolicyMapModel(Document& document, QObject* parent)
    : ColumnsModel(
        {{tr("Key"),
             tr("A layer's path, or a regular expression for several. F2 or a double click changes it."),
             kAtLeft},
            {tr("Policy"),
                tr("The dtype policy of every layer for which the key decides. F2 or a double click changes it."),
                kAtLeft},
            {tr("Layers"),
                tr("How many layers take the policy, and how many cannot because another key matches them, too."),
                kAtRight}},
        parent)
    , m_document(document)
    , m_analyst(this)
    , m_shown(document.session())
{
    connect(&document, &Document::sessionChanged, this, &PolicyMapModel::onSessionChanged);
    connect(&m_analyst, &MapAnalyst::answered, this, &PolicyMapModel::onAnswered);
    ask();
}

void PolicyMapModel::onSessionChanged()
{
    const auto& before = m_shown->policies.map;
    const auto& after = m_document.session()->policies.map;
    // A key that is being typed or judged belongs to the map in which it was typed, not to a new one.
    if (!std::ranges::equal(before, after, {}, &std::pair<std::string, DTypePolicy>::first,
            &std::pair<std::string, DTypePolicy>::first))
        m_draft.reset();
    if (before.size() == after.size() && !m_hasNewRow) {
        m_shown = m_document.session();
        announceCells();
    } else {
        beginResetModel();
        m_shown = m_document.session();
        m_hasNewRow = false;
        m_draft.reset();
        endResetModel();
    }
    ask();
}

void PolicyMapModel::ask()
{
    MapQuestion question{m_shown->policies, policyHolders(m_shown->model), {}, m_triedPath};
    if (m_draft) {
        const auto row = static_cast<std::size_t>(m_draft->row);
        if (row == question.policies.map.size())
            question.policies.map.emplace_back(m_draft->key, question.policies.global);
        else
            question.policies.map.at(row).first = m_draft->key;
        question.draftRow = row;
    }
    m_analyst.ask(question);
}

void PolicyMapModel::onAnswered()
{
    if (!m_analyst.isCurrent())
        return;
    if (m_draft && m_draft->isFinal)
        acceptDraft();
    announceCells();
    emit judged();
}

void PolicyMapModel::announceCells()
{
    emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const KeyFinding* PolicyMapModel::finding(int row) const
{
    const std::shared_ptr<const MapAnswer> answer = m_analyst.answer();
    const auto at = static_cast<std::size_t>(row);
    if (!answer || row < 0 || at >= answer->findings.keys.size()
        || answer->question.policies.map[at].first != keyAt(row))
        return nullptr;
    return &answer->findings.keys[at];
}

std::string PolicyMapModel::keyAt(int row) const
{
    if (m_draft && m_draft->row == row)
        return m_draft->key;
    return isKey(row) ? m_shown->policies.map[static_cast<std::size_t>(row)].first : std::string();
}

int PolicyMapModel::beginKey()
{
    if (!m_hasNewRow) {
        beginInsertRows({}, keyCount(), keyCount());
        m_hasNewRow = true;
        endInsertRows();
    }
    return keyCount();
}

void PolicyMapModel::endKey()
{
    if (!m_hasNewRow || (m_draft && m_draft->isFinal))
        return;
    m_draft.reset();
    beginRemoveRows({}, keyCount(), keyCount());
    m_hasNewRow = false;
    endRemoveRows();
    ask();
}

void PolicyMapModel::setDraft(int row, const QString& text)
{
    m_draft = Draft{row, text.toStdString(), false};
    ask();
}

void PolicyMapModel::clearDraft()
{
    if (!m_draft || m_draft->isFinal)
        return;
    m_draft.reset();
    ask();
}

void PolicyMapModel::setTriedPath(const QString& path)
{
    m_triedPath = path.toStdString();
    ask();
}

bool PolicyMapModel::takeKey(int row, const std::string& key)
{
    if (key.empty() || (isKey(row) && key == m_shown->policies.map[static_cast<std::size_t>(row)].first)) {
        m_draft.reset();
        ask();
        return false;
    }
    m_draft = Draft{row, key, true};
    ask();
    return true;
}

void PolicyMapModel::acceptDraft()
{
    const Draft draft = *m_draft;
    const KeyFinding* judged = finding(draft.row);
    const std::optional<Error> error = judged ? judged->error : std::nullopt;
    m_draft.reset();
    // A key that is no regular expression is kept and shown as what it is: Keras, too, only minds when it is asked.
    if (error && error->kind != ErrorKind::RegexError) {
        m_document.refuse(*error);
        endKey();
        return;
    }
    const bool isNew = draft.row == keyCount();
    const bool isDone = edit(
        isNew ? tr("Add key to policy map") : tr("Change key of policy map"), [&](PolicySettings& policies) {
            if (isNew)
                policies.map.emplace_back(draft.key, policies.global);
            else
                policies.map.at(static_cast<std::size_t>(draft.row)).first = draft.key;
        });
    if (isDone)
        emit keyAccepted(draft.row);
    else
        endKey();
}

bool PolicyMapModel::edit(const QString& text, const std::function<void(PolicySettings&)>& change)
{
    return m_document.tryEdit(text, [&](SessionSpec& session) { change(session.policies); });
}

bool PolicyMapModel::setPolicy(int row, const QString& name)
{
    const Result<DTypePolicy> policy = policyOfFamily(m_shown->policies.family, name.toStdString());
    if (!policy) {
        m_document.refuse(policy.error());
        return false;
    }
    if (isKey(row))
        return edit(tr("Set policy of key"), [&](PolicySettings& policies) {
            policies.map.at(static_cast<std::size_t>(row)).second = *policy;
        });
    if (*policy == m_shown->policies.global)
        return true;
    const Component before = m_shown->training.lossScale;
    const bool isDone = m_document.tryEdit(
        tr("Set default policy"), [&](SessionSpec& session) { setGlobalPolicyAsCompile(session, *policy); });
    if (isDone && m_shown->training.lossScale != before)
        emit noticed(tr("Default policy %1: the loss scale is now \"%2\".")
                         .arg(name, lossScaleText(m_shown->training.lossScale)));
    return isDone;
}

int PolicyMapModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : keyCount() + (m_hasNewRow ? 1 : 0) + 1;
}

Qt::ItemFlags PolicyMapModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = ColumnsModel::flags(index);
    if (!index.isValid())
        return flags;
    flags |= Qt::ItemNeverHasChildren;
    const bool isDefault = index.row() == defaultRow();
    const bool isNew = !isDefault && !isKey(index.row());
    if ((index.column() == KeyColumn && !isDefault) || (index.column() == PolicyColumn && !isNew))
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant PolicyMapModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) // Ctrl+C asks for the current cell even if there is none
        return {};
    switch (index.column()) {
    case KeyColumn:
        return keyData(index.row(), role);
    case PolicyColumn:
        return policyData(index.row(), role);
    default:
        return layersData(index.row(), role);
    }
}

QString PolicyMapModel::remark(int row) const
{
    const KeyFinding* found = finding(row);
    if (!found)
        return {};
    const std::shared_ptr<const MapAnswer> answer = m_analyst.answer();
    return engineText(keyRemark(answer->question, answer->findings, static_cast<std::size_t>(row)));
}

QVariant PolicyMapModel::keyData(int row, int role) const
{
    const bool isDefault = row == defaultRow();
    const QString key = toQt(keyAt(row));
    switch (role) {
    case Qt::DisplayRole:
        return isDefault ? tr("default") : key.left(kShownKey);
    case Qt::EditRole:
        return isDefault ? QString() : key;
    case Qt::FontRole:
        if (isDefault) {
            QFont italic;
            italic.setItalic(true);
            return italic;
        }
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    case IsMutedRole:
        return isDefault;
    case SeverityRole: {
        const KeyFinding* found = finding(row);
        if (found && (found->error || !found->clashes.empty()))
            return int(Severity::Failure);
        return {};
    }
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: {
        if (isDefault)
            return tr("The policy of every layer that no key matches: the global policy.");
        const QString words = remark(row);
        return words.isEmpty() ? tr("Matches the whole path as a regular expression, or is the path.")
                               : words;
    }
    default:
        return {};
    }
}

QVariant PolicyMapModel::policyData(int row, int role) const
{
    if (!isKey(row) && row != defaultRow())
        return {};
    const DTypePolicy& policy
        = isKey(row) ? m_shown->policies.map[static_cast<std::size_t>(row)].second : m_shown->policies.global;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return toQt(policy.name);
    case Qt::DecorationRole:
        return dtypeMark(toQt(policy.computeDtype));
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return tr("%1\ncomputes in %2, stores its weights in %3")
            .arg(toQt(policy.name), toQt(policy.computeDtype), toQt(policy.variableDtype));
    default:
        return {};
    }
}

QVariant PolicyMapModel::layersData(int row, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    const std::shared_ptr<const MapAnswer> answer = m_analyst.answer();
    if (!answer || (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != IsMutedRole))
        return {};
    std::vector<std::size_t> layers;
    if (row == defaultRow()) {
        for (std::size_t i = 0; i < answer->findings.layers.size(); ++i)
            if (const PathFinding& layer = answer->findings.layers[i];
                layer.origin == PolicyOrigin::Global && !layer.error)
                layers.push_back(i);
    } else if (const KeyFinding* found = finding(row)) {
        if (role == Qt::DisplayRole && found->error)
            return tr("error");
        if (role == Qt::DisplayRole && !found->clashes.empty())
            return found->decides.empty()
                ? tr("%1 clash").arg(found->clashes.size())
                : tr("%1 + %2 clash").arg(found->decides.size()).arg(found->clashes.size());
        if (role == Qt::ToolTipRole && !remark(row).isEmpty())
            return remark(row);
        layers = found->decides;
    } else {
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("…")) : QVariant();
    }
    if (role == IsMutedRole) {
        const KeyFinding* found = finding(row);
        return layers.empty() && !(found && (found->error || !found->clashes.empty()));
    }
    return role == Qt::DisplayRole ? QString::number(layers.size()) : pathsOf(answer->question, layers);
}

bool PolicyMapModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    if (index.column() == PolicyColumn)
        return setPolicy(index.row(), value.toString().trimmed());
    return takeKey(index.row(), value.toString().toStdString());
}

} // namespace ulpscope::ui
