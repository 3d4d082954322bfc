// SPDX-License-Identifier: GPL-3.0-or-later
// View: layout, theme, size of the text, and a mode for projectors. What is chosen here is remembered as one
// blob.
#pragma once

#include "app/settings.h"
#include "ui/look/theme.h"

#include <QMargins>
#include <QMenu>
#include <QSize>

class QDockWidget;
class QMainWindow;

namespace ulpscope::ui {

class ViewMenu : public QMenu
{
    Q_OBJECT
public:
    /// `dock` is hidden while presenting. Takes the window's layout as it is now for the default one.
    ViewMenu(QMainWindow& window, QDockWidget& dock, const QList<QAction*>& plotActions, Settings& settings);
    ~ViewMenu() override;

    void restore();
    void remember() const;

    /// To its width at first. The window must be shown: before that it has no layout.
    void widenDock();

    /// The window was so wide, in pixels, a moment ago: the dock gets the share of it that it had.
    void keepDockShare(int widthBefore);
    /// What restore() put back is of a window of another width, as on a smaller screen: all docks at its sides get the share of it that
    /// they had. The window must be shown.
    void fitRestoredDocks();

    /// Whether that was so.
    bool endPresenting();

signals:
    void defaultLayoutRestored();
    void noticed(const QString& message);

private:
    void setTheme(Theme theme);
    void setTextScale(double scale);
    void setPresenting(bool isPresenting);
    QMenu* makeLanguageMenu();
    void restoreDefaultLayout();
    void share(const QList<QDockWidget*>& docks, int widthBefore);

    QMainWindow& m_window;
    QDockWidget& m_dock;
    Settings& m_settings;
    QAction* m_dark;
    QAction* m_present;
    QSize m_defaultSize;
    QByteArray m_defaultState;
    double m_basePointSize;
    qint32 m_restoredWidth = 0; ///< of the window that restore() put back; 0: of none
    double m_textScale = 1; ///< as it was chosen: presenting makes text larger than that
    QList<QDockWidget*> m_hiddenDocks; ///< while presenting
};

/// At the most; how thick it is shows only with the window.
inline constexpr QMargins kFrame(4, 44, 4, 4);
/// Within its screen, with room for its frame, unless it is maximized.
void fitScreen(QWidget& window);

} // namespace ulpscope::ui
