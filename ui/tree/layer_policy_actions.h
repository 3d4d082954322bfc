// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's policy in the tree: the editor in its cell, and the actions.
#pragma once

#include "app/session/document.h"
#include "ui/look/cell_delegate.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QObject>

class QAction;
class QMenu;
class QSortFilterProxyModel;
class QTreeView;

namespace ulpscope::ui {

// Edits a layer's policy in its cell: a combo box with type-ahead, whose first entry inherits. Whether what was chosen is
// for one layer or for all that are selected is the model's to ask.
class LayerPolicyDelegate : public CellDelegate
{
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

class LayerPolicyActions : public QObject
{
    Q_OBJECT
public:
    /// All must outlive this object; `view` shows `model` through `proxy`.
    LayerPolicyActions(Document& document, LayerTreeModel& model, QSortFilterProxyModel& proxy,
        QTreeView& view, QWidget* parent);

    /// Edit, reset, spread, copy, paste.
    QList<QAction*> actions() const { return {m_edit, m_inherit, m_spread, m_copy, m_paste}; }
    /// Every policy that is offered, for a mouse.
    QMenu* setMenu() const { return m_setMenu; }

    /// The selected layers that have a policy, as indices of the model.
    QModelIndexList selectedLayers() const;
    /// "dense_1", "3 layers", or nothing.
    QString selectedText() const;

public slots:
    /// Sets the policy of the selected layers; an empty name inherits.
    void setPolicy(const QString& name);
    /// Enables what can be done to the selected layers.
    void refresh();

signals:
    void noticed(const QString& message);

private:
    void fillSetMenu();
    QModelIndexList targetsOf(const QModelIndex& layer) const;
    void editCell();
    void spread();
    void copy();
    void paste();

    Document& m_document;
    LayerTreeModel& m_model;
    QSortFilterProxyModel& m_proxy;
    QTreeView& m_view;
    QMenu* m_setMenu;
    QAction* m_edit;
    QAction* m_inherit;
    QAction* m_spread;
    QAction* m_copy;
    QAction* m_paste;
};

} // namespace ulpscope::ui
