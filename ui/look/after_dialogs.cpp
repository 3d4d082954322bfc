// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/after_dialogs.h"

#include <QApplication>
#include <QTimer>

#include <utility>

namespace ulpscope::ui {

void afterDialogs(QObject* context, std::function<void()> act)
{
    constexpr int kAgainMs = 100;
    if (QApplication::activeModalWidget() == nullptr)
        act();
    else
        QTimer::singleShot(
            kAgainMs, context, [context, act = std::move(act)] { afterDialogs(context, act); });
}

} // namespace ulpscope::ui
