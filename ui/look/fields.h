// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that say what is wrong with their text, and keep it until it is right.
#pragma once

#include <QLineEdit>
#include <QObject>
#include <QPointer>
#include <QString>

class QLineEdit;
class QWidget;

namespace ulpscope::ui {

// A line edit that marks its text as wrong: the character where it is, or all of it.
class FaultField : public QLineEdit
{
    Q_OBJECT
public:
    using QLineEdit::QLineEdit;
    /// -1: nowhere.
    void setErrorPosition(int position);
    int errorPosition() const { return m_errorPosition; }

    /// All of the text was refused; `right` is what stands instead of it where it counts. Typing takes the mark away.
    void setWrong(const QString& right);
    void setRight();
    bool isWrong() const { return m_isWrong; }
    const QString& rightText() const { return m_right; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void underline(int from, int length);

    int m_errorPosition = -1;
    bool m_isWrong = false;
    QString m_right;
};

/// Watches the fields of one window as long as it lives: line edits, and those of combo and spin boxes. Fields in lists,
/// menus and dialogs are theirs; so is a field that asks for more than one text, one after the other (keepFocusIn).
class FieldGuard : public QObject
{
public:
    /// `fallback` gets the focus where nothing had it before.
    FieldGuard(QWidget& window, QWidget& fallback);

    /// Return adds what was typed to something and the next text is typed at once.
    static void keepFocusIn(QWidget& field);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(QWidget* before, QWidget* now);
    void leave(QWidget& field, QLineEdit& line);
    void giveBack(QWidget& field);

    QWidget& m_window;
    QWidget& m_fallback;
    QPointer<QWidget> m_view; ///< the last widget with the focus that is no field
    QPointer<QLineEdit> m_line; ///< the line of the field that has the focus
    QString m_before; ///< text of m_line before the user typed into it
};

} // namespace ulpscope::ui
