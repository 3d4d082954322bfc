// SPDX-License-Identifier: GPL-3.0-or-later
// A scrolling page of forms that grows downwards, for the tabs below the model.
#pragma once

#include "ui/look/page_area.h"

#include <string>

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
    /// What was typed and refused is forgotten where it was about a session of another title.
    void forgetRefusedOfOther(const std::string& title);

private:
    std::string m_title; ///< of the session whose fields these are
    QVBoxLayout* m_forms;
};

} // namespace ulpscope::ui
