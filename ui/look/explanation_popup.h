// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations above the window, and tool tips that are no wider than a sentence can be read.
#pragma once

#include <QFrame>
#include <QObject>
#include <QString>

class QFontMetrics;
class QLabel;

namespace ulpscope::ui {

class ExplanationPopup : public QFrame
{
    Q_OBJECT
public:
    ExplanationPopup(const QString& title, const QString& text, QWidget* parent);

    void showBelow(const QWidget* button);
    /// Below a part of the screen, or above it where that has more room.
    void showBeside(const QRect& part);

signals:
    void linkActivated(const QString& link);

private:
    QLabel* m_body;
};

/// Watches the whole application as long as it lives: widgets, items and headers of views, actions of menus, tabs.
class ToolTipWrap : public QObject
{
public:
    explicit ToolTipWrap(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Turns a plain tip into rich text, which wraps, if one of its lines would be too wide.
QString wrappedTip(const QString& tip, const QFontMetrics& metrics);

} // namespace ulpscope::ui
