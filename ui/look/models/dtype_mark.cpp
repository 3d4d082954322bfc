// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/dtype_mark.h"

#include "engine/dtype/formats.h"
#include "engine/policy/dtype_policy.h"
#include "ui/look/models/display_text.h"

#include <QIconEngine>
#include <QPainter>

#include <array>

namespace ulpscope::ui {

namespace {

struct DtypeLookRow
{
    const char* name;
    QRgb color; ///< white text on it has at least 4.5 : 1
    const char* text;
};

constexpr std::array kLooks{
    DtypeLookRow{"float64", 0xff5c5c5c, "64"},
    DtypeLookRow{"float32", 0xff00629e, "32"},
    DtypeLookRow{"tf32", 0xff1c6e8c, "tf32"},
    DtypeLookRow{"bfloat16", 0xff00754f, "b16"},
    DtypeLookRow{"float16", 0xffa84b00, "16"},
    DtypeLookRow{"float8_e4m3fn", 0xff9a3f7a, "e4m3"},
    DtypeLookRow{"float8_e5m2", 0xff6a4aa0, "e5m2"},
    DtypeLookRow{"int8", 0xff7a5c00, "i8"},
    DtypeLookRow{"int4", 0xff6b5a2e, "i4"},
};
constexpr QRgb kOtherColor = 0xff44566c;

/// The format of that name, or what a policy of that name computes in.
QString dtypeOf(const QString& name)
{
    if (findFormat(name.toStdString()))
        return name;
    const Result<DTypePolicy> policy = getPolicy(name.toStdString());
    return policy ? toQt(policy->computeDtype) : QString();
}

class MarkEngine : public QIconEngine
{
public:
    explicit MarkEngine(DtypeLook look)
        : m_look(std::move(look))
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State) override
    {
        if (rect.width() < 1 || rect.height() < 3) // the size is empty, and arcs would be of NaN
            return;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_look.color);
        painter->drawRoundedRect(QRectF(rect).adjusted(0, 1, 0, -1), 3, 3);
        QFont font;
        font.setBold(true);
        font.setPixelSize(std::max(6, rect.height() * 6 / 10));
        const int width = QFontMetrics(font).horizontalAdvance(m_look.text);
        if (width > rect.width() - 2)
            font.setPixelSize(std::max(5, font.pixelSize() * (rect.width() - 2) / width));
        painter->setFont(font);
        painter->setPen(Qt::white);
        painter->drawText(rect, Qt::AlignCenter, m_look.text);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new MarkEngine(*this); }

private:
    DtypeLook m_look;
};

} // namespace

DtypeLook dtypeLook(const QString& name)
{
    const QString dtype = dtypeOf(name);
    for (const DtypeLookRow& row : kLooks)
        if (dtype == QLatin1String(row.name))
            return {QColor(row.color), QLatin1String(row.text)};
    return {QColor(kOtherColor),
        QString(dtype).remove(QStringLiteral("float")).section(QLatin1Char('_'), -1).left(4)};
}

QIcon dtypeMark(const QString& name)
{
    return name.isEmpty() || dtypeOf(name).isEmpty() ? QIcon() : QIcon(new MarkEngine(dtypeLook(name)));
}

} // namespace ulpscope::ui
