// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/theme.h"

#include "ui/look/glyphs.h"

#include <QApplication>
#include <QLabel>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextEdit>
#include <QTextFragment>
#include <QToolTip>

namespace ulpscope::ui {

namespace {

struct Colors
{
    QRgb window, base, alternate, text, muted, disabled, button, mid, hairline, highlight, highlightedText,
        link;
    QRgb good, notice, warning, failure;
};

constexpr Colors kLight{0xfff4f5f7, 0xffffffff, 0xfff7f8fa, 0xff1c2430, 0xff5a6472, 0xff9aa1ab, 0xfffbfbfc,
    0xffc3c8d0, 0xffd9dde3, 0xff1f6fb2, 0xffffffff, 0xff1a5f99, 0xff17713f, 0xff1f5f99, 0xff9a5200,
    0xffb3261e};
constexpr Colors kDark{0xff1e2228, 0xff171a1f, 0xff1b1f25, 0xffe6e9ee, 0xffa3acb8, 0xff6b7480, 0xff2a2f37,
    0xff454c57, 0xff343a44, 0xff3d8fd1, 0xff0b0e12, 0xff7dbdf0, 0xff63c78d, 0xff7dbdf0, 0xfff0ab4b,
    0xffff8a80};

/// Fusion outlines boxes and fields in a shade of the window that a dark window swallows: they could not be seen.
class ThemeStyle : public QProxyStyle
{
public:
    ThemeStyle()
        : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
    {
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_IndicatorCheckBox)
            outline(*option, *painter, 0, option->palette.color(QPalette::PlaceholderText));
        else if (element == PE_FrameLineEdit && !option->state.testFlag(State_HasFocus))
            outline(*option, *painter, kFieldRadius, edgeOfField(*option));
    }
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override
    {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        if ((control == CC_ComboBox || control == CC_SpinBox) && !option->state.testFlag(State_HasFocus))
            outline(*option, *painter, kFieldRadius, edgeOfField(*option));
    }
    QIcon standardIcon(
        StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const override
    {
        // Fusion's arrow is black in a dark window too.
        if (pixmap == SP_ToolBarHorizontalExtensionButton)
            return glyphIcon(Glyph::More);
        return QProxyStyle::standardIcon(pixmap, option, widget);
    }

private:
    static constexpr int kFieldRadius = 2; ///< Fusion's own

    static QColor edgeOfField(const QStyleOption& option)
    {
        return option.palette.color(QPalette::Disabled, QPalette::Text);
    }
    static void outline(const QStyleOption& option, QPainter& painter, int radius, const QColor& color)
    {
        if (!isDark(option.palette) || option.rect.isEmpty())
            return;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, radius > 0);
        painter.setPen(color);
        painter.setBrush(Qt::NoBrush);
        if (radius > 0)
            painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        else
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
        painter.restore();
    }
};

const Colors& colors(const QPalette& palette)
{
    return isDark(palette) ? kDark : kLight;
}

/// Rich text takes the link colour of the palette that is there when the text is set, and keeps it.
void recolorLinks(const QPalette& palette)
{
    for (QWidget* widget : QApplication::allWidgets()) {
        if (auto* label = qobject_cast<QLabel*>(widget);
            label && label->text().contains(QLatin1String("<a "))) {
            const QString text = label->text();
            label->clear();
            label->setText(text);
        } else if (auto* page = qobject_cast<QTextEdit*>(widget)) {
            for (QTextBlock block = page->document()->begin(); block.isValid(); block = block.next())
                for (auto part = block.begin(); !part.atEnd(); ++part)
                    if (part.fragment().charFormat().isAnchor()) {
                        QTextCursor link(block);
                        link.setPosition(part.fragment().position());
                        link.setPosition(
                            part.fragment().position() + part.fragment().length(), QTextCursor::KeepAnchor);
                        QTextCharFormat format;
                        format.setForeground(palette.link());
                        link.mergeCharFormat(format);
                    }
        }
    }
}

} // namespace

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

QPalette themePalette(Theme theme)
{
    const Colors& c = theme == Theme::Dark ? kDark : kLight;
    QPalette palette;
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.base);
    palette.setColor(QPalette::AlternateBase, c.alternate);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.muted);
    palette.setColor(QPalette::Button, c.button);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.failure);
    palette.setColor(QPalette::ToolTipBase, c.base);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Mid, c.mid);
    palette.setColor(QPalette::Light, theme == Theme::Dark ? QColor(c.mid) : QColor(Qt::white));
    palette.setColor(QPalette::Dark, c.mid);
    palette.setColor(QPalette::Shadow, theme == Theme::Dark ? QColor(Qt::black) : QColor(c.muted));
    palette.setColor(QPalette::Highlight, c.highlight);
    palette.setColor(QPalette::HighlightedText, c.highlightedText);
    palette.setColor(QPalette::Link, c.link);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c.mid);
    return palette;
}

void applyTheme(Theme theme)
{
    const QPalette palette = themePalette(theme);
    QApplication::setStyle(new ThemeStyle);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    recolorLinks(palette);
}

QColor severityColor(Severity severity, const QPalette& palette)
{
    const Colors& c = colors(palette);
    switch (severity) {
    case Severity::Good:
        return c.good;
    case Severity::Notice:
        return c.notice;
    case Severity::Warning:
        return c.warning;
    case Severity::Failure:
        return c.failure;
    }
    return c.text;
}

QColor severityTint(Severity severity, const QPalette& palette)
{
    const QColor ink = severityColor(severity, palette);
    const QColor base = palette.color(QPalette::Base);
    const double share = isDark(palette) ? 0.16 : 0.09;
    const auto mix = [share](int a, int b) { return int(share * a + (1 - share) * b); };
    return QColor(mix(ink.red(), base.red()), mix(ink.green(), base.green()), mix(ink.blue(), base.blue()));
}

QColor mutedText(const QPalette& palette)
{
    return colors(palette).muted;
}

QColor hairline(const QPalette& palette)
{
    return colors(palette).hairline;
}

} // namespace ulpscope::ui
