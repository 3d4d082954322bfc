// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the policy map: its keys and its policies.
#pragma once

#include "ui/look/cell_delegate.h"

namespace ulpscope::ui {

// Edits a key of the policy map in its cell; what is typed is judged at every key press and underlined where it is
// wrong.
class PolicyMapModel;

class MapKeyDelegate : public RemarkDelegate
{
    Q_OBJECT
public:
    /// `map` must outlive the delegate.
    explicit MapKeyDelegate(PolicyMapModel& map, QObject* parent = nullptr);

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;

private:
    PolicyMapModel& m_map;
};

// Edits the name of a policy in a cell: a combo box that lists the common ones and takes any other.
class MapPolicyDelegate : public RemarkDelegate
{
    Q_OBJECT
public:
    using RemarkDelegate::RemarkDelegate;

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

} // namespace ulpscope::ui
