// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson's Markdown in the window's font and colours; its links can be reached by the keys.
#pragma once

#include <QLabel>

namespace ulpscope::ui {

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
