// SPDX-License-Identifier: GPL-3.0-or-later
// What is searched: the policies and loss scales to try, the layers, what has to hold, and what is to be little.
#pragma once

#include "app/session/search_forms.h"
#include "engine/base/result.h"

#include <QWidget>

class QComboBox;

namespace ulpscope::ui {

class BudgetForm;
class FaultField;
class NamesBox;

class SearchQuestionForm : public QWidget
{
    Q_OBJECT
public:
    explicit SearchQuestionForm(QWidget* parent = nullptr);

    /// Shows the session's layers and steps; filled-in fields stay.
    void showSession(const SessionSpec& session);
    void setForm(const SearchForm& form);
    /// An error: steps that are none.
    Result<SearchForm> form() const;
    /// Content of a new form.
    static SearchForm firstForm();

    /// Marks where the error is; null: nowhere.
    void markError(const Error* error);
    void focusMenu();

signals:
    /// Emitted when the user edits the form.
    void edited();

private:
    std::optional<std::int64_t> ownSteps() const;
    void passSteps();

    NamesBox* m_menu;
    NamesBox* m_layers;
    FaultField* m_together;
    FaultField* m_lossScales;
    BudgetForm* m_budget;
    QComboBox* m_cost;
    FaultField* m_seeds;
    FaultField* m_steps;
    std::int64_t m_sessionSteps = 1;
};

} // namespace ulpscope::ui
