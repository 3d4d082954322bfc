// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of every plot: save or copy it as a picture or as numbers, and show everything.
#pragma once

#include "ui/look/plot_content.h"

#include <QAction>
#include <QList>
#include <QObject>

namespace ulpscope::ui {

class PlotCommands : public QObject
{
    Q_OBJECT
public:
    /// `plot` is the widget that takes the focus, and has its canvas already. Right click, the menu key and Ctrl+C are its own from
    /// now on. content: null canvas and paint where there is nothing to show. fit: empty where a plot always shows everything.
    PlotCommands(QWidget& plot, std::function<PlotContent()> content, std::function<void()> fit = {});

    /// Commands of a plot; null: it has none.
    static PlotCommands* of(const QWidget& plot);
    /// Commands of the plot that has the focus, else of the first one in sight; null where there is none.
    static PlotCommands* current(const QWidget& window);

    /// Entries of the plot's own, before the others in its menu.
    void addEntries(const QList<QAction*>& actions) { m_entries += actions; }

    /// The plot's content for files at this moment.
    PlotContent content() const { return m_content(); }
    void fit();
    void exportPlot();
    void copyPicture();
    /// The numbers in sight, or at the pinned cursor, with tabs between them.
    void copyNumbers();
    bool writeTo(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMenu(const QPoint& at);

    QWidget& m_plot;
    std::function<PlotContent()> m_content;
    std::function<void()> m_fit;
    QList<QAction*> m_entries;
};

} // namespace ulpscope::ui
