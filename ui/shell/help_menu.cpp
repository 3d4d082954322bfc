// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_menu.h"

#include "ui/guide/guide_page.h"
#include "ui/guide/guide_window.h"
#include "ui/look/action.h"
#include "ui/look/explanation_popup.h"
#include "ui/look/place.h"
#include "ui/look/room_bar.h"
#include "ui/shell/catalog_terms.h"
#include "ui/shell/help_dialogs.h"
#include "ui/shell/term_finder.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMessageBox>
#include <QTabBar>
#include <QTabWidget>
#include <QUrl>

namespace ulpscope::ui {

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
        if (!thing.title.startsWith(
                term.title, Qt::CaseInsensitive)) // as a tile's, which goes on with its number
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
