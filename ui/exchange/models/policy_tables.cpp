// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/models/policy_tables.h"

#include "app/judge/runs/severity.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QFont>

#include <algorithm>

namespace ulpscope::ui {

namespace {

QString exceptionText(const Error& error)
{
    return toQt(std::string(kindName(error.kind)) + ": " + error.text());
}

} // namespace

PolicyChangesModel::PolicyChangesModel(const SessionSpec& before, const SessionSpec& after, QObject* parent)
    : ColumnsModel({{tr("Layer")}, {tr("Before")}, {tr("After")}}, parent)
{
    for (MapAnalyst* analyst : {&m_before, &m_after})
        connect(analyst, &MapAnalyst::answered, this, &PolicyChangesModel::onAnswered);
    m_before.ask({before.policies, policyHolders(before.model), {}, {}});
    m_after.ask({after.policies, policyHolders(after.model), {}, {}});
}

void PolicyChangesModel::onAnswered()
{
    if (!isCompared() || m_isShown)
        return;
    beginResetModel();
    m_isShown = true;
    endResetModel();
    emit compared();
}

const PathFinding* PolicyChangesModel::before(std::size_t layer) const
{
    const MapAnswer& answer = *m_before.answer();
    const std::string& path = m_after.answer()->question.layers[layer].path;
    for (std::size_t i = 0; i < answer.question.layers.size(); ++i)
        if (answer.question.layers[i].path == path)
            return &answer.findings.layers[i];
    return nullptr;
}

bool PolicyChangesModel::isChanged(std::size_t layer) const
{
    const PathFinding* was = before(layer);
    const PathFinding& will = m_after.answer()->findings.layers[layer];
    return !was || was->error != will.error || (!will.error && !(was->policy == will.policy));
}

int PolicyChangesModel::changedLayers() const
{
    int count = 0;
    for (int row = 0; row < rowCount(); ++row)
        count += isChanged(static_cast<std::size_t>(row)) ? 1 : 0;
    return count;
}

QStringList PolicyChangesModel::troubles() const
{
    QStringList troubles;
    if (m_isShown)
        for (const PathFinding& layer : m_after.answer()->findings.layers)
            if (layer.error && !troubles.contains(exceptionText(*layer.error)))
                troubles += exceptionText(*layer.error);
    return troubles;
}

std::optional<Error> PolicyChangesModel::undecidable() const
{
    if (m_isShown)
        for (const KeyFinding& key : m_after.answer()->findings.keys)
            if (key.error && key.error->kind == ErrorKind::NotImplementedError)
                return key.error;
    return std::nullopt;
}

int PolicyChangesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_isShown ? 0 : int(m_after.answer()->findings.layers.size());
}

QVariant PolicyChangesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) // Ctrl+C asks for the current cell even if there is none
        return {};
    const auto layer = static_cast<std::size_t>(index.row());
    const PolicyHolder& asking = m_after.answer()->question.layers[layer];
    const PathFinding* side
        = index.column() == BeforeColumn ? before(layer) : &m_after.answer()->findings.layers[layer];
    if (!side)
        return role == Qt::DisplayRole ? QVariant(tr("(new layer)")) : QVariant();
    const PathFinding& found = *side;
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == LayerColumn)
            return toQt(asking.path);
        return found.error ? QString::fromUtf8(kindName(found.error->kind).data()) : toQt(found.policy.name);
    case Qt::ToolTipRole:
        return found.error && index.column() != LayerColumn ? exceptionText(*found.error) : toQt(asking.path);
    case Qt::AccessibleDescriptionRole:
        return isChanged(layer) ? tr("changes") : tr("stays");
    case Qt::FontRole: {
        QFont font;
        font.setBold(index.column() == AfterColumn && isChanged(layer));
        return font;
    }
    case SeverityRole:
        return found.error && index.column() != LayerColumn ? QVariant(int(Severity::Failure)) : QVariant();
    case IsMutedRole:
        return !isChanged(layer);
    default:
        return {};
    }
}

QuantizationTableModel::QuantizationTableModel(QObject* parent)
    : ColumnsModel({{tr("Layer")}, {tr("Class")}, {tr("Policy afterwards")}, {tr("Result")}}, parent)
{
}

void QuantizationTableModel::setRows(std::vector<QuantizationRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int QuantizationTableModel::quantizedCount() const
{
    return int(std::count_if(
        m_rows.begin(), m_rows.end(), [](const QuantizationRow& row) { return row.isQuantized; }));
}

int QuantizationTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant QuantizationTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) // Ctrl+C asks for the current cell even if there is none
        return {};
    const QuantizationRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == SeverityRole && index.column() == ReasonColumn)
        return int(row.isQuantized ? Severity::Good : Severity::Warning);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case LayerColumn:
        return toQt(row.path);
    case ClassColumn:
        return toQt(row.className);
    case PolicyColumn:
        return toQt(row.policy);
    default:
        return row.isQuantized ? tr("quantized") : engineText(row.reason);
    }
}

} // namespace ulpscope::ui
