// SPDX-License-Identifier: GPL-3.0-or-later
// Tips of several lines: Qt breaks rich text alone, and a plain sentence becomes one line as wide as the screen, over
// all that it is about.
#pragma once

#include <QObject>
#include <QString>

class QFontMetrics;

namespace ulpscope::ui {

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
