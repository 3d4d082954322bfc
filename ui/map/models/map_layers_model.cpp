// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/models/map_layers_model.h"

#include "app/judge/runs/severity.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"

#include <algorithm>
#include <numeric>

namespace ulpscope::ui {

namespace {

QString quotedKeys(const std::vector<std::string>& keys)
{
    constexpr qsizetype kShown = 60;
    QStringList quoted;
    for (const std::string& key : keys) {
        const QString text = toQt(key);
        quoted += QLatin1Char('\'') + (text.size() > kShown ? text.left(kShown) + QStringLiteral("…") : text)
            + QLatin1Char('\'');
    }
    return quoted.join(QStringLiteral(", "));
}

} // namespace

QString deciderText(const PathFinding& finding)
{
    if (finding.error)
        return finding.error->kind == ErrorKind::ValueError && finding.keys.size() > 1
            ? MapLayersModel::tr("clash of %1").arg(quotedKeys(finding.keys))
            : MapLayersModel::tr("error in %1").arg(quotedKeys(finding.keys));
    switch (finding.origin) {
    case PolicyOrigin::Own:
        return MapLayersModel::tr("set on the layer");
    case PolicyOrigin::PassedOn:
        return MapLayersModel::tr("passed on by %1").arg(toQt(finding.parentPath));
    case PolicyOrigin::MapExact:
        return MapLayersModel::tr("key %1, exactly").arg(quotedKeys(finding.keys));
    case PolicyOrigin::MapRegex:
        return MapLayersModel::tr("key %1").arg(quotedKeys(finding.keys));
    case PolicyOrigin::Global:
        break;
    }
    return MapLayersModel::tr("the default");
}

MapLayersModel::MapLayersModel(PolicyMapModel& map, QObject* parent)
    : ColumnsModel(
        {{tr("Layer path"), tr("The path that keys are compared with, as in Keras")},
            {tr("Policy"), tr("The policy that the layer gets in the end")},
            {tr("Decided by"), tr("Where the policy comes from: the layer itself, a key, or the default")}},
        parent)
    , m_map(map)
{
    connect(&map, &PolicyMapModel::judged, this, &MapLayersModel::refresh);
    refresh();
}

void MapLayersModel::showKey(int row)
{
    if (row == m_key)
        return;
    m_key = row;
    refresh();
}

void MapLayersModel::refresh()
{
    const std::shared_ptr<const MapAnswer> answer = m_map.analyst().answer();
    if (!answer)
        return;
    std::vector<std::size_t> layers(answer->question.layers.size());
    std::iota(layers.begin(), layers.end(), std::size_t{0});
    if (m_key >= 0 && m_key == m_map.defaultRow()) {
        std::erase_if(layers, [&](std::size_t layer) {
            const PathFinding& found = answer->findings.layers[layer];
            return found.origin != PolicyOrigin::Global || found.error;
        });
    } else if (m_key >= 0) {
        layers.clear();
        if (const KeyFinding* found = m_map.finding(m_key))
            for (const auto* some : {&found->decides, &found->clashes, &found->unasked, &found->pathless})
                layers.insert(layers.end(), some->begin(), some->end());
        std::sort(layers.begin(), layers.end());
    }
    // Rows that stay the same keep their selection.
    const bool hasSameRows
        = m_answer && layers == m_layers && answer->question.layers == m_answer->question.layers;
    if (hasSameRows) {
        m_answer = answer;
        if (!m_layers.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_answer = answer;
    m_layers = std::move(layers);
    endResetModel();
}

std::string MapLayersModel::pathAt(int row) const
{
    return m_answer->question.layers[m_layers[static_cast<std::size_t>(row)]].path;
}

std::vector<std::string> MapLayersModel::allPaths() const
{
    std::vector<std::string> paths;
    if (m_answer)
        for (const PolicyHolder& layer : m_answer->question.layers)
            paths.push_back(layer.path);
    return paths;
}

int MapLayersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_layers.size());
}

QVariant MapLayersModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) // Ctrl+C asks for the current cell even if there is none
        return {};
    const std::size_t layer = m_layers[static_cast<std::size_t>(index.row())];
    const PolicyHolder& asking = m_answer->question.layers[layer];
    const PathFinding& found = m_answer->findings.layers[layer];
    const QString error = found.error
        ? toQt(std::string(kindName(found.error->kind)) + ": " + found.error->text())
        : QString();
    if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole)
        return found.error ? error
                           : tr("%1 (%2): %3, %4")
                                 .arg(toQt(asking.path), toQt(asking.className), toQt(found.policy.name),
                                     deciderText(found));
    if (role == SeverityRole)
        return found.error && index.column() == DeciderColumn ? QVariant(int(Severity::Failure)) : QVariant();
    if (role == IsMutedRole)
        return found.origin == PolicyOrigin::Global && !found.error && index.column() != PathColumn;
    if (role == Qt::DecorationRole && index.column() == PolicyColumn && !found.error)
        return dtypeMark(toQt(found.policy.computeDtype));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case PathColumn:
        return toQt(asking.path);
    case PolicyColumn:
        return found.error ? QString(QLatin1String(kindName(found.error->kind).data()))
                           : toQt(found.policy.name);
    default:
        return deciderText(found);
    }
}

} // namespace ulpscope::ui
