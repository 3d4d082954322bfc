// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_text.h"

#include "ui/look/models/display_text.h"

#include <QEvent>
#include <QRegularExpression>
#include <QTextDocument>

namespace ulpscope::ui {

LessonText::LessonText(const QString& id, const QString& markdown, QWidget* parent)
    : QLabel(parent)
    , m_markdown(markdown)
{
    setObjectName(id);
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    const bool hasLinks = markdown.contains(QLatin1String("]("));
    setTextInteractionFlags(hasLinks ? Qt::TextBrowserInteraction : Qt::TextSelectableByMouse);
    setFocusPolicy(hasLinks ? Qt::StrongFocus : Qt::NoFocus);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the text becomes as narrow as the dock
    render();
}

void LessonText::setMarkdown(const QString& markdown)
{
    if (markdown == m_markdown)
        return;
    m_markdown = markdown;
    render();
}

QSize LessonText::minimumSizeHint() const
{
    return {0, fontMetrics().height()};
}

void LessonText::render()
{
    static const QRegularExpression percent(QStringLiteral("(?<=[0-9*]) %"));
    const QString html = htmlOfMarkdown(QString(m_markdown).replace(percent, QStringLiteral("\u00a0%")));
    setText(html);
    QTextDocument document;
    document.setHtml(html);
    setAccessibleName(document.toPlainText());
}

void LessonText::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        render();
}

} // namespace ulpscope::ui
