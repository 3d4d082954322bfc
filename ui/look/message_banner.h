// SPDX-License-Identifier: GPL-3.0-or-later
// A message inside the window, never a dialog: what happened, a command to copy if one helps, and what can be
// done.
#pragma once

#include "app/judge/runs/severity.h"

#include <QFrame>

class QAction;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ulpscope::ui {

// A rounded frame in a severity's colours, painted rather than styled: below a style sheet widgets would no longer follow
// the program's text size.
class TintedFrame : public QFrame
{
    Q_OBJECT
public:
    using QFrame::QFrame;

    Severity severity() const { return m_severity; }
    void setSeverity(Severity severity);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Severity m_severity = Severity::Notice;
};

class MessageBanner : public TintedFrame
{
    Q_OBJECT
public:
    explicit MessageBanner(QWidget* parent = nullptr);

    /// `command` may be empty; `canRetry` shows the Retry button; `offer` gets a button of its own.
    void showMessage(Severity kind, const QString& text, const QString& command = {}, bool canRetry = false,
        QAction* offer = nullptr);
    QString text() const;

    QSize minimumSizeHint() const override;

signals:
    void retryRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeButtons();
    void applyColors();

    QLabel* m_sign;
    QLabel* m_text;
    QLineEdit* m_command;
    QPushButton* m_copy;
    QPushButton* m_retry;
    QPushButton* m_offer;
    QPushButton* m_dismiss;
    bool m_areButtonsBelow = false;
};

} // namespace ulpscope::ui
