// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/plot_commands.h"

#include "ui/look/accessible_role.h"
#include "ui/look/plot_file.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

namespace ulpscope::ui {

namespace {

bool hasSomething(const PlotContent& content)
{
    return content.canvas != nullptr || content.paint;
}

} // namespace

PlotCommands::PlotCommands(QWidget& plot, std::function<PlotContent()> content, std::function<void()> fit)
    : QObject(&plot)
    , m_plot(plot)
    , m_content(std::move(content))
    , m_fit(std::move(fit))
{
    setAccessibleRole(plot, QAccessible::Chart);
    plot.installEventFilter(this);
    for (QWidget* canvas : plot.findChildren<QWidget*>())
        canvas->installEventFilter(this); // QCustomPlot keeps mouse events to itself
}

PlotCommands* PlotCommands::of(const QWidget& plot)
{
    return plot.findChild<PlotCommands*>(QString(), Qt::FindDirectChildrenOnly);
}

PlotCommands* PlotCommands::current(const QWidget& window)
{
    for (const QWidget* around = QApplication::focusWidget(); around; around = around->parentWidget())
        if (PlotCommands* commands = of(*around))
            return commands;
    for (PlotCommands* commands : window.findChildren<PlotCommands*>())
        if (commands->m_plot.isVisible())
            return commands;
    return nullptr;
}

void PlotCommands::fit()
{
    if (m_fit)
        m_fit();
}

void PlotCommands::exportPlot()
{
    if (const PlotContent content = m_content(); hasSomething(content))
        PlotFile::ask(&m_plot, content);
}

void PlotCommands::copyPicture()
{
    if (const PlotContent content = m_content(); hasSomething(content))
        QApplication::clipboard()->setImage(PlotFile::image(content));
}

void PlotCommands::copyNumbers()
{
    const PlotContent content = m_content();
    if (hasSomething(content))
        QApplication::clipboard()->setText(
            tabbedText(content.atCursor ? content.atCursor() : content.table()));
}

bool PlotCommands::writeTo(const QString& path)
{
    const PlotContent content = m_content();
    return hasSomething(content) && PlotFile::write(content, path);
}

void PlotCommands::showMenu(const QPoint& at)
{
    QMenu menu(&m_plot);
    menu.addActions(m_entries);
    if (m_fit)
        menu.addAction(tr("&Fit"), this, &PlotCommands::fit);
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(tr("Copy &picture"), this, &PlotCommands::copyPicture);
    menu.addAction(tr("Copy &numbers"), this, &PlotCommands::copyNumbers);
    menu.addAction(tr("&Export…"), this, &PlotCommands::exportPlot);
    menu.exec(at);
}

bool PlotCommands::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ContextMenu) {
        showMenu(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    if (watched == &m_plot && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copyNumbers();
        return true;
    }
    return false;
}

} // namespace ulpscope::ui
