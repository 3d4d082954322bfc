// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_menu.h"

#include "ui/look/action.h"
#include "ui/look/explanation_popup.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/catalog_terms.h"
#include "ui/shell/glossary_dialog.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/term_finder.h"

#include <QApplication>
#include <QKeyEvent>

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

} // namespace

HelpMenu::HelpMenu(const QString& resourcesDirectory, QWidget* window)
    : QMenu(tr("&Help"), window)
    , m_window(window)
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
    const auto [address, title]
        = m_moreAbout ? m_moreAbout(widget->objectName()) : std::pair<QString, QString>();
    if (!address.isEmpty())
        html += QStringLiteral("<p><a href=\"%1\">%2</a></p>")
                    .arg(address.toHtmlEscaped(), title.toHtmlEscaped());
    auto* popup = new ExplanationPopup(thing.title, html, widget);
    connect(popup, &ExplanationPopup::linkActivated, this, [this, popup, more = address](const QString& id) {
        popup->close();
        if (id == more)
            emit moreRequested(id);
        else
            showGlossary(id);
    });
    popup->showBeside(thing.at);
}

void HelpMenu::showGlossary(const QString& termId)
{
    QWidget* window = QApplication::activeWindow();
    if (!window || window == m_glossary)
        window = m_glossary ? m_glossary->parentWidget() : m_window;
    if (!m_glossary || m_glossary->parentWidget() != window) { // a modal dialog blocks all but its own
        delete m_glossary;
        m_glossary = new GlossaryDialog(window);
    }
    if (!termId.isEmpty())
        m_glossary->showTerm(termId);
    m_glossary->show();
    m_glossary->raise();
    m_glossary->activateWindow();
}

bool HelpMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || !watched->isWidgetType())
        return false;
    const auto& key = static_cast<QKeyEvent&>(*event);
    const QWidget* window = static_cast<QWidget*>(watched)->window();
    const bool isInDialog = qobject_cast<const QDialog*>(window) && window != m_glossary;
    if (key.key() != Qt::Key_F1 || key.modifiers() != Qt::NoModifier || !isInDialog)
        return false;
    explain(static_cast<QWidget*>(watched)); // the first that gets the key has the focus
    return true;
}

} // namespace ulpscope::ui
