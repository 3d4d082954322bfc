// SPDX-License-Identifier: GPL-3.0-or-later
// A widget of the window as large as there is room, for a projector: painted again, not a picture scaled up.
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace ulpscope::ui {

class PlaceMirror : public QWidget
{
    Q_OBJECT
public:
    explicit PlaceMirror(QWidget* parent);

    /// Mirrors a widget; null shows nothing.
    void show(QWidget* source);

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QPointer<QWidget> m_source;
    QTimer m_again; ///< what is mirrored has no signal of a change
};

} // namespace ulpscope::ui
