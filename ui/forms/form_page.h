// SPDX-License-Identifier: GPL-3.0-or-later
// A scrolling page of forms that grows downwards, for the tabs below the model.
#pragma once

#include "ui/look/page_area.h"

class QVBoxLayout;

namespace ulpscope::ui {

class FormPage : public PageArea
{
    Q_OBJECT
public:
    explicit FormPage(QWidget* parent = nullptr);

protected:
    /// Adds a form below those that are there.
    void addForm(QWidget* form);

private:
    QVBoxLayout* m_forms;
};

} // namespace ulpscope::ui
