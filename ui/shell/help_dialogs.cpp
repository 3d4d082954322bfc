// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_dialogs.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/plot_theme.h"
#include "ui/shell/catalog_terms.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFile>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QSplitter>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QUrl>

namespace ulpscope::ui {

AboutDialog::AboutDialog(const QString& resourcesDirectory, QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("about"));
    setWindowTitle(tr("About Ulpscope"));
    auto* tabs = new QTabWidget(this);
    tabs->setAccessibleName(tr("About"));
    const auto page = [&](const QString& title, const QString& markdown) {
        auto* text = new QTextBrowser(tabs);
        text->setAccessibleName(title);
        text->setOpenExternalLinks(true);
        text->setMarkdown(markdown);
        tabs->addTab(text, title);
    };
    page(tr("About"),
        tr("# Ulpscope %1\n\nAn oscilloscope for units in the last place: builds a small model, trains it "
           "under a dtype policy "
           "for every layer through an engine that emulates the arithmetic exactly, and shows where the "
           "numbers go wrong against a "
           "float64 reference of the same run.\n\nFree software under the GNU General Public License, version 3 "
           "or later, without any "
           "warranty.")
            .arg(QStringLiteral(ULPSCOPE_VERSION)));
    QFile changelog(resourcesDirectory + QStringLiteral("/CHANGELOG.md"));
    page(tr("What is new"),
        changelog.open(QIODevice::ReadOnly) ? QString::fromUtf8(changelog.readAll())
                                            : tr("The list of changes is not installed."));
    page(tr("Licences"),
        tr("| part | version | licence |\n|---|---|---|\n| Ulpscope | %1 | GPL-3.0-or-later |\n| Qt | %2 | "
           "LGPL-3.0 |\n"
           "| QCustomPlot | %3 | GPL-3.0-or-later |\n| Eigen | 3.4 | MPL-2.0 |\n| JSON for Modern C++ | 3.11 "
           "| MIT |\n| PCRE2 | 10 | BSD-3-Clause |\n"
           "| zlib | 1 | Zlib |\n| MD4C | 0.4 | MIT |\n\nSeries colours are those of Masataka Okabe and Kei Ito.")
            .arg(QStringLiteral(ULPSCOPE_VERSION), QString::fromLatin1(qVersion()), plotLibraryVersion()));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    columnOf(this, {tabs, buttons}, {.hasStyleMargins = true});
    resize(600, 380);
}

namespace {

constexpr int kTermRole = Qt::UserRole; ///< the term's id

} // namespace

GlossaryDialog::GlossaryDialog(QWidget* window)
    : QDialog(window)
    , m_words(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_page(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("glossary"));
    setWindowTitle(tr("Glossary"));
    describe(m_words, QStringLiteral("glossaryWords"), tr("Search"),
        tr("Terms whose title or definition contains this; ↓ goes to the list"));
    m_words->setPlaceholderText(tr("Search the terms"));
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    describe(m_list, QStringLiteral("glossaryTerms"), tr("Terms"));
    m_list->setUniformItemSizes(true);
    describe(m_page, QStringLiteral("glossaryPage"), tr("Definition"));
    m_page->setOpenLinks(false);
    auto* halves = new QSplitter(this);
    halves->addWidget(m_list);
    halves->addWidget(m_page);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    columnOf(this, {m_words, {halves, 1}, buttons}, {.hasStyleMargins = true});
    resize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 28);
    halves->setSizes({width() * 2 / 5, width() * 3 / 5});
    connect(m_words, &QLineEdit::textChanged, this, &GlossaryDialog::filter);
    connect(m_list, &QListWidget::currentRowChanged, this, &GlossaryDialog::showPage);
    connect(
        m_page, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { showTerm(url.toString()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    filter();
}

void GlossaryDialog::filter()
{
    m_list->clear();
    for (const Term* term : glossary().search(m_words->text())) {
        auto* item = new QListWidgetItem(glossary().label(*term), m_list);
        item->setData(kTermRole, term->id);
    }
    m_list->setCurrentRow(m_words->text().isEmpty() ? -1 : 0);
    showPage();
}

void GlossaryDialog::showTerm(const QString& id)
{
    m_words->clear();
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(kTermRole) == id) {
            m_list->setCurrentRow(row);
            m_list->scrollToItem(m_list->item(row), QAbstractItemView::PositionAtCenter);
        }
}

void GlossaryDialog::showPage()
{
    const QListWidgetItem* item = m_list->currentItem();
    const Term* term = item ? glossary().find(item->data(kTermRole).toString()) : nullptr;
    if (term)
        m_page->setHtml(QStringLiteral("<h3>%1</h3>").arg(glossary().label(*term).toHtmlEscaped())
            + glossary().page(*term));
    else if (m_words->text().isEmpty())
        m_page->setPlainText(tr(
            "%1 terms: choose one, or type what you look for.\n\nIn the window, F1 explains what has the focus: "
            "a number, a column, a plot, a field.")
                                 .arg(m_list->count()));
    else
        m_page->setPlainText(tr("No term contains \"%1\".").arg(m_words->text()));
}

bool GlossaryDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
            m_list->setFocus();
            if (m_list->currentRow() < 0)
                m_list->setCurrentRow(0);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

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
    columnOf(this, {list, buttons}, {.hasStyleMargins = true});
    resize(760, 560);
}

} // namespace ulpscope::ui
