// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/loss_table.h"

#include "app/cli/text_table.h"

namespace ulpscope::cli {

std::string lossTable(const std::vector<WouldLose>& losses)
{
    std::vector<std::vector<std::string>> rows{
        {"in", "flushed", "overflows", "saturated", "relative error", "SQNR", "worst element"}};
    for (const WouldLose& loss : losses)
        rows.push_back({loss.format, roundedText(loss.flushedPercent) + " %",
            roundedText(loss.overflowPercent) + " %", roundedText(loss.saturatedPercent) + " %",
            roundedText(loss.relativeError), roundedText(loss.sqnr) + " dB",
            loss.maxUlpError == loss.maxUlpError ? roundedText(loss.maxUlpError) + " ulp" : "-"});
    return alignedTable(rows);
}

nlohmann::ordered_json lossJson(const std::vector<WouldLose>& losses)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const WouldLose& loss : losses)
        list.push_back({{"format", loss.format}, {"flushed_percent", loss.flushedPercent},
            {"overflow_percent", loss.overflowPercent}, {"saturated_percent", loss.saturatedPercent},
            {"relative_error", loss.relativeError}, {"sqnr_db", loss.sqnr}, {"max_ulp", loss.maxUlpError}});
    return list;
}

} // namespace ulpscope::cli
