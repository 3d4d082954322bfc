// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_menu.h"

#include "ui/guide/guide_page.h"
#include "ui/guide/guide_window.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/explanation_popup.h"
#include "ui/look/place.h"
#include "ui/look/plot_theme.h"
#include "ui/look/room_bar.h"
#include "ui/shell/catalog_terms.h"
#include "ui/shell/term_finder.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFile>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMessageBox>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QUrl>

namespace ulpscope::ui {

// About: what the program is, what is new, and whose work it stands on.
class AboutDialog : public QDialog
{
    Q_OBJECT
public:
    /// resourcesDirectory: where CHANGELOG.md is.
    explicit AboutDialog(const QString& resourcesDirectory, QWidget* parent = nullptr);
};

// All terms, found by what one types; does not block the window.
class GlossaryDialog : public QDialog
{
    Q_OBJECT
public:
    explicit GlossaryDialog(QWidget* window);

    /// The term of that id, with all others around it; of an unknown one the first.
    void showTerm(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter();
    void showPage();

    QLineEdit* m_words;
    QListWidget* m_list;
    QTextBrowser* m_page;
};

// Every keyboard shortcut, read from the window's own actions, and the gestures of the plots.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT
public:
    /// `window`: whose actions to list.
    explicit ShortcutsDialog(QWidget* window);
};

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
           "under a dtype policy for every layer through an engine that emulates the arithmetic exactly, and shows where the "
           "numbers go wrong against a float64 reference of the same run.\n\nFree software under the GNU General Public License, "
           "version 3 or later, without any warranty.")
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
            && action->shortcutContext() != Qt::WidgetShortcut) // shortcuts of a field are listed below
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

namespace {

/// One term whole; several by their definitions, with their titles as links.
QString explanationHtml(const ExplainedThing& thing)
{
    QString html;
    if (!thing.text.isEmpty())
        html += QStringLiteral("<p>%1</p>")
                    .arg(thing.text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    if (thing.terms.size() == 1) {
        const Term& term = *thing.terms.front();
        if (!thing.title.startsWith(term.title, Qt::CaseInsensitive)) // a tile's text goes on with its number
            html += QStringLiteral("<p><b><a href=\"%1\">%2</a></b></p>")
                        .arg(term.id.toHtmlEscaped(), term.title.toHtmlEscaped());
        return html + glossary().page(term);
    }
    for (const Term* term : thing.terms)
        html += QStringLiteral("<p><b><a href=\"%1\">%2</a></b>: %3</p>")
                    .arg(term->id.toHtmlEscaped(), term->title.toHtmlEscaped(),
                        term->definition.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    return html;
}

/// Shows a window of which there is one, in front of `parent`; made anew where it stood in front of another.
template <class Window, class Make>
void present(QPointer<Window>& shown, QWidget* parent, const Make& make)
{
    if (!shown || (parent && shown->parentWidget() != parent)) {
        delete shown;
        shown = make(parent);
    }
    shown->show();
    shown->raise();
    shown->activateWindow();
}

const QString kTour = QStringLiteral("tour"); ///< the chapter
constexpr int kTourWidth = 380;
constexpr int kNarrowWindow = 1200; ///< pixels, as for lessons

QString guideScheme()
{
    return QStringLiteral("guide:");
}

/// Guide place of the widget or of the nearest widget around it; for a tab bar, of the page in front.
QString guidePlaceAround(const QWidget* widget)
{
    const auto* rooms = widget ? qobject_cast<const RoomBar*>(widget->parentWidget()) : nullptr;
    const auto* tabs = rooms ? &rooms->pages()
        : widget             ? qobject_cast<const QTabWidget*>(widget->parentWidget())
                             : nullptr;
    if (tabs && tabs->currentWidget() && qobject_cast<const QTabBar*>(widget)) {
        QList<QWidget*> pages = tabs->currentWidget()->findChildren<QWidget*>();
        pages.prepend(tabs->currentWidget());
        for (const QWidget* page : pages)
            if (const QByteArray& place = placeOf(*page).guide; !place.isEmpty())
                return QString::fromUtf8(place);
    }
    for (; widget; widget = widget->parentWidget())
        if (const QByteArray& place = placeOf(*widget).guide; !place.isEmpty())
            return QString::fromUtf8(place);
    return {};
}

} // namespace

HelpMenu::HelpMenu(const QString& resourcesDirectory, QWidget* window)
    : QMenu(tr("&Help"), window)
    , m_window(window)
    , m_resources(resourcesDirectory)
{
    setObjectName(QStringLiteral("helpMenu"));
    const auto add
        = [this](const char* id, const QString& text, const QString& tip, const QKeySequence& keys) {
              QAction* action = makeAction(this, QString::fromLatin1(id), text, tip, keys);
              addAction(action);
              return action;
          };
    connect(add("whatIsThis", tr("&What is this?"),
                tr("Explains what has the focus, by the terms behind it (F1)"), Qt::Key_F1),
        &QAction::triggered, this, [this] { explain(QApplication::focusWidget()); });
    connect(add("showGuide", tr("G&uide"), tr("The user's guide, with a search (Ctrl+Shift+F1)"),
                Qt::CTRL | Qt::SHIFT | Qt::Key_F1),
        &QAction::triggered, this, [this] { showGuide({}); });
    connect(add("showGlossary", tr("&Glossary…"), tr("All terms, with formulas and sources (Shift+F1)"),
                Qt::SHIFT | Qt::Key_F1),
        &QAction::triggered, this, [this] { showGlossary({}); });
    connect(add("showShortcuts", tr("&Keyboard shortcuts"), tr("Lists every key and gesture (Ctrl+F1)"),
                Qt::CTRL | Qt::Key_F1),
        &QAction::triggered, this, [this] { ShortcutsDialog(m_window).exec(); });
    addSeparator();
    connect(add("showAbout", tr("&About Ulpscope"), tr("Version, what is new, licences"), {}),
        &QAction::triggered, this,
        [this, resourcesDirectory] { AboutDialog(resourcesDirectory, m_window).exec(); });
    QApplication::instance()->installEventFilter(this);
}

void HelpMenu::explain(QWidget* widget)
{
    const ExplainedThing thing = widget ? explainedThing(*widget) : ExplainedThing();
    if (!thing.isKnown()) {
        showGlossary({});
        return;
    }
    QString html = explanationHtml(thing);
    const auto [address, title] = m_moreAbout ? m_moreAbout(QString::fromUtf8(placeOf(*widget).lesson))
                                              : std::pair<QString, QString>();
    if (!address.isEmpty())
        html += QStringLiteral("<p><a href=\"%1\">%2</a></p>")
                    .arg(address.toHtmlEscaped(), title.toHtmlEscaped());
    if (const QString place = guidePlaceAround(widget); !place.isEmpty())
        html += QStringLiteral("<p><a href=\"%1%2\">%3</a></p>")
                    .arg(guideScheme(), place, tr("More in the guide"));
    auto* popup = new ExplanationPopup(thing.title, html, widget);
    connect(popup, &ExplanationPopup::linkActivated, this, [this, popup, more = address](const QString& id) {
        popup->close();
        if (id == more)
            lead(id);
        else if (id.startsWith(guideScheme()))
            showGuide(id.mid(guideScheme().size()));
        else
            showGlossary(id);
    });
    popup->showBeside(thing.at);
}

QWidget* HelpMenu::windowInFront(const QWidget* opened) const
{
    QWidget* window = QApplication::activeWindow();
    while (window && (window == m_glossary || window == m_guide))
        window = window->parentWidget();
    return window || opened ? window : m_window;
}

void HelpMenu::showGlossary(const QString& termId)
{
    present(
        m_glossary, windowInFront(m_glossary), [](QWidget* window) { return new GlossaryDialog(window); });
    if (!termId.isEmpty())
        m_glossary->showTerm(termId);
}

void HelpMenu::showGuide(const QString& place)
{
    present(m_guide, windowInFront(m_guide), [this](QWidget* window) {
        auto* guide = new GuideWindow(readGuide(m_resources), window);
        connect(guide, &GuideWindow::linkFollowed, this, &HelpMenu::followGuide);
        return guide;
    });
    if (!place.isEmpty())
        m_guide->showPlace(place);
}

void HelpMenu::showTour()
{
    auto* window = qobject_cast<QMainWindow*>(m_window);
    if (window == nullptr) // a test's menu
        return showGuide(kTour);
    if (m_tour == nullptr) {
        m_tour = new QDockWidget(tr("Tour"), window);
        m_tour->setObjectName(QStringLiteral("tourDock"));
        const auto book = std::make_shared<const GuideBook>(readGuide(m_resources));
        auto* page = new GuidePage(*book, m_tour);
        page->setObjectName(QStringLiteral("tourPage"));
        page->setAccessibleName(m_tour->windowTitle());
        page->setMinimumWidth(kTourWidth / 2);
        connect(page, &QTextBrowser::anchorClicked, this, [this, book, page](const QUrl& link) {
            if (!link.scheme().isEmpty())
                followGuide(link.toString());
            else if (link.path().isEmpty() || link.path().startsWith(kTour))
                page->showPlace(QStringLiteral("%1#%2").arg(kTour, link.fragment()));
            else
                showGuide(link.path().section(QLatin1Char('.'), 0, 0)
                    + (link.hasFragment() ? QLatin1Char('#') + link.fragment() : QString()));
        });
        m_tour->setWidget(page);
        page->showPlace(kTour);
    }
    // At the side it would leave a narrow window no page.
    const bool isNarrow = window->width() < kNarrowWindow;
    if (!m_tour->isVisible())
        window->addDockWidget(isNarrow ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea, m_tour);
    m_tour->show();
    m_tour->raise();
    window->resizeDocks(
        {m_tour}, {isNarrow ? window->height() / 3 : kTourWidth}, isNarrow ? Qt::Vertical : Qt::Horizontal);
}

void HelpMenu::followGuide(const QString& address)
{
    const QString rest = address.section(QLatin1Char(':'), 1);
    if (address.startsWith(QStringLiteral("term:")))
        showGlossary(rest);
    else if (address.startsWith(QStringLiteral("scene:")) || address.startsWith(QStringLiteral("lesson:")))
        lead(address);
    else
        QDesktopServices::openUrl(QUrl(address));
}

void HelpMenu::lead(const QString& address)
{
    if (QWidget* dialog = QApplication::activeModalWidget()) {
        auto* box = new QMessageBox(QMessageBox::Information, tr("Not now"),
            tr("A scene or a lesson takes the place of the session that \"%1\" is about. Close that first.")
                .arg(dialog->windowTitle()),
            QMessageBox::Ok, m_guide && m_guide->isVisible() ? static_cast<QWidget*>(m_guide) : dialog);
        box->setObjectName(QStringLiteral("notNow"));
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    } else if (address.startsWith(QStringLiteral("scene:"))) {
        emit sceneWanted(address.section(QLatin1Char(':'), 1));
    } else {
        emit moreRequested(address);
    }
}

bool HelpMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || !watched->isWidgetType())
        return false;
    const auto& key = static_cast<QKeyEvent&>(*event);
    const QWidget* window = static_cast<QWidget*>(watched)->window();
    const bool isInDialog = qobject_cast<const QDialog*>(window) && window != m_glossary && window != m_guide;
    if (key.key() != Qt::Key_F1 || key.modifiers() != Qt::NoModifier || !isInDialog)
        return false;
    explain(static_cast<QWidget*>(watched)); // the first that gets the key has the focus
    return true;
}

} // namespace ulpscope::ui

#include "help_menu.moc"
