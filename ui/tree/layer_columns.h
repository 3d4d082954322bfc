// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns the tree of layers shows: by itself as many as there is room for, or those that the user chose, which
// the settings remember.
#pragma once

#include "app/desktop/settings.h"

#include <QObject>

class QAction;
class QMenu;
class QTreeView;

namespace ulpscope::ui {

class LayerColumns : public QObject
{
    Q_OBJECT
public:
    /// Both must outlive this object; `view` shows a LayerTreeModel, perhaps through a proxy.
    LayerColumns(QTreeView& view, Settings& settings, QWidget* parent);

    /// For a menu of the window and for the header's context menu.
    QMenu* menu() const { return m_menu; }
    /// To be called when the view or its contents changed in size.
    void fit();
    /// Must be called after a change of the font: it fits each column to its texts again.
    void fitText();

signals:
    void originShown(bool isShown);
    /// Headings have room for few words, or for all again.
    void tightened(bool isTight);
    /// The view without its frame needs this width at least, so that no name is cut.
    void widthWanted(int width);

private:
    void makeSortMenu();
    void choose(int column, bool isShown);
    void chooseAll();
    void chooseAutomatically();
    void show(const QList<int>& columns);
    QList<int> fitting() const;
    int wantedWidth(int column) const;
    int nameWidth() const;
    void refresh();

    QTreeView& m_view;
    Settings& m_settings;
    QMenu* m_menu;
    QList<QAction*> m_columns; ///< one action for each column
    QAction* m_all;
    QAction* m_automatic;
    bool m_isAutomatic = true;
    bool m_isTight = false; ///< the metric has room for its numbers, not for its heading
    int m_nameWidth = 0; ///< the width that was set last; the user may have changed it since
};

} // namespace ulpscope::ui
