// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/layer_tree_model.h"

#include "app/judge/runs/severity.h"
#include "engine/policy/legacy_policy.h"
#include "engine/session/session_formats.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/translation.h"
#include "ui/tree/models/layer_edits.h"
#include "ui/tree/models/layer_nodes.h"

#include <QFont>
#include <QMimeData>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

/// Internal ids: of a layer; of a layer inside layer i it is i + 1.
constexpr quintptr kTopLevel = 0;

/// Errors from 10^-8 to 1 fill the bar from left to right.
double errorBar(double error)
{
    if (!std::isfinite(error))
        return 1;
    return error > 0 ? std::clamp((std::log10(error) + 8) / 8, 0.0, 1.0) : 0;
}

struct ColumnText
{
    const char* title;
    const char* tip;
};

constexpr std::array<ColumnText, LayerTreeModel::ColumnCount> kColumns{{
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Layer"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "The layer's name. F2 renames it.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Class"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "The layer's class, as in Keras.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Policy"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel",
            "The dtype policy: what the layer computes in, and what its weights are stored in. Bold: set on this layer. Grey: "
            "inherited. F2 or a double click changes it, of all selected layers if there are several.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Compute"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel",
            "Compute dtype: what inputs and weights are cast to before the layer computes.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Variable"),
        QT_TRANSLATE_NOOP(
            "ulpscope::ui::LayerTreeModel", "Variable dtype: what the weights are stored in between steps.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Output"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel",
            "The dtype of what the layer gives to the next one: the compute dtype unless its numerics say otherwise.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Quantization"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel",
            "The policy's quantization mode. In brackets where the layer trains without it.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Origin"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel",
            "Where the policy comes from: set on the layer, an entry of the policy map, or the global policy. As in Keras a "
            "layer inside another does not inherit from it unless that one passes its policy on, as MultiHeadAttention does.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Flushed"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel",
            "Of the elements of a gradient that are not zero in float64, the share that is exactly zero here: of the layer's "
            "output and weight gradients the worst. The mean over the run's recorded steps up to a divergence, or of the pinned step.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Lost"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel",
            "Of a weight tensor's elements that float64's update moves, the share that stays exactly as it was here: the worst of "
            "the layer's. The mean over the run's recorded steps up to a divergence, or of the pinned step. A click shows the updates, element by element.")},
    {QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel", "Error"),
        QT_TRANSLATE_NOOP("ulpscope::ui::LayerTreeModel",
            "Relative L2 error of the layer's output against the float64 reference at the last probed step. The bar is "
            "logarithmic, from 10⁻⁸ to 1.")},
}};

std::optional<double> metricOf(const LayerHealth& health, int column)
{
    return column == LayerTreeModel::FlushedColumn ? health.flushedPercent
        : column == LayerTreeModel::LostColumn     ? health.lostPercent
                                                   : health.error;
}

QFont boldIf(bool isBold)
{
    QFont font;
    font.setBold(isBold);
    return font;
}

/// Whether both have the same layers in the same places, so that rows and the selection can stay.
bool haveSameRows(const std::vector<LayerNode>& a, const std::vector<LayerNode>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LayerNode& x, const LayerNode& y) {
        return x.name == y.name && x.className == y.className && haveSameRows(x.children, y.children);
    });
}

} // namespace

LayerTreeModel::LayerTreeModel(Document& document, QObject* parent)
    : QAbstractItemModel(parent)
    , m_document(document)
    , m_nodes(layerNodes(*document.session()))
{
    connect(&document, &Document::sessionChanged, this, &LayerTreeModel::onSessionChanged);
}

void LayerTreeModel::onSessionChanged()
{
    std::vector<LayerNode> nodes = layerNodes(*m_document.session());
    if (haveSameRows(m_nodes, nodes)) {
        m_nodes = std::move(nodes);
        announceData(0, ColumnCount - 1);
        return;
    }
    beginResetModel();
    m_nodes = std::move(nodes);
    m_health.clear();
    endResetModel();
}

void LayerTreeModel::announceData(int firstColumn, int lastColumn)
{
    if (m_nodes.empty())
        return;
    emit dataChanged(index(0, firstColumn), index(rowCount() - 1, lastColumn));
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex layer = index(row, 0);
        if (const int children = rowCount(layer); children > 0)
            emit dataChanged(index(0, firstColumn, layer), index(children - 1, lastColumn, layer));
    }
}

void LayerTreeModel::showRun(const RunHistory* run, std::optional<std::int64_t> step)
{
    m_health.clear();
    m_isPinned = step.has_value();
    if (run && !run->records().empty())
        for (const LayerNode& layer : m_nodes) {
            m_health[layer.path] = layerHealth(*run, layer.path, step);
            for (const LayerNode& child : layer.children)
                m_health[child.path] = layerHealth(*run, child.path, step);
        }
    announceData(0, ColumnCount - 1);
    emit headerDataChanged(Qt::Horizontal, FlushedColumn, LostColumn);
}

std::optional<std::int64_t> LayerTreeModel::probedStep() const
{
    std::optional<std::int64_t> step;
    for (const auto& [path, health] : m_health)
        step = std::max(step, health.step); // no step is less than any step
    return step;
}

void LayerTreeModel::setStale(bool isStale)
{
    if (m_isStale == isStale)
        return;
    m_isStale = isStale;
    announceData(0, ColumnCount - 1);
}

void LayerTreeModel::setShowsOriginWithPolicy(bool shows)
{
    if (m_showsOriginWithPolicy == shows)
        return;
    m_showsOriginWithPolicy = shows;
    announceData(PolicyColumn, PolicyColumn);
}

void LayerTreeModel::setHeadsNameScope(bool name)
{
    m_headsNameScope = name;
    emit headerDataChanged(Qt::Horizontal, FlushedColumn, LostColumn);
}

const LayerNode* LayerTreeModel::node(const QModelIndex& index) const
{
    if (!index.isValid() || index.model() != this)
        return nullptr;
    const auto row = static_cast<std::size_t>(index.row());
    if (index.internalId() == kTopLevel)
        return row < m_nodes.size() ? &m_nodes[row] : nullptr;
    const std::size_t parent = index.internalId() - 1;
    if (parent >= m_nodes.size() || row >= m_nodes[parent].children.size())
        return nullptr;
    return &m_nodes[parent].children[row];
}

QModelIndex LayerTreeModel::indexOf(const LayerPlace& place, int column) const
{
    if (place.layer >= m_nodes.size())
        return {};
    const QModelIndex layer = index(static_cast<int>(place.layer), place.child.empty() ? column : 0);
    if (place.child.empty())
        return layer;
    const std::vector<LayerNode>& children = m_nodes[place.layer].children;
    for (std::size_t i = 0; i < children.size(); ++i)
        if (children[i].place == place)
            return index(static_cast<int>(i), column, layer);
    return {};
}

QModelIndex LayerTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kTopLevel);
}

QModelIndex LayerTreeModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kTopLevel)
        return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, kTopLevel);
}

int LayerTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_nodes.size());
    const LayerNode* layer = parent.column() == 0 ? node(parent) : nullptr;
    return layer ? static_cast<int>(layer->children.size()) : 0;
}

int LayerTreeModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant LayerTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const ColumnText& column = kColumns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole && (section == FlushedColumn || section == LostColumn) && !m_health.empty()
        && m_headsNameScope)
        return m_isPinned ? tr("%1, step").arg(tr(column.title)) : tr("%1, run").arg(tr(column.title));
    if (role == Qt::DisplayRole)
        return tr(column.title);
    if (role == Qt::ToolTipRole || role == Qt::WhatsThisRole)
        return tr(column.tip);
    if (role == Qt::TextAlignmentRole && section >= FlushedColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::InitialSortOrderRole)
        return int(section >= FlushedColumn ? Qt::DescendingOrder : Qt::AscendingOrder); // the worst first
    return {};
}

Qt::ItemFlags LayerTreeModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    const LayerNode* layer = node(index);
    if (!layer)
        return flags;
    flags.setFlag(Qt::ItemNeverHasChildren, layer->children.empty());
    flags.setFlag(Qt::ItemIsDragEnabled, !layer->isInput && layer->given);
    flags.setFlag(Qt::ItemIsDropEnabled, !layer->isInput);
    const bool isName = index.column() == NameColumn && layer->place.child.empty();
    flags.setFlag(Qt::ItemIsEditable, isName || (index.column() == PolicyColumn && !layer->isInput));
    return flags;
}

QVariant LayerTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) // Ctrl+C asks for the current cell even if there is none
        return {};
    const LayerNode* layer = node(index);
    if (role == ProblemRole)
        return problemText(*layer);
    if (role == Qt::WhatsThisRole)
        return policyTip(*layer);
    if (role == SortRole)
        return sortData(index);
    switch (index.column()) {
    case NameColumn:
        if (role == Qt::DisplayRole || role == Qt::EditRole)
            return toQt(layer->name);
        return healthData(*layer, NameColumn, role);
    case ClassColumn:
        if (role == Qt::DisplayRole)
            return toQt(layer->className);
        return healthData(*layer, NameColumn, role == Qt::ToolTipRole ? role : -1);
    case PolicyColumn:
        return policyData(*layer, role);
    case OriginColumn:
        return originData(*layer, role);
    case FlushedColumn:
    case LostColumn:
    case ErrorColumn:
        return healthData(*layer, index.column(), role);
    default:
        return dtypeData(*layer, index.column(), role);
    }
}

QVariant LayerTreeModel::policyData(const LayerNode& layer, int role) const
{
    switch (role) {
    case OwnPolicyRole:
        return layer.own ? toQt(layer.own->name) : QString();
    case IsInheritedRole:
        return !layer.own;
    case SeverityRole:
        return layer.problem ? QVariant(int(layer.problem->severity)) : QVariant();
    case Qt::EditRole:
        return layer.given ? toQt(layer.given->policy.name) : QString();
    case Qt::DisplayRole: {
        QString text = layer.isInput ? toQt(layer.trained.computeDtype) : policyCellText(layer);
        if (!layer.recipe.recipe.isNone())
            text += QStringLiteral(" + ") + toQt(layer.recipe.component.className);
        if (m_showsOriginWithPolicy && !layer.own)
            text += QStringLiteral(" · ") + shortOriginText(layer);
        if (const int count = overrideCount(layer.numerics); count > 0)
            text += QStringLiteral(" · ") + tr("%1 overridden").arg(count);
        return text;
    }
    case BriefTextRole: {
        const QString name
            = policyData(layer, Qt::DisplayRole).toString().section(QStringLiteral(" · "), 0, 0);
        QStringList texts{name, briefPolicyName(name)};
        if (!layer.recipe.recipe.isNone()) // says more than what is left of both
            texts += toQt(layer.recipe.component.className);
        return texts;
    }
    case Qt::FontRole:
        return boldIf(layer.own.has_value());
    case Qt::ToolTipRole:
        return policyTip(layer);
    case Qt::AccessibleTextRole: {
        const QString text = policyCellText(layer) + QStringLiteral(", ")
            + originText(layer).replace(QLatin1Char('\''), QString());
        return layer.problem ? QString(text + QStringLiteral(". ") + problemText(layer)) : text;
    }
    case Qt::AccessibleDescriptionRole:
        return policyTip(layer);
    default:
        return {};
    }
}

QVariant LayerTreeModel::dtypeData(const LayerNode& layer, int column, int role) const
{
    const bool isUndecided = !layer.isInput && !layer.given;
    EffectiveOverride setting{layer.trained.computeDtype, OverrideOrigin::Policy, false};
    if (column == VariableColumn && !layer.isInput)
        setting = effectiveOverride(
            layer.trained, layer.recipe.recipe, layer.numerics, NumericsOverride::Variable);
    else if (column == OutputColumn && !layer.isInput)
        setting
            = effectiveOverride(layer.trained, layer.recipe.recipe, layer.numerics, NumericsOverride::Output);
    switch (role) {
    case IsInheritedRole:
        return !layer.own && !setting.isOverridden();
    case Qt::FontRole:
        return boldIf(setting.isOverridden());
    case Qt::ToolTipRole:
        return QString(toQt(setting.value) + QLatin1Char('\n') + policyTip(layer));
    case Qt::DecorationRole: {
        const QIcon mark
            = column == QuantizationColumn || isUndecided || (column == VariableColumn && layer.isInput)
            ? QIcon()
            : dtypeMark(toQt(setting.value));
        return mark.isNull() ? QVariant() : mark;
    }
    case Qt::DisplayRole: {
        if (isUndecided || (column == VariableColumn && layer.isInput))
            return {};
        if (column != QuantizationColumn)
            return toQt(setting.value);
        const QString mode
            = layer.given && !layer.isInput ? toQt(layer.given->policy.quantizationMode) : QString();
        return mode.isEmpty() || layer.trained.isQuantized() ? mode : tr("(%1)").arg(mode);
    }
    default:
        return {};
    }
}

QVariant LayerTreeModel::originData(const LayerNode& layer, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return originText(layer);
    case IsInheritedRole:
        return !layer.own;
    case Qt::FontRole:
        return boldIf(layer.own.has_value());
    case Qt::ToolTipRole:
        return policyTip(layer);
    default:
        return {};
    }
}

/// A metric by its size, NaN above all, and what has none below all; else the text.
QVariant LayerTreeModel::sortData(const QModelIndex& index) const
{
    if (index.column() < FlushedColumn)
        return index.data();
    const auto found = m_health.find(node(index)->path);
    const std::optional<double> metric
        = found == m_health.end() ? std::nullopt : metricOf(found->second, index.column());
    return !metric ? -1.0 : std::isnan(*metric) ? std::numeric_limits<double>::infinity() : *metric;
}

QVariant LayerTreeModel::healthData(const LayerNode& layer, int column, int role) const
{
    const auto found = m_health.find(layer.path);
    if (found == m_health.end())
        return {};
    const LayerHealth& health = found->second;
    if (role == IsFaintRole)
        return m_isStale;
    if (role == Qt::ToolTipRole) {
        if (health.details.isEmpty())
            return {};
        const QString when = m_isPinned && health.step
            ? tr("At step %1:").arg(*health.step)
            : tr("Over the run; output and error of its newest step:");
        QStringList lines{m_isStale ? tr("Before the session was changed. %1").arg(when) : when};
        if (health.isNonFinite)
            lines += tr("NaN or infinity in its tensors");
        else if (health.sawNonFinite)
            lines += tr("had NaN or infinity in its tensors, in a step that was skipped or before");
        return QString((lines + health.details).join(QLatin1Char('\n')));
    }
    if (column == NameColumn) {
        // A skipped step leaves non-finite metrics behind too; only those that last are a failure.
        if (role == SeverityRole && health.sawNonFinite)
            return int(health.isNonFinite ? Severity::Failure : Severity::Notice);
        return {};
    }
    const std::optional<double> value = metricOf(health, column);
    if (!value)
        return {};
    const bool isError = column == ErrorColumn;
    switch (role) {
    case Qt::DisplayRole:
        return isError ? numberText(*value, 2) : percentText(*value);
    case IsLinkRole:
        return column == LostColumn;
    case Qt::TextAlignmentRole:
        return int(Qt::AlignRight | Qt::AlignVCenter);
    case BarRole:
        return isError ? errorBar(*value) : std::clamp(*value / 100, 0.0, 1.0);
    case SeverityRole:
        return int((isError            ? kErrorLimits
                : column == LostColumn ? lostPercentLimits(storesBelowFloat32(layer.trained))
                                       : kFlushedPercentLimits)
                       .grade(*value));
    default:
        return {};
    }
}

bool LayerTreeModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const LayerNode* layer = node(index);
    if (!layer || role != Qt::EditRole)
        return false;
    const QString text = value.toString().trimmed();
    if (index.column() == PolicyColumn)
        return setPoliciesByName(targetsOf(index), text);
    if (index.column() != NameColumn)
        return false;
    if (text == toQt(layer->name))
        return true;
    const std::size_t row = layer->place.layer;
    const Status done = m_document.edit(
        tr("Rename layer"), [&](SessionSpec& session) { renameLayer(session, row, text.toStdString()); });
    if (!done)
        emit editRefused(engineText(done.error()));
    return done.ok();
}

QModelIndexList LayerTreeModel::targetsOf(const QModelIndex& layer) const
{
    return m_policyTargets ? m_policyTargets(layer) : QModelIndexList{layer};
}

bool LayerTreeModel::setPoliciesByName(const QModelIndexList& layers, const QString& name)
{
    if (name.isEmpty())
        return setPolicies(layers, std::nullopt);
    const Result<DTypePolicy> policy
        = policyOfFamily(m_document.session()->policies.family, name.toStdString());
    if (!policy) {
        emit editRefused(engineText(policy.error()));
        return false;
    }
    return setPolicies(layers, *policy);
}

bool LayerTreeModel::setPolicies(const QModelIndexList& layers, const std::optional<DTypePolicy>& policy)
{
    std::vector<LayerPlace> places;
    QString name;
    for (const QModelIndex& index : layers) {
        const LayerNode* layer = node(index);
        if (!layer || layer->isInput || std::find(places.begin(), places.end(), layer->place) != places.end())
            continue;
        places.push_back(layer->place);
        name = toQt(layer->name);
    }
    if (places.empty())
        return false;
    const QString whose = places.size() == 1 ? name : tr("%1 layers").arg(places.size());
    const QString text = policy ? tr("Set policy of %1").arg(whose) : tr("Inherit policy of %1").arg(whose);
    const Status done = m_document.edit(text, [&](SessionSpec& session) {
        for (const LayerPlace& place : places)
            session.model.layers.at(place.layer).setPolicy(policy, place.child);
    });
    if (!done)
        emit editRefused(engineText(done.error()));
    return done.ok();
}

QStringList LayerTreeModel::mimeTypes() const
{
    return {QStringLiteral("text/plain")};
}

QMimeData* LayerTreeModel::mimeData(const QModelIndexList& indexes) const
{
    for (const QModelIndex& index : indexes) {
        const LayerNode* layer = node(index);
        if (!layer || layer->isInput || !layer->given)
            continue;
        auto* data = new QMimeData;
        data->setText(policyToText(layer->given->policy));
        return data;
    }
    return nullptr;
}

bool LayerTreeModel::canDropMimeData(
    const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) const
{
    const LayerNode* layer = node(parent);
    return layer && !layer->isInput && data && data->hasText()
        && policyFromPastedText(data->text(), m_document.session()->policies.family).ok();
}

bool LayerTreeModel::dropMimeData(
    const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent)
{
    if (action == Qt::IgnoreAction || !canDropMimeData(data, action, row, column, parent))
        return false;
    const Result<DTypePolicy> policy
        = policyFromPastedText(data->text(), m_document.session()->policies.family);
    return setPolicies(targetsOf(parent), *policy);
}

} // namespace ulpscope::ui
