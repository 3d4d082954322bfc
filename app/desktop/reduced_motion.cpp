// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/reduced_motion.h"

#include <QSettings>
#include <QStandardPaths>

namespace ulpscope {

bool wantsReducedMotion()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    for (const char* version : {"gtk-3.0", "gtk-4.0"}) {
        const QSettings gtk(
            QStringLiteral("%1/%2/settings.ini").arg(folder, QLatin1String(version)), QSettings::IniFormat);
        const QString wanted = gtk.value(QStringLiteral("Settings/gtk-enable-animations")).toString();
        if (wanted == QLatin1String("0") || wanted == QLatin1String("false"))
            return true;
    }
    const QSettings kde(folder + QStringLiteral("/kdeglobals"), QSettings::IniFormat);
    return kde.value(QStringLiteral("KDE/AnimationDurationFactor"), 1.0).toDouble() == 0;
}

} // namespace ulpscope
