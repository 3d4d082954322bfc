// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the session's title and description, which can be edited here, its suggestions, and the two settings that
// decide how large its gradients are.
#pragma once

#include "app/session/document.h"

#include <QWidget>

#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace ulpscope::ui {

class LinkButton;
class ParameterForm;

class SceneStrip : public QWidget
{
    Q_OBJECT
public:
    /// `document` must outlive the strip.
    explicit SceneStrip(Document& document, QWidget* parent = nullptr);

signals:
    /// Emitted when a suggestion was applied to the session, which can now be trained.
    void suggestionTaken();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void showSuggestions();
    void take(std::size_t suggestion);
    void setOverride(const std::string& name, const ParameterValue& value);
    void setEditing(bool isEditing);
    /// Takes over the typed text.
    void keep();
    void edit(const QString& text, const std::function<void(SessionSpec&)>& change);

    Document& m_document;
    QLabel* m_title;
    QLabel* m_description;
    QLineEdit* m_titleField;
    QPlainTextEdit* m_descriptionField;
    QToolButton* m_edit;
    QLabel* m_try;
    std::vector<LinkButton*> m_suggestions;
    ParameterForm* m_settings;
    bool m_isEditing = false;
    std::string m_editedTitle; ///< the title that the field had first
    std::string m_editedDescription;
};

} // namespace ulpscope::ui
