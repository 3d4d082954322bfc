// SPDX-License-Identifier: GPL-3.0-or-later
// A search as a report to be passed on: what was asked, what it came to, what refutes each cheaper change, and how well the front was predicted.
#pragma once

#include "app/search/search.h"

#include <QString>

#include <optional>

namespace ulpscope::ui {

/// The name under which the report has the picture of the plot.
inline const QString kReportPicture = QStringLiteral("front.png");

/// Markdown.
QString searchReport(
    const SearchQuestion& question, const SearchAnswer& answer, std::string_view kernelLevel);

/// Spearman's, of predicted and measured use of the front's points of which both are finite; nothing for fewer than three, or where either
/// is the same for all.
std::optional<double> frontCorrelation(const std::vector<FrontPoint>& front);

} // namespace ulpscope::ui
