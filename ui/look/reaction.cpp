// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/reaction.h"

#include <QWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace ulpscope::ui {

namespace {

class Reaction : public QObject
{
public:
    Reaction(QWidget* widget, std::vector<QEvent::Type> types, std::function<void()> react)
        : QObject(widget)
        , m_types(std::move(types))
        , m_react(std::move(react))
    {
        widget->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (std::ranges::find(m_types, event->type()) != m_types.end())
            m_react();
        return false;
    }

private:
    std::vector<QEvent::Type> m_types;
    std::function<void()> m_react;
};

} // namespace

void onEvent(QWidget* widget, std::initializer_list<QEvent::Type> types, std::function<void()> react)
{
    new Reaction(widget, types, std::move(react));
}

} // namespace ulpscope::ui
