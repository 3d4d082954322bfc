// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/picture_access.h"

#include "ui/picture/picture_area.h"

#include <QAccessibleWidget>

#include <algorithm>
#include <map>

namespace ulpscope::ui {

namespace {

class ItemFace : public QAccessibleInterface
{
public:
    ItemFace(PictureArea& picture, int number)
        : m_picture(&picture)
        , m_number(number)
    {
    }

    bool isValid() const override { return m_picture && item().operator bool(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_picture); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text text) const override
    {
        if (!isValid())
            return {};
        if (text == QAccessible::Name)
            return m_picture->items().nameOf(item());
        return text == QAccessible::Description ? m_picture->spokenText(item()) : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override
    {
        const QRect place = isValid() ? m_picture->placeOf(item()) : QRect();
        return {m_picture->viewport()->mapToGlobal(place.topLeft()), place.size()};
    }
    QAccessible::Role role() const override
    {
        return item().kind == PictureItem::Kind::Box ? QAccessible::ListItem : QAccessible::Indicator;
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = state.selectable = true;
        state.focused = m_picture->hasFocus() && m_picture->current() == item();
        state.selected = m_picture->current() == item();
        return state;
    }

private:
    PictureItem item() const
    {
        const std::vector<PictureItem>& items = m_picture->items().items();
        return m_number < int(items.size()) ? items[std::size_t(m_number)] : PictureItem{};
    }

    QPointer<PictureArea> m_picture;
    int m_number;
};

class PictureFace : public QAccessibleWidget
{
public:
    explicit PictureFace(PictureArea& picture)
        : QAccessibleWidget(&picture, QAccessible::Chart)
        , m_picture(picture)
    {
    }
    ~PictureFace() override
    {
        for (const auto& [number, id] : m_ids)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return int(m_picture.items().items().size()); }
    QAccessibleInterface* child(int number) const override
    {
        if (number < 0 || number >= childCount())
            return nullptr;
        const auto known = m_ids.find(number);
        if (known != m_ids.end())
            return QAccessible::accessibleInterface(known->second);
        auto* face = new ItemFace(m_picture, number);
        m_ids[number] = QAccessible::registerAccessibleInterface(face);
        return face;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        for (int i = 0; i < childCount(); ++i)
            if (child(i)->rect().contains(x, y))
                return child(i);
        return nullptr;
    }
    int indexOfChild(const QAccessibleInterface* face) const override
    {
        for (const auto& [number, id] : m_ids)
            if (QAccessible::accessibleInterface(id) == face)
                return number;
        return -1;
    }
    QAccessibleInterface* focusChild() const override
    {
        const std::vector<PictureItem>& items = m_picture.items().items();
        const auto current = std::find(items.begin(), items.end(), m_picture.current());
        return current == items.end() ? nullptr : child(int(current - items.begin()));
    }

private:
    PictureArea& m_picture;
    mutable std::map<int, QAccessible::Id> m_ids; ///< of the children that were asked for
};

QAccessibleInterface* makeFace(const QString&, QObject* object)
{
    auto* picture = qobject_cast<PictureArea*>(object);
    return picture ? new PictureFace(*picture) : nullptr;
}

} // namespace

void installPictureAccess()
{
    QAccessible::installFactory(makeFace);
}

} // namespace ulpscope::ui
