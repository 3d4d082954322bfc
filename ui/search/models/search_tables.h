// SPDX-License-Identifier: GPL-3.0-or-later
// What a search came to, layer by layer.
#pragma once

#include "app/search/search.h"
#include "ui/look/models/metric_table_model.h"

#include <vector>

namespace ulpscope::ui {

struct LayerFinding
{
    std::size_t layer = 0; ///< behind the layers the loss scale, where it is searched
    std::size_t policy = 0; ///< chosen
    /// The cheapest of its policies that was refuted; null: nothing of the menu is cheaper there, or none was run.
    const CertificateRow* refuted = nullptr;
};

/// Returns an empty list without an answer; what it refers to is the answer's.
std::vector<LayerFinding> findingsOf(const SearchAnswer& answer);

MetricTable findingsTable(const SearchQuestion& question, const SearchAnswer& answer);

} // namespace ulpscope::ui
