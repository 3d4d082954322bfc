// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/field_table_model.h"

#include "engine/base/shown_text.h"
#include "ui/look/models/display_text.h"

#include <QFont>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr std::size_t kLongestName = 60; ///< bytes
constexpr std::size_t kLongestValue = 16;

QString metricText(double value)
{
    return std::isnan(value) ? QString() : shortNumber(value, 4);
}

QString typeText(const FieldProfile& field)
{
    QString text = toQt(field.type);
    QStringList extents;
    for (const std::int64_t extent : field.shape)
        extents += countText(extent);
    return extents.isEmpty() ? text : text + QStringLiteral(" ") + extents.join(QStringLiteral(" × "));
}

QString firstText(const FieldProfile& field)
{
    if (!field.problem.empty())
        return toQt(shownLine(field.problem));
    QStringList values;
    for (const std::string& value : field.first)
        values += value.empty() ? QStringLiteral("∅") : toQt(shownText(value, kLongestValue));
    return values.join(QStringLiteral(", "));
}

} // namespace

FieldTableModel::FieldTableModel(OwnData& data, QObject* parent)
    : ColumnsModel(
        {{tr("Name"), tr("Of the column or array; the box, or Space, takes a column in or leaves it out"),
             kAtLeft},
            {tr("Used as"), tr("Features are what is learnt from, the target is what is to be predicted"),
                kAtLeft},
            {tr("Type"), tr("What the values are; of arrays the dtype in the file and the extents"), kAtLeft},
            {tr("First values"), tr("As the file has them"), kAtLeft},
            {tr("Minimum"), tr("Of the finite numbers"), kAtRight},
            {tr("Maximum"), tr("Of the finite numbers"), kAtRight},
            {tr("Mean"), tr("Of the finite numbers"), kAtRight},
            {tr("Deviation"), tr("Standard deviation of the finite numbers from their mean"), kAtRight},
            {tr("Different"), tr("How many different values there are, counted to %1").arg(kMaxDistinct),
                kAtRight},
            {tr("Missing"), tr("Cells that are empty, NA, null or ?, and NaN; infinite values beside them"),
                kAtRight}},
        parent)
    , m_data(data)
{
    connect(&data, &OwnData::changed, this, &FieldTableModel::refresh);
}

void FieldTableModel::refresh()
{
    const auto profile = m_data.state() == OwnData::State::Ready ? m_data.sharedProfile() : nullptr;
    if (profile != m_shown) {
        beginResetModel();
        m_shown = profile;
        endResetModel();
    } else if (m_shown && !m_shown->fields.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

const FieldProfile* FieldTableModel::field(int row) const
{
    const bool isThere = m_shown && row >= 0 && std::size_t(row) < m_shown->fields.size();
    return isThere ? &m_shown->fields[std::size_t(row)] : nullptr;
}

int FieldTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_shown ? 0 : int(m_shown->fields.size());
}

bool FieldTableModel::isFeature(const FieldProfile& field) const
{
    const DataChoice& choice = m_data.choice();
    if (isTarget(field))
        return false;
    if (m_shown->kind == DataFileKind::Csv)
        return std::ranges::find(choice.without, field.name) == choice.without.end();
    return m_shown->kind != DataFileKind::Npz || field.name == choice.features;
}

QString FieldTableModel::useText(const FieldProfile& field) const
{
    if (isTarget(field))
        return tr("target");
    if (isFeature(field))
        return m_shown->kind == DataFileKind::Csv ? tr("feature") : tr("features");
    return tr("left out");
}

QString FieldTableModel::cellText(const FieldProfile& field, int column) const
{
    switch (column) {
    case Name:
        return toQt(shownText(field.name, kLongestName));
    case Use:
        return useText(field);
    case Type:
        return typeText(field);
    case First:
        return firstText(field);
    default:
        break;
    }
    if (!field.problem.empty())
        return {};
    switch (column) {
    case Minimum:
        return metricText(field.minimum);
    case Maximum:
        return metricText(field.maximum);
    case Mean:
        return metricText(field.mean);
    case Deviation:
        return metricText(field.deviation);
    case Distinct:
        return (field.hasMoreDistinct ? QStringLiteral("> ") : QString()) + countText(field.distinct);
    case Missing: {
        const QString missing = countText(field.missing);
        return field.infinite > 0 ? tr("%1, %2 infinite").arg(missing, countText(field.infinite)) : missing;
    }
    default:
        return {};
    }
}

QVariant FieldTableModel::data(const QModelIndex& index, int role) const
{
    const FieldProfile* shown = field(index.row());
    if (shown == nullptr)
        return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return cellText(*shown, column);
    case Qt::CheckStateRole:
        if (column != Name || !flags(index).testFlag(Qt::ItemIsUserCheckable))
            return {};
        return int(isFeature(*shown) ? Qt::Checked : Qt::Unchecked);
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case Qt::FontRole: {
        QFont font;
        font.setBold(true);
        return isTarget(*shown) ? QVariant(font) : QVariant();
    }
    default:
        return {};
    }
}

bool FieldTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !flags(index).testFlag(Qt::ItemIsUserCheckable))
        return false;
    m_data.setUsed(std::string(field(index.row())->name), value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags FieldTableModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = ColumnsModel::flags(index);
    const FieldProfile* shown = field(index.row());
    if (shown != nullptr && index.column() == Name && m_shown->kind == DataFileKind::Csv && !isTarget(*shown))
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

} // namespace ulpscope::ui
