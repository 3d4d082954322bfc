// SPDX-License-Identifier: GPL-3.0-or-later
// What one does when done with a field: Return takes what was typed, Escape what was there before, and after both the
// keys are the window's again, so that Ctrl+Z, Space, S and R do not type.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

class QLineEdit;
class QWidget;

namespace ulpscope::ui {

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
    QPointer<QWidget> m_view; ///< what had the focus last that is no field
    QPointer<QLineEdit> m_line; ///< of the field that has it
    QString m_before; ///< what m_line showed before it was typed into
};

} // namespace ulpscope::ui
