// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the tree that are forms: the data and the training.
#pragma once

#include "app/session/document.h"
#include "engine/session/data_repair.h"
#include "ui/look/page_area.h"

#include <functional>
#include <string>

class QVBoxLayout;

namespace ulpscope::ui {

// A scrolling page of forms that grows downwards, for the tabs below the model.
class FormPage : public PageArea
{
    Q_OBJECT
public:
    explicit FormPage(QWidget* parent = nullptr);

protected:
    /// Adds a form below the others.
    void addForm(QWidget* form);
    /// Forgets refused texts that were typed for a session of another title.
    void forgetRefusedOfOther(const std::string& title);

private:
    std::string m_title; ///< the title of the session whose fields these are
    QVBoxLayout* m_forms;
};

class ComponentForm;

// The session's data: a row of the dataset catalog and its parameters.
class DataPage : public FormPage
{
    Q_OBJECT
public:
    explicit DataPage(Document& document, QWidget* parent = nullptr);

signals:
    /// Refused for a model that does not fit; the repair changes both.
    void repairOffered(const QString& message, const ulpscope::DataRepair& repair);

private:
    void refresh();
    std::optional<DataRepair> repairFor(const Component& wanted) const;

    Document& m_document;
    ComponentForm* m_data;
};

class ParameterForm;

// How the session trains: steps, batch size, seed, loss and its weight, optimizer, loss scale with all its
// parameters.
class TrainingPage : public FormPage
{
    Q_OBJECT
public:
    explicit TrainingPage(Document& document, QWidget* parent = nullptr);

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
