// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/form_page.h"

#include "ui/forms/parameter_form.h"

#include <QVBoxLayout>

namespace ulpscope::ui {

FormPage::FormPage(QWidget* parent)
    : PageArea(parent)
{
    auto* content = new QWidget(this);
    m_forms = new QVBoxLayout(content);
    m_forms->setContentsMargins(8, 10, 8, 10);
    m_forms->setSpacing(14);
    m_forms->addStretch(1);
    setWidget(content);
}

void FormPage::addForm(QWidget* form)
{
    m_forms->insertWidget(m_forms->count() - 1, form);
}

void FormPage::forgetRefusedOfOther(const std::string& title)
{
    if (title == m_title)
        return;
    m_title = title;
    for (ParameterForm* form : findChildren<ParameterForm*>())
        form->forgetRefused();
}

} // namespace ulpscope::ui
