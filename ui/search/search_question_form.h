// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a search: the policies and loss scales to try, the layers, the budget and the cost.
#pragma once

#include "app/session/search_forms.h"
#include "engine/base/result.h"

#include <QIcon>
#include <QStringList>
#include <QWidget>

#include <functional>

class QComboBox;
class QListWidget;

namespace ulpscope::ui {

class FaultField;

// Some of several names, ticked in a list or said in a line of text: each follows the other.
class NamesBox : public QWidget
{
    Q_OBJECT
public:
    /// How text and ticks say the same.
    struct Reading
    {
        std::function<QStringList(const QString& text, const QStringList& names)> chosen;
        /// text: what is in the line.
        std::function<QString(const QString& text, const QStringList& chosen, const QStringList& names)> text;
        std::function<QString(const QString& name)> tip; ///< the tool tip of a row
        std::function<QIcon(const QString& name)> mark = {}; ///< icon before a row; empty: rows have none
    };
    struct Words
    {
        QString id; ///< "searchMenu": the line is "searchMenuText", the list "searchMenuList"
        QByteArray terms; ///< terms of the glossary
        QString title;
        QString text; ///< name of the line for a screen reader
        QString textTip;
        QString list;
        QString listTip;
        QString placeholder = {};
    };
    NamesBox(const Words& words, Reading reading, QWidget* parent);

    void setNames(const QStringList& names);
    void setText(const QString& text);
    QString text() const;
    FaultField& field() const { return *m_text; }
    void focusList();

signals:
    /// Emitted when the user edits the text.
    void edited();

private:
    void fitText();
    void tick();
    void write();

    Reading m_reading;
    QStringList m_names;
    FaultField* m_text;
    QListWidget* m_list;
    bool m_isTicking = false;
};

class BudgetForm;

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
