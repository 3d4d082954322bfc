// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/bit_strip_accessible.h"

#include "ui/numbers/bit_strip.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

namespace ulpscope::ui {

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

void makeBitStripsAccessible()
{
    QAccessible::installFactory(makeInterface); // a second time it is not added again
}

} // namespace ulpscope::ui
