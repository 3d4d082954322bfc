// SPDX-License-Identifier: GPL-3.0-or-later
// How the session trains: steps, batch size, seed, loss and its weight, optimizer, loss scale with all its
// parameters.
#pragma once

#include "app/session/document.h"
#include "ui/forms/form_page.h"

#include <functional>

namespace ulpscope::ui {

class ComponentForm;
class ParameterForm;

class TrainingPage : public FormPage
{
    Q_OBJECT
public:
    explicit TrainingPage(Document& document, QWidget* parent = nullptr);

signals:
    void editRefused(const QString& message);

private:
    void refresh();
    /// form: where the change was asked for, and where it is refused if it can be.
    template <class Form>
    void edit(Form& form, const QString& text, const std::function<void(SessionSpec&)>& change);
    void setGeneral(const std::string& name, const ParameterValue& value);
    void bind(ComponentForm* form, const QString& text, Component TrainingSpec::*component);

    Document& m_document;
    ParameterForm* m_general;
    ComponentForm* m_loss;
    ComponentForm* m_optimizer;
    ComponentForm* m_schedule;
    ComponentForm* m_lossScale;
};

} // namespace ulpscope::ui
