// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/export_targets.h"

#include "engine/io/keras_export.h"
#include "engine/io/keras_policy.h"
#include "ui/models/display_text.h"

#include <QCoreApplication>

namespace ulpscope::ui {

namespace {

class ExportText
{
    Q_DECLARE_TR_FUNCTIONS(ExportTarget)
};

} // namespace

std::vector<ExportTarget> exportTargets(const SessionSpec& session)
{
    ExportTarget map{QStringLiteral("keras-map"), ExportText::tr("Keras policy map"),
        ExportText::tr("A DTypePolicyMap as JSON. Keras 3 loads it unchanged: "
                       "keras.dtype_policies.deserialize(json.load(file))"),
        {}, toQt(session.title).toLower() + QStringLiteral("-policy.json"), {}, {}};
    if (const Result<KerasExport> exported = exportKerasMap(session)) {
        map.text = toQt(kerasText(exported->map));
        for (const std::string& sentence : exported->leftOut)
            map.leftOut += toQt(sentence);
    } else {
        map.error = exported.error();
    }
    return {map};
}

} // namespace ulpscope::ui
