// SPDX-License-Identifier: GPL-3.0-or-later
// All terms, found by what one types; does not block the window.
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace ulpscope::ui {

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

} // namespace ulpscope::ui
