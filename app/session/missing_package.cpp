// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/missing_package.h"

#include "engine/data/dataset_catalog.h"

#include <string_view>

namespace ulpscope {

std::string missingPackage(const SessionSpec& session, const Error& error)
{
    const DatasetClass* row = findRow(datasetCatalog(), session.data.className);
    const bool isAboutData = std::string_view(error.place).starts_with("data");
    return row != nullptr && isAboutData ? row->debianPackage : std::string();
}

std::string installCommand(const std::string& package)
{
    return "sudo apt-get install " + package;
}

} // namespace ulpscope
