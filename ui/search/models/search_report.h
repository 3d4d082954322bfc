// SPDX-License-Identifier: GPL-3.0-or-later
// A search as tables, and as a report to be passed on.
#pragma once

#include "app/search/search.h"
#include "ui/look/models/table_models.h"

#include <QString>

#include <optional>
#include <vector>

namespace ulpscope::ui {

/// The name under which the report has the picture of the plot.
inline const QString kReportPicture = QStringLiteral("front.png");

/// Markdown.
QString searchReport(
    const SearchQuestion& question, const SearchAnswer& answer, std::string_view kernelLevel);

/// Spearman's, of predicted and measured use of the front's points of which both are finite; nothing for fewer than three, or where either
/// is the same for all.
std::optional<double> frontCorrelation(const std::vector<FrontPoint>& front);

// The result of a search, layer by layer.
struct LayerFinding
{
    std::size_t layer = 0; ///< the layer; the place behind the last layer is the loss scale
    std::size_t policy = 0; ///< chosen
    /// The cheapest of its policies that was refuted; null: nothing of the menu is cheaper there, or none was run.
    const CertificateRow* refuted = nullptr;
};

/// Returns an empty list without an answer; what it refers to is the answer's.
std::vector<LayerFinding> findingsOf(const SearchAnswer& answer);

MetricTable findingsTable(const SearchQuestion& question, const SearchAnswer& answer);

} // namespace ulpscope::ui
