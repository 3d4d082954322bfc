// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/layer_tree_model.h"

#include "engine/layer/layer_catalog.h"
#include "engine/model/model_plan.h"
#include "ui/models/display_text.h"
#include "ui/models/layer_edits.h"

#include <QFont>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

/// Errors from 10^-8 to 1 fill the bar from left to right.
double errorBar(double error)
{
    if (!std::isfinite(error))
        return 1;
    return error > 0 ? std::clamp((std::log10(error) + 8) / 8, 0.0, 1.0) : 0;
}

QString shortOrigin(PolicyOrigin origin)
{
    if (origin == PolicyOrigin::Own)
        return {};
    return origin == PolicyOrigin::Global ? LayerTreeModel::tr(" · global") : LayerTreeModel::tr(" · map");
}

bool isInputLayer(const LayerSpec& layer)
{
    const LayerClass* row = findRow(layerCatalog(), layer.className);
    return row != nullptr && row->maxInputs == 0;
}

bool supportsFloat8(const LayerSpec& layer)
{
    const LayerClass* row = findRow(layerCatalog(), layer.className);
    return row != nullptr && row->supportsFloat8;
}

Severity severityOf(double value, double notice, double warning)
{
    if (!(value < warning))
        return Severity::Warning;
    return value >= notice ? Severity::Notice : Severity::Good;
}

} // namespace

LayerTreeModel::LayerTreeModel(Document& document, QObject* parent)
    : QAbstractTableModel(parent)
    , m_document(document)
    , m_shown(document.session())
{
    connect(&document, &Document::sessionChanged, this, &LayerTreeModel::onSessionChanged);
}

void LayerTreeModel::onSessionChanged()
{
    const std::vector<LayerSpec>& before = m_shown->model.layers;
    const std::vector<LayerSpec>& after = m_document.session()->model.layers;
    const bool hasSameRows = before.size() == after.size()
        && std::equal(
            before.begin(), before.end(), after.begin(), [](const LayerSpec& a, const LayerSpec& b) {
                return a.name == b.name && a.className == b.className;
            });
    if (hasSameRows) {
        m_shown = m_document.session();
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_shown = m_document.session();
    m_health.clear();
    endResetModel();
}

void LayerTreeModel::showRun(const RunHistory* run)
{
    m_health.clear();
    if (run && !run->records().empty())
        for (const LayerSpec& layer : m_shown->model.layers)
            m_health.push_back(layerHealth(*run, m_shown->model.layerPath(layer)));
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int LayerTreeModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown->model.layers.size());
}

int LayerTreeModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LayerTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    static const char* const kTitles[] = {QT_TR_NOOP("Layer"), QT_TR_NOOP("Class"), QT_TR_NOOP("Policy"),
        QT_TR_NOOP("Flushed"), QT_TR_NOOP("Error")};
    static const char* const kTips[]
        = {QT_TR_NOOP("The layer's name. F2 renames it."), QT_TR_NOOP("The layer's class, as in Keras."),
            QT_TR_NOOP("The dtype policy: what the layer computes in, and what its weights are stored in. "
                       "Bold: set on this layer. "
                       "Grey: inherited. F2 or a double click changes it."),
            QT_TR_NOOP("Of the layer's gradient elements that are not zero in float64, the share that is "
                       "exactly zero here: the worst "
                       "of its tensors at the last probed step."),
            QT_TR_NOOP("Relative L2 error of the layer's output against the float64 twin at the last probed "
                       "step. The bar is logarithmic, from "
                       "10⁻⁸ to 1.")};
    if (section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::DisplayRole)
        return tr(kTitles[section]);
    if (role == Qt::ToolTipRole)
        return tr(kTips[section]);
    return {};
}

Qt::ItemFlags LayerTreeModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid())
        flags |= Qt::ItemNeverHasChildren;
    if (!index.isValid())
        return flags;
    const bool isInput = isInputLayer(m_shown->model.layers[static_cast<std::size_t>(index.row())]);
    if (index.column() == NameColumn || (index.column() == PolicyColumn && !isInput))
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant LayerTreeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LayerSpec& layer = m_shown->model.layers[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case NameColumn:
        if (role == Qt::DisplayRole || role == Qt::EditRole)
            return toQt(layer.name);
        return healthData(index.row(), NameColumn, role);
    case ClassColumn:
        if (role == Qt::DisplayRole)
            return toQt(layer.className);
        return healthData(index.row(), NameColumn, role == Qt::ToolTipRole ? role : -1);
    case PolicyColumn:
        return policyData(layer, role);
    default:
        return healthData(index.row(), index.column(), role);
    }
}

QVariant LayerTreeModel::inputDtypeData(int role) const
{
    const QString floatx = toQt(std::string(floatxFor(m_shown->policies).name));
    switch (role) {
    case IsInheritedRole:
        return true;
    case Qt::DisplayRole:
        return QString(floatx + QStringLiteral(" · floatx"));
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return tr(
            "The data enter as %1. An input layer has no dtype policy: as in Keras its dtype is floatx, "
            "whatever the global policy.")
            .arg(floatx);
    default:
        return {};
    }
}

QVariant LayerTreeModel::policyData(const LayerSpec& layer, int role) const
{
    if (isInputLayer(layer))
        return inputDtypeData(role);
    if (role == OwnPolicyRole)
        return layer.policy ? toQt(layer.policy->name) : QString();
    if (role == IsInheritedRole)
        return !layer.policy;
    const Result<EffectivePolicy> effective
        = effectivePolicy(m_shown->policies, layer.policy, m_shown->model.layerPath(layer));
    if (!effective)
        return role == Qt::DisplayRole || role == Qt::ToolTipRole ? toQt(effective.error().text())
                                                                  : QVariant();
    const bool leavesOutFloat8 = effective->policy.isFloat8() && !supportsFloat8(layer);
    const DTypePolicy policy = leavesOutFloat8 ? sourcePolicy(effective->policy) : effective->policy;
    switch (role) {
    case Qt::EditRole:
        return toQt(effective->policy.name);
    case Qt::DisplayRole:
        return QString(toQt(policy.name) + shortOrigin(effective->origin));
    case Qt::FontRole: {
        QFont font;
        font.setBold(layer.policy.has_value());
        return font;
    }
    case Qt::ToolTipRole: {
        const QString origin = layer.policy ? tr("set on this layer")
                                            : tr("inherited: %1").arg(toQt(effective->originText()));
        const QString text = tr("%1\ncomputes in %2, stores its weights in %3\n%4")
                                 .arg(toQt(policy.name), toQt(policy.computeDtype),
                                     toQt(policy.variableDtype), origin);
        if (!leavesOutFloat8)
            return text;
        return QString(text
            + tr("\n%1 leaves this layer out: %2 has no float8 call")
                  .arg(toQt(effective->policy.name), toQt(layer.className)));
    }
    case Qt::AccessibleDescriptionRole:
        return toQt(effective->originText());
    default:
        return {};
    }
}

QVariant LayerTreeModel::healthData(int row, int column, int role) const
{
    if (static_cast<std::size_t>(row) >= m_health.size())
        return {};
    const LayerHealth& health = m_health[static_cast<std::size_t>(row)];
    if (role == Qt::ToolTipRole) {
        const QString badge = health.isNonFinite ? tr("NaN or infinity in its tensors\n")
            : health.sawNonFinite
            ? tr("had NaN or infinity in its tensors, in a step that was skipped or before\n")
            : QString();
        return health.details.isEmpty() ? QVariant() : QVariant(QString(badge + health.details));
    }
    if (column == NameColumn) {
        // A skipped step leaves non-finite figures behind too; only those that last are a failure.
        if (role == SeverityRole && health.sawNonFinite)
            return int(health.isNonFinite ? Severity::Failure : Severity::Notice);
        return {};
    }
    const std::optional<double>& value = column == FlushedColumn ? health.flushedPercent : health.error;
    if (!value)
        return {};
    const bool isFlushed = column == FlushedColumn;
    switch (role) {
    case Qt::DisplayRole:
        return isFlushed ? percentText(*value) : numberText(*value, 2);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignRight | Qt::AlignVCenter);
    case BarRole:
        return isFlushed ? std::clamp(*value / 100, 0.0, 1.0) : errorBar(*value);
    case SeverityRole:
        return int(isFlushed ? severityOf(*value, 10, 20) : severityOf(*value, 0.01, 0.1));
    default:
        return {};
    }
}

bool LayerTreeModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    const QString text = value.toString().trimmed();
    if (index.column() == PolicyColumn)
        return setPolicy(index.row(), text);
    if (index.column() != NameColumn)
        return false;
    const auto row = static_cast<std::size_t>(index.row());
    if (text == toQt(m_shown->model.layers[row].name))
        return true;
    const Status done = m_document.edit(
        tr("Rename layer"), [&](SessionSpec& session) { renameLayer(session, row, text.toStdString()); });
    if (!done)
        emit editRefused(toQt(done.error().text()));
    return done.ok();
}

bool LayerTreeModel::setPolicy(int row, const QString& name)
{
    std::optional<DTypePolicy> policy;
    if (!name.isEmpty()) {
        const Result<DTypePolicy> found = getPolicy(name.toStdString());
        if (!found) {
            emit editRefused(toQt(found.error().text()));
            return false;
        }
        policy = *found;
    }
    const auto layer = static_cast<std::size_t>(row);
    if (m_shown->model.layers[layer].policy == policy)
        return true;
    const QString layerName = toQt(m_shown->model.layers[layer].name);
    const QString text
        = policy ? tr("Set policy of %1").arg(layerName) : tr("Inherit policy of %1").arg(layerName);
    const Status done
        = m_document.edit(text, [&](SessionSpec& session) { session.model.layers[layer].policy = policy; });
    if (!done)
        emit editRefused(toQt(done.error().text()));
    return done.ok();
}

} // namespace ulpscope::ui
