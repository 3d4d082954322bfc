// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/local_error_text.h"

#include "app/cli/recording/recording_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::cli {

namespace {

Json numberJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json(shortestText(value));
}

Json differenceJson(const ArrayDifference& difference)
{
    return {{"elements", difference.elements}, {"different", difference.different},
        {"relative_error", numberJson(difference.relativeError)}, {"worst_ulp", difference.worstInUlps},
        {"finite_in_one", difference.finiteInOne}};
}

std::size_t notFiniteOrders(const SumOrders& orders)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        orders.orders, [](const SumOrder& order) { return !std::isfinite(order.result); }));
}

Json birthJson(const LocalBirth& birth)
{
    Json json{{"index", birth.index}, {"recorded", numberJson(birth.recorded)},
        {"emulated", numberJson(birth.emulated)}, {"float64", numberJson(birth.exact)},
        {"sentence", birth.sentence}, {"operands", Json::array()}};
    for (const NamedValue& operand : birth.operands)
        json["operands"].push_back({{"name", operand.name}, {"value", numberJson(operand.value)}});
    json["dot_product"] = birth.dotProduct ? dotProductJson(*birth.dotProduct) : Json();
    json["orders"] = birth.orders
        ? Json{{"tried", birth.orders->orders.size()}, {"not_finite", notFiniteOrders(*birth.orders)},
            {"spread_ulp", numberJson(birth.orders->spreadInUlps)}}
        : Json();
    return json;
}

} // namespace

Json dotProductJson(const DotProductStudy& study)
{
    Json terms = Json::array();
    for (const DotProductTerm& term : study.largest)
        terms.push_back(
            {{"place", term.place}, {"left", numberJson(term.left)}, {"right", numberJson(term.right)}});
    return {{"row", study.row}, {"column", study.column}, {"terms", study.terms},
        {"exact", numberJson(study.exact)}, {"rounded", numberJson(study.rounded)},
        {"passes_at", study.passesAt ? Json(*study.passesAt) : Json()}, {"finite_in", study.finiteIn},
        {"largest_terms", std::move(terms)}, {"sentence", study.sentence}};
}

Json localErrorJson(const LocalError& error)
{
    return {{"layer", error.path}, {"step", error.step}, {"class", error.className},
        {"dtype", error.format->name}, {"examples", error.examples}, {"batch", error.batch},
        {"recorded", differenceJson(error.recorded)}, {"emulated", differenceJson(error.emulated)},
        {"apart", differenceJson(error.apart)}, {"is_of_its_dtype", error.isOfItsDtype()},
        {"birth", error.birth ? birthJson(*error.birth) : Json()}, {"remarks", error.remarks}};
}

std::string dotProductTerms(const DotProductStudy& study)
{
    std::vector<std::vector<std::string>> rows{{"  term", "left", "right", "product"}};
    for (const DotProductTerm& term : study.largest)
        rows.push_back({"  " + std::to_string(term.place), shortestText(term.left), shortestText(term.right),
            roundedText(term.left * term.right)});
    return alignedTable(rows);
}

std::string localErrorNotes(const LocalError& error)
{
    std::string text;
    if (static_cast<std::int64_t>(error.examples) < error.batch)
        text += error.path + " at step " + std::to_string(error.step) + ": " + std::to_string(error.examples)
            + " of " + counted(error.batch, "example") + " computed again\n";
    if (!error.birth)
        return text;
    const LocalBirth& birth = *error.birth;
    text += error.path + " at step " + std::to_string(error.step) + ", output " + indexText(birth.index)
        + ": " + birth.sentence + "\n";
    if (birth.dotProduct)
        text += dotProductTerms(*birth.dotProduct);
    if (birth.orders)
        text += "  of " + counted(static_cast<std::int64_t>(birth.orders->orders.size()), "order")
            + " of summation in its dtype " + std::to_string(notFiniteOrders(*birth.orders))
            + " do not give a finite number\n";
    return text;
}

} // namespace ulpscope::cli
