// SPDX-License-Identifier: GPL-3.0-or-later
// Help: what the focused thing is, the guide, the glossary, the keys, and what program this is.
#pragma once

#include <QMenu>
#include <QPointer>

#include <functional>
#include <utility>

class QDockWidget;

namespace ulpscope::ui {

class GlossaryDialog;
class GuideWindow;

class HelpMenu : public QMenu
{
    Q_OBJECT
public:
    HelpMenu(const QString& resourcesDirectory, QWidget* window);

    /// A link below an explanation: its address and its text; empty: none.
    using MoreAbout = std::function<std::pair<QString, QString>(const QString& lesson)>;
    void setMoreAbout(MoreAbout more) { m_moreAbout = std::move(more); }

    /// Beside it, by the terms behind it; where there are none the glossary opens. widget: null where nothing has the focus.
    void explain(QWidget* widget);
    /// In front of the window that is active; an empty id: as it was.
    void showGlossary(const QString& termId);
    /// Likewise; "formats#rounding".
    void showGuide(const QString& place);
    /// The guide's tour, beside what it describes.
    void showTour();

signals:
    /// The guide led to a scene, by name.
    void sceneWanted(const QString& name);
    /// The link below an explanation, or one of the guide's to a lesson, was followed.
    void moreRequested(const QString& address);

protected:
    /// F1 in dialogs, where the window's shortcuts do not reach.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Where it is to stand: a modal dialog blocks all windows but its own.
    QWidget* windowInFront(const QWidget* opened) const;
    void followGuide(const QString& address);
    /// To a scene or a lesson; not while a dialog waits for an answer about the session.
    void lead(const QString& address);

    QWidget* m_window;
    QString m_resources;
    MoreAbout m_moreAbout;
    QPointer<GlossaryDialog> m_glossary;
    QPointer<GuideWindow> m_guide;
    QDockWidget* m_tour = nullptr; ///< null until it is asked for
};

} // namespace ulpscope::ui
