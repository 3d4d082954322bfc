// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a key of the policy map in its cell; what is typed is judged at every key press and underlined where it is
// wrong.
#pragma once

#include "ui/look/remark_delegate.h"

namespace ulpscope::ui {

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

} // namespace ulpscope::ui
