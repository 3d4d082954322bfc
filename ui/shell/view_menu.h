// SPDX-License-Identifier: GPL-3.0-or-later
// View: layout, theme, size of the text, and a mode for projectors. What is chosen here is remembered as one
// blob.
#pragma once

#include "app/desktop/settings.h"
#include "ui/look/theme.h"

#include <QHash>
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
    /// wasPresenting: the size from before is kept, not that of the screen.
    void remember(bool wasPresenting);

    /// Resets the docks to the sizes of a first start. The window must be shown: before that it has no layout.
    void setDefaultDockSizes();
    /// Gives each dock that is shown its share of the window, whatever state the window was saved in. The window must be shown.
    void applyDockShares();
    /// Docks whose share is not known yet have the one that they have in a window of this size.
    void learnDockShares(const QSize& window);

    /// The model's dock has another width while its forms are shown.
    void makeRoomForForms(bool areShown);
    /// The model's dock needs this width, so that no name is cut; it gets it until a user drags the dock.
    void makeRoomForNames(int width);

    /// The width that the model's dock has, or had when it is shown again.
    int modelWidth() const;

    /// Returns whether the window was presenting.
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
    bool eventFilter(QObject* watched, QEvent* event) override;
    void takeDraggedShares();
    QString shareName(const QDockWidget& dock) const; ///< the dock's name in m_shares
    bool isWide(const QDockWidget& dock) const; ///< at a side of the window: its width is the window's share
    QHash<QDockWidget*, double> shownShares(const QSize& window) const;

    QMainWindow& m_window;
    QDockWidget& m_dock;
    Settings& m_settings;
    QAction* m_dark;
    QAction* m_present;
    QSize m_defaultSize;
    QByteArray m_defaultState;
    double m_basePointSize;
    QHash<QString, double> m_shares; ///< shares of the window's width or height, by shareName()
    bool m_hasForms = false;
    int m_namesWidth = 0;
    QHash<QDockWidget*, double>
        m_pressedShares; ///< shares at the moment when an edge between docks was pressed
    double m_textScale = 1; ///< the chosen size of text; presenting makes text larger than that
    QList<QDockWidget*> m_hiddenDocks; ///< docks that are hidden while presenting
    QByteArray m_geometryBeforePresenting;
};

/// At the most; how thick it is shows only with the window.
inline constexpr QMargins kFrame(4, 44, 4, 4);
/// Within its screen, with room for its frame, unless it is maximized.
void fitScreen(QWidget& window);

} // namespace ulpscope::ui
