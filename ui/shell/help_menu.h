// SPDX-License-Identifier: GPL-3.0-or-later
// Help: what the focused thing is, the glossary, the keys, and what program this is.
#pragma once

#include <QMenu>
#include <QPointer>

namespace ulpscope::ui {

class GlossaryDialog;

class HelpMenu : public QMenu
{
    Q_OBJECT
public:
    HelpMenu(const QString& resourcesDirectory, QWidget* window);

    /// Beside it, by the terms behind it; where there are none the glossary opens. widget: null where nothing has the focus.
    void explain(QWidget* widget);
    /// In front of the window that is active; an empty id: as it was.
    void showGlossary(const QString& termId);

protected:
    /// F1 in dialogs, where the window's shortcuts do not reach.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_window;
    QPointer<GlossaryDialog> m_glossary;
};

} // namespace ulpscope::ui
