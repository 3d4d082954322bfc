// SPDX-License-Identifier: GPL-3.0-or-later
// Help: what the focused thing is, the glossary, the keys, and what program this is.
#pragma once

#include <QMenu>
#include <QPointer>

#include <functional>
#include <utility>

namespace ulpscope::ui {

class GlossaryDialog;

class HelpMenu : public QMenu
{
    Q_OBJECT
public:
    HelpMenu(const QString& resourcesDirectory, QWidget* window);

    /// What is offered below an explanation, as a link: its address and its text; empty: nothing.
    using MoreAbout = std::function<std::pair<QString, QString>(const QString& widget)>;
    void setMoreAbout(MoreAbout more) { m_moreAbout = std::move(more); }

    /// Beside it, by the terms behind it; where there are none the glossary opens. widget: null where nothing has the focus.
    void explain(QWidget* widget);
    /// In front of the window that is active; an empty id: as it was.
    void showGlossary(const QString& termId);

signals:
    /// The link below an explanation was followed.
    void moreRequested(const QString& address);

protected:
    /// F1 in dialogs, where the window's shortcuts do not reach.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_window;
    MoreAbout m_moreAbout;
    QPointer<GlossaryDialog> m_glossary;
};

} // namespace ulpscope::ui
