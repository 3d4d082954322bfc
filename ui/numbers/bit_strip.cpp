// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/bit_strip.h"

#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/look/theme.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPointer>
#include <QToolTip>

#include <algorithm>

namespace ulpscope::ui {

// A strip of bits as a screen reader meets it: a group with one check box a bit.

namespace {

class AccessibleBit : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    AccessibleBit(BitStrip* strip, int bit)
        : m_strip(strip)
        , m_bit(bit)
    {
    }

    bool isValid() const override { return !m_strip.isNull(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_strip.data());
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text text) const override
    {
        return m_strip && text == QAccessible::Name ? m_strip->bitText(m_bit) : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override
    {
        if (!m_strip)
            return {};
        const QRect cell = m_strip->cell(m_bit);
        return {m_strip->mapToGlobal(cell.topLeft()), cell.size()};
    }
    QAccessible::Role role() const override { return QAccessible::CheckBox; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.checkable = true;
        state.focusable = true;
        if (!m_strip) {
            state.invalid = true;
            return state;
        }
        state.checked = (m_strip->code() >> m_bit & 1) != 0;
        state.focused = m_strip->hasFocus() && m_strip->currentBit() == m_bit;
        state.invisible = !m_strip->isVisible();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }

    QStringList actionNames() const override { return {toggleAction()}; }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }
    void doAction(const QString& name) override
    {
        if (m_strip && name == toggleAction())
            emit m_strip->toggled(m_bit);
    }

private:
    QPointer<BitStrip> m_strip;
    int m_bit;
};

/// Children from the highest bit to the lowest, as they are on the screen.
class AccessibleBitStrip : public QAccessibleWidget
{
public:
    explicit AccessibleBitStrip(BitStrip* strip)
        : QAccessibleWidget(strip, QAccessible::Grouping)
    {
    }
    ~AccessibleBitStrip() override
    {
        for (const QAccessible::Id id : m_children)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return strip().bits(); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        if (const auto known = m_children.constFind(index); known != m_children.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto* bit = new AccessibleBit(&strip(), childCount() - 1 - index); // the registry owns it
        m_children.insert(index, QAccessible::registerAccessibleInterface(bit));
        return bit;
    }
    int indexOfChild(const QAccessibleInterface* wanted) const override
    {
        for (auto known = m_children.constBegin(); known != m_children.constEnd(); ++known)
            if (QAccessible::accessibleInterface(known.value()) == wanted)
                return known.key();
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        for (int index = 0; index < childCount(); ++index)
            if (child(index)->rect().contains(x, y))
                return child(index);
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override
    {
        return strip().hasFocus() ? child(childCount() - 1 - strip().currentBit()) : nullptr;
    }

private:
    BitStrip& strip() const { return *static_cast<BitStrip*>(object()); }

    mutable QHash<int, QAccessible::Id> m_children; ///< made when they are asked for
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* strip = qobject_cast<BitStrip*>(object);
    return strip ? new AccessibleBitStrip(strip) : nullptr;
}

} // namespace

/// Once for the program; further calls do nothing.
void makeBitStripsAccessible()
{
    QAccessible::installFactory(makeInterface); // a second time it is not added again
}

namespace {

constexpr int kFieldGap = 5; ///< pixels between fields
constexpr int kMargin = 2;
constexpr int kRoom = 11; ///< pixels in a cell beside its digit
constexpr int kNarrowRoom
    = 3; ///< where the bits would not fit on one line otherwise, or are more than kNarrowAbove
constexpr int kNarrowAbove = 16;
constexpr int kLongestLine = 32;

int lineWidth(int cells, int cellWidth)
{
    return cells * cellWidth + 2 * kFieldGap + 2 * kMargin;
}

} // namespace

BitColors bitColors(BitField field, const QPalette& palette)
{
    const bool dark = isDark(palette);
    switch (field) {
    case BitField::Sign:
        return dark ? BitColors{QColor(0x4a2f3f), QColor(0xe08bb8)}
                    : BitColors{QColor(0xf6dfea), QColor(0xa3306e)};
    case BitField::Exponent:
        return dark ? BitColors{QColor(0x1f3d4f), QColor(0x56b4e9)}
                    : BitColors{QColor(0xdcecf7), QColor(0x0072b2)};
    case BitField::Mantissa:
        break;
    }
    return dark ? BitColors{QColor(0x3f361c), QColor(0xe69f00)}
                : BitColors{QColor(0xfbefd5), QColor(0x9a5200)};
}

BitStrip::BitStrip(const Format& format, QWidget* parent)
    : QWidget(parent)
    , m_format(format)
    , m_current(format.bits() - 1)
{
    const QByteArray name(format.name.data(), qsizetype(format.name.size()));
    registerPlace(this, {.name = "bits_" + name, .terms = "format:" + name});
    makeBitStripsAccessible();
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    describe();
}

void BitStrip::setCode(std::uint64_t code)
{
    m_code = code;
    describe();
    update();
}

QSize BitStrip::cellSize(int width) const
{
    const QFontMetrics metrics(font());
    const int digit = metrics.horizontalAdvance(QLatin1Char('0'));
    const bool isNarrow = m_format.bits() > kNarrowAbove || lineWidth(m_format.bits(), digit + kRoom) > width;
    return {digit + (isNarrow ? kNarrowRoom : kRoom),
        metrics.height() + (m_format.bits() > kLongestLine ? 0 : 6)};
}

int BitStrip::cellsPerLine(int width) const
{
    const int fits = std::max(1, (width - lineWidth(0, 0)) / cellSize(width).width());
    if (fits >= m_format.bits() && m_format.bits() <= kLongestLine)
        return m_format.bits();
    for (const int count : {32, 16, 8, 4})
        if (fits >= count)
            return count;
    return fits;
}

QRect BitStrip::cell(int bit) const
{
    const int perLine = cellsPerLine(width());
    const int position = m_format.bits() - 1 - bit; // the bit's place from the left
    const int line = position / perLine;
    const int first = m_format.bits() - 1 - line * perLine; // the line's highest bit
    int gaps = 0;
    for (int b = first; b > bit; --b)
        gaps += bitField(m_format, b) != bitField(m_format, b - 1) ? 1 : 0;
    const QSize size = cellSize(width());
    const int lines = (m_format.bits() + perLine - 1) / perLine;
    const int top = std::max(0, (height() - lines * (size.height() + kMargin)) / 2);
    return {kMargin + (position % perLine) * size.width() + gaps * kFieldGap,
        top + line * (size.height() + kMargin), size.width() - 1, size.height()};
}

QSize BitStrip::sizeHint() const
{
    const int perLine = std::min(m_format.bits(), kLongestLine);
    const int width = lineWidth(perLine, cellSize(QWIDGETSIZE_MAX).width());
    return {width, heightForWidth(width)};
}

QSize BitStrip::minimumSizeHint() const
{
    const QSize size = cellSize(QWIDGETSIZE_MAX);
    return {lineWidth(std::min(8, m_format.bits()), size.width()), size.height() + 2 * kMargin};
}

int BitStrip::heightForWidth(int width) const
{
    const int perLine = cellsPerLine(width);
    const int lines = (m_format.bits() + perLine - 1) / perLine;
    return lines * (cellSize(width).height() + kMargin) + kMargin;
}

int BitStrip::bitAt(const QPoint& place) const
{
    for (int bit = 0; bit < m_format.bits(); ++bit)
        if (cell(bit).contains(place))
            return bit;
    return -1;
}

QString BitStrip::bitText(int bit) const
{
    const BitField field = bitField(m_format, bit);
    const QString name = engineText(bitFieldText(m_format, field));
    const QString format = QString::fromUtf8(m_format.name.data(), qsizetype(m_format.name.size()));
    const QString state = (m_code >> bit & 1) != 0 ? tr("is 1") : tr("is 0");
    if (field == BitField::Sign)
        return tr("%1, sign bit, %2").arg(format, state);
    const int count = field == BitField::Exponent ? m_format.exponentBits : m_format.mantissaBits;
    const int top = field == BitField::Exponent ? m_format.mantissaBits + count : count;
    return tr("%1, %2 bit %3 of %4, %5").arg(format, name).arg(top - bit).arg(count).arg(state);
}

void BitStrip::describe()
{
    setAccessibleName(bitText(m_current));
    setAccessibleDescription(tr("Code %1. Arrows move among the bits, Space toggles, 0 and 1 set.")
                                 .arg(QString::fromStdString(hexCode(m_format, m_code))));
}

void BitStrip::setCurrent(int bit)
{
    m_current = std::clamp(bit, 0, m_format.bits() - 1);
    describe();
    if (hasFocus()) {
        QAccessibleEvent focus(this, QAccessible::Focus);
        focus.setChild(m_format.bits() - 1 - m_current);
        QAccessible::updateAccessibility(&focus);
    }
    update();
}

bool BitStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Space || key == Qt::Key_0 || key == Qt::Key_1) {
            event->accept(); // Space trains elsewhere
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bit = bitAt(help->pos());
        if (bit < 0)
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), bitText(bit) + tr(". Click to toggle."), this);
        return true;
    }
    return QWidget::event(event);
}

void BitStrip::keyPressEvent(QKeyEvent* event)
{
    const int perLine = cellsPerLine(width());
    const bool isSet = (m_code >> m_current & 1) != 0;
    switch (event->key()) {
    case Qt::Key_Left:
        return setCurrent(m_current + 1);
    case Qt::Key_Right:
        return setCurrent(m_current - 1);
    case Qt::Key_Home:
        return setCurrent(m_format.bits() - 1);
    case Qt::Key_End:
        return setCurrent(0);
    case Qt::Key_Space:
        emit toggled(m_current);
        return;
    case Qt::Key_0:
    case Qt::Key_1:
        if (isSet != (event->key() == Qt::Key_1))
            emit toggled(m_current);
        return;
    case Qt::Key_Up:
        if (m_current + perLine < m_format.bits())
            return setCurrent(m_current + perLine);
        break;
    case Qt::Key_Down:
        if (m_current - perLine >= 0)
            return setCurrent(m_current - perLine);
        break;
    default:
        break;
    }
    event->ignore(); // up and down among formats are the table's
}

void BitStrip::mousePressEvent(QMouseEvent* event)
{
    emit activated();
    const int bit = bitAt(event->pos());
    if (bit < 0 || event->button() != Qt::LeftButton)
        return;
    setCurrent(bit);
    emit toggled(bit);
}

void BitStrip::focusInEvent(QFocusEvent* event)
{
    emit activated();
    update();
    QWidget::focusInEvent(event);
}

void BitStrip::focusOutEvent(QFocusEvent* event)
{
    update();
    QWidget::focusOutEvent(event);
}

void BitStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int lineHeight = 2;
    for (int bit = m_format.bits() - 1; bit >= 0; --bit) {
        const QRect box = cell(bit);
        const BitColors colors = bitColors(bitField(m_format, bit), palette());
        const bool isSet = (m_code >> bit & 1) != 0;
        QFont digits = font();
        digits.setBold(isSet);
        painter.setFont(digits);
        painter.fillRect(box, isSet ? colors.line : colors.fill);
        painter.fillRect(box.left(), box.bottom() - lineHeight + 1, box.width(), lineHeight, colors.line);
        painter.setPen(isSet ? palette().color(QPalette::Base) : palette().color(QPalette::Text));
        painter.drawText(box.adjusted(0, 0, 0, -1), int(Qt::AlignCenter),
            isSet ? QStringLiteral("1") : QStringLiteral("0"));
    }
    if (!hasFocus())
        return;
    painter.setPen(QPen(palette().color(QPalette::Text), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell(m_current).adjusted(0, 0, 0, 0));
}

} // namespace ulpscope::ui
