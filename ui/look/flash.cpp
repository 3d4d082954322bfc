// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/flash.h"

#include <QPainter>
#include <QVariantAnimation>
#include <QWidget>

namespace ulpscope::ui {

namespace {

class Frame : public QWidget
{
public:
    explicit Frame(QWidget* around)
        : QWidget(around->parentWidget())
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setGeometry(around->geometry().adjusted(-3, -3, 3, 3));
        raise();
        show();
    }

    void setStrength(double strength)
    {
        m_strength = strength;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
        if (frame.isEmpty()) // its arcs would be of NaN
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QColor color = palette().color(QPalette::Highlight);
        color.setAlphaF(static_cast<float>(m_strength));
        painter.setPen(QPen(color, 2));
        painter.drawRoundedRect(frame, 5, 5);
    }

private:
    double m_strength = 1;
};

} // namespace

void flash(QWidget* widget)
{
    auto* frame = new Frame(widget);
    auto* fade = new QVariantAnimation(frame);
    fade->setDuration(1600);
    fade->setStartValue(1.0);
    fade->setEndValue(0.0);
    fade->setEasingCurve(QEasingCurve::InQuad);
    QObject::connect(fade, &QVariantAnimation::valueChanged, frame,
        [frame](const QVariant& value) { frame->setStrength(value.toDouble()); });
    QObject::connect(fade, &QVariantAnimation::finished, frame, &QObject::deleteLater);
    fade->start();
}

} // namespace ulpscope::ui
