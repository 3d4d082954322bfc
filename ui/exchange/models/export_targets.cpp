// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/models/export_targets.h"

#include "app/io/exports/export_catalog.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

namespace ulpscope::ui {

std::vector<ExportTarget> exportTargets(const SessionSpec& session)
{
    std::vector<ExportTarget> targets;
    for (const ExportRow& kind : exportCatalog()) {
        ExportTarget target{toQt(kind.name), engineText(kind.title), engineText(kind.description),
            engineText(kind.needs), {}, toQt(session.title + "-" + kind.name + "." + kind.suffix).toLower(),
            {}, {}};
        if (const Result<ExportedText> written = kind.write(session)) {
            target.text = toQt(written->text);
            for (const Message& sentence : written->leftOut)
                target.leftOut += engineText(sentence);
        } else {
            target.error = written.error();
        }
        targets.push_back(std::move(target));
    }
    return targets;
}

} // namespace ulpscope::ui
