// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcuts_dialog.h"

#include "ui/look/describe.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ulpscope::ui {

ShortcutsDialog::ShortcutsDialog(QWidget* window)
    : QDialog(window)
{
    registerPlace(this, {.name = "shortcuts", .guide = "window#keys"});
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* list = new QTreeWidget(this);
    describe(list, QStringLiteral("shortcutList"), windowTitle());
    list->setColumnCount(3);
    list->setHeaderLabels({tr("Keys"), tr("Action"), tr("What it does")});
    list->setRootIsDecorated(false);
    list->setAlternatingRowColors(true);
    const auto add = [&](const QString& keys, const QString& name, const QString& what) {
        list->addTopLevelItem(new QTreeWidgetItem({keys, name, what}));
    };
    for (const QAction* action : window->findChildren<QAction*>())
        if (!action->shortcut().isEmpty()
            && action->shortcutContext() != Qt::WidgetShortcut) // of a field: below
            add(action->shortcut().toString(QKeySequence::NativeText),
                action->text().remove(QLatin1Char('&')), action->toolTip());
    add(tr("F4"), tr("Field for a file"), tr("Chooses the file"));
    const QString any = tr("Any plot");
    add(tr("+ −, Wheel"), any,
        tr("Zooms along the axis, at what is read, at the pointer; 0 shows everything"));
    add(tr("Ctrl+↑ ↓, Ctrl+Wheel"), any, tr("Zooms the values"));
    add(tr("← → ↑ ↓"), any, tr("Where they read nothing, they move the view; else it follows what is read"));
    add(tr("Drag, Ctrl+drag"), any, tr("Moves the view; zooms into a box"));
    add(tr("Double click"), any, tr("Shows everything"));
    add(tr("Ctrl+C, Menu key"), any,
        tr("Copies the numbers in sight, or those at the pinned cursor; what else a plot can do"));
    const QString plots = tr("Training plots");
    add(tr("← →"), plots, tr("Moves the cursor one step; with Ctrl 100 steps"));
    add(tr("Page Up, Page Down"), plots, tr("Moves the cursor 10 steps"));
    add(tr("Shift+← →, Shift+click"), plots, tr("Moves a second cursor: what two steps are apart"));
    add(tr("Shift+drag"), plots, tr("Chooses a range of steps, of which the tiles then are"));
    add(tr("Home, End"), plots, tr("Cursor to the first step; back to the newest"));
    add(tr("Click, Enter, Escape"), plots, tr("Pins the cursor; pins it or lets it go; lets it go"));
    add(tr(". ,"), plots,
        tr("To the next event, a skip, an overflow, a jump, an alarm, a note; to the one before"));
    const QString layers = tr("Layers");
    add(tr("F2, Double click"), layers, tr("Edits the cell; a policy is set on all selected layers"));
    add(tr("Shift+↑ ↓, Ctrl+click"), layers, tr("Selects several"));
    add(tr("Drag"), layers, tr("Copies a layer's policy to another, or to all that are selected"));
    add(tr("← →"), layers, tr("Closes and opens a layer that is made of others"));
    const QString palette = tr("List of policies");
    add(tr("Enter, Double click"), palette, tr("Gives the policy to the selected layers"));
    add(tr("Drag"), palette, tr("Gives the policy to a layer, or to all that are selected"));
    const QString bits = tr("Bits of a number");
    add(tr("← →, Home, End"), bits, tr("Moves among the bits"));
    add(tr("Space, 0, 1"), bits, tr("Toggles the bit; clears it; sets it"));
    add(tr("↑ ↓"), bits, tr("The same in another format"));
    add(tr("Enter, Delete"), tr("Formats of the number lab"), tr("To the format's bits; removes the format"));
    const QString line = tr("Number line");
    const QString sweep = tr("Plot of a sweep");
    add(tr("← →, Home, End"), sweep, tr("To another run of the sweep"));
    add(tr("Enter, Double click on a mark"), sweep, tr("Shows the run in the training plots"));
    const QString memory = tr("Plot of memory and error");
    add(tr("← →, Home, End"), memory, tr("To another run"));
    add(tr("Enter, Double click on a mark"), memory, tr("Shows the run in the training plots"));
    const QString exponents = tr("Exponents over time");
    add(tr("← → ↑ ↓"), exponents, tr("Moves the cell that is read"));
    add(tr("+ −, Wheel"), line, tr("Zooms: at the number, at the pointer"));
    add(tr("← →, Drag"), line, tr("Moves the view"));
    add(tr("Home, End"), line, tr("To the number and its neighbours; the whole range"));
    add(tr("Double click"), line, tr("Takes the number there"));
    const QString picture = tr("Picture of the data");
    add(tr("← → ↑ ↓"), picture, tr("Moves the place that is read"));
    add(tr("Home"), picture, tr("To where this run and float64 differ most"));
    list->sortItems(1, Qt::AscendingOrder);
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(list);
    layout->addWidget(buttons);
    resize(760, 560);
}

} // namespace ulpscope::ui
