// SPDX-License-Identifier: GPL-3.0-or-later
// The look of lessons: their Markdown, and the colour of rings and guesses.
#pragma once

#include "ui/look/theme.h"

#include <QLabel>

namespace ulpscope::ui {

// The colour of what a lesson draws over the window, the ring and the guesses: neither the focus' nor any curve's.
inline QColor lessonInk(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xff, 0xb0, 0x3b) : QColor(0xc2, 0x41, 0x0c);
}

class LessonText : public QLabel
{
    Q_OBJECT
public:
    /// id: the object name.
    LessonText(const QString& id, const QString& markdown, QWidget* parent);

    void setMarkdown(const QString& markdown);
    /// A label's own is as high as its text in a column of one word, and the page would scroll without need.
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void render();

    QString m_markdown;
};

} // namespace ulpscope::ui
