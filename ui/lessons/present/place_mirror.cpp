// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/present/place_mirror.h"

#include <QPainter>

#include <algorithm>
#include <chrono>

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kMirrorInterval{250};
constexpr double kLargestMirror = 3;

} // namespace

PlaceMirror::PlaceMirror(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("presentMirror"));
    setFocusPolicy(Qt::NoFocus);
    m_again.setInterval(kMirrorInterval);
    connect(&m_again, &QTimer::timeout, this, qOverload<>(&QWidget::update));
}

void PlaceMirror::show(QWidget* source)
{
    m_source = source;
    update();
}

void PlaceMirror::paintEvent(QPaintEvent*)
{
    if (!m_source || m_source->width() <= 0 || m_source->height() <= 0)
        return;
    const double scale = std::min(
        {double(width()) / m_source->width(), double(height()) / m_source->height(), kLargestMirror});
    QPainter painter(this);
    painter.translate((width() - scale * m_source->width()) / 2, 0);
    painter.scale(scale, scale);
    m_source->render(&painter, QPoint(), QRegion(), QWidget::DrawWindowBackground | QWidget::DrawChildren);
}

void PlaceMirror::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_again.start();
}

void PlaceMirror::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_again.stop();
}

} // namespace ulpscope::ui
