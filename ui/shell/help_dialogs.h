// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of the Help menu.
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace ulpscope::ui {

// About: what the program is, what is new, and whose work it stands on.
class AboutDialog : public QDialog
{
    Q_OBJECT
public:
    /// resourcesDirectory: where CHANGELOG.md is.
    explicit AboutDialog(const QString& resourcesDirectory, QWidget* parent = nullptr);
};

// All terms, found by what one types; does not block the window.
class GlossaryDialog : public QDialog
{
    Q_OBJECT
public:
    explicit GlossaryDialog(QWidget* window);

    /// The term of that id, with all others around it; of an unknown one the first.
    void showTerm(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter();
    void showPage();

    QLineEdit* m_words;
    QListWidget* m_list;
    QTextBrowser* m_page;
};

// Every keyboard shortcut, read from the window's own actions, and the gestures of the plots.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT
public:
    /// `window`: whose actions to list.
    explicit ShortcutsDialog(QWidget* window);
};

} // namespace ulpscope::ui
