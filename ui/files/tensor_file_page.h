// SPDX-License-Identifier: GPL-3.0-or-later
// A file of tensors: what is in it, searched by typing, and beside it the one that is chosen.
#pragma once

#include "ui/files/tensor_details.h"

#include <QWidget>

namespace ulpscope::ui {

class SearchedList;
class TensorListModel;

class TensorFilePage : public QWidget
{
    Q_OBJECT
public:
    explicit TensorFilePage(QWidget* parent = nullptr);

    /// Null: none.
    void setFile(const std::shared_ptr<TensorFile>& file);
    TensorDetails& details() const { return *m_details; }
    void focusSearch();
    bool isIdle() const;

private:
    FileNumbers* m_numbers; ///< a child, so that it is there until the widgets are gone
    TensorListModel* m_model;
    SearchedList* m_list;
    TensorDetails* m_details;
};

} // namespace ulpscope::ui
