// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of the changes by an import or a quantization, layer by layer.
#pragma once

#include "app/io/keras/quantized/quantization_report.h"
#include "ui/look/models/table_models.h"
#include "ui/map/models/map_analyst.h"

namespace ulpscope::ui {

// The effect of an edit of a session's policies: each layer's policy before and after.
class PolicyChangesModel : public ColumnsModel
{
    Q_OBJECT
public:
    enum Column { LayerColumn, BeforeColumn, AfterColumn };

    /// Looked into on threads of their own; compared() says when it is done.
    PolicyChangesModel(const SessionSpec& before, const SessionSpec& after, QObject* parent = nullptr);

    bool isCompared() const { return m_before.isCurrent() && m_after.isCurrent(); }
    int changedLayers() const;
    /// Exceptions that layers would raise in Keras after the edit, or that it cannot be decided; empty: none.
    QStringList troubles() const;
    /// A key that would take the program too long: the edit must not be made.
    std::optional<Error> undecidable() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

signals:
    void compared();

private:
    void onAnswered();
    /// Null: the layer is new.
    const PathFinding* before(std::size_t layer) const;
    bool isChanged(std::size_t layer) const;

    MapAnalyst m_before;
    MapAnalyst m_after;
    bool m_isShown = false;
};

// Which layers take a quantized policy, which do not, and why, as rows.
class QuantizationTableModel : public ColumnsModel
{
    Q_OBJECT
public:
    enum Column { LayerColumn, ClassColumn, PolicyColumn, ReasonColumn };

    explicit QuantizationTableModel(QObject* parent = nullptr);

    void setRows(std::vector<QuantizationRow> rows);
    int quantizedCount() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<QuantizationRow> m_rows;
};

} // namespace ulpscope::ui
