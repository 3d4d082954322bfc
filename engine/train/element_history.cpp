// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/element_history.h"

#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace ulpscope {

namespace {

using Use = TracedOperand::Use;
using Operations = std::vector<ElementTrace::Operation>;
using Wanted = ElementTrace::Wanted;

/// Which elements of which operations the history of one element is made of.
class Route
{
public:
    explicit Route(const Operations& operations)
        : m_operations(operations)
    {
        while (m_update < operations.size() && operations[m_update].place.pass != Pass::Update)
            ++m_update;
    }

    std::size_t end() const { return m_operations.size(); }
    std::size_t update() const { return m_update; } ///< where the update begins

    /// What made the element as it was before that operation: in the update all that goes into it, else the number itself.
    void addMakers(const Tensor* tensor, Index element, std::size_t before)
    {
        while (const std::optional<std::size_t> writer = writerOf(tensor, element, before)) {
            const ElementTrace::Operation& operation = m_operations[*writer];
            if (!operation.moved.empty()) {
                const auto from = std::ranges::find(operation.moved, element);
                // A cast may lie between the part and the whole.
                const std::optional<std::size_t> cast = writerOf(tensor, element, *writer);
                const std::optional<std::size_t> part
                    = writerOf(operation.operands.front().tensor, 0, *writer);
                if (cast && m_operations[*cast].moved.empty() && part && *cast > *part
                    && !m_wanted.insert({*cast, element}).second)
                    return;
                tensor = operation.operands.front().tensor;
                element = from - operation.moved.begin();
                before = *writer;
                continue;
            }
            if (!m_wanted.insert({*writer, element}).second)
                return;
            const Tensor* next = nullptr;
            for (const TracedOperand& operand : operation.operands) {
                if (operand.use != Use::SameElement)
                    continue;
                if (next == nullptr)
                    next = operand.tensor;
                else if (operation.place.pass == Pass::Update)
                    addMakers(operand.tensor, element, *writer);
            }
            if (next == nullptr)
                return;
            tensor = next;
            before = *writer;
        }
    }

    /// Where the element of that pass goes from there, up to the update: through casts and the like to the numbers that it is a part of.
    void addUses(const Tensor* tensor, Index element, std::size_t from, Pass pass)
    {
        std::set<const Tensor*> carriers{tensor};
        for (std::size_t k = from; k < m_update && !carriers.empty(); ++k) {
            const ElementTrace::Operation& operation = m_operations[k];
            bool isCarried = false;
            for (std::size_t i = 0; i < operation.operands.size(); ++i) {
                const TracedOperand& operand = operation.operands[i];
                if (!operation.moved.empty() || !carriers.contains(operand.tensor))
                    continue;
                // In another pass what comes of more than one operand is another number.
                const bool isSameNumber = operation.place.pass == pass || operation.operands.size() == 1;
                if (i == 0 && operand.use == Use::SameElement && isSameNumber) {
                    m_wanted.insert({k, element});
                    isCarried = true;
                } else if (operand.tensor != operation.out) {
                    m_wanted.insert({k, element, i});
                }
            }
            if (isCarried)
                carriers.insert(operation.out);
            else
                carriers.erase(operation.out);
        }
    }

    /// After the last operation before `before` that wrote the tensor; 0 where none did.
    std::size_t afterMaking(const Tensor* tensor, Index element, std::size_t before) const
    {
        const std::optional<std::size_t> writer = writerOf(tensor, element, before);
        return writer ? *writer + 1 : 0;
    }

    std::vector<Wanted> wanted() const { return {m_wanted.begin(), m_wanted.end()}; }

private:
    std::optional<std::size_t> writerOf(const Tensor* tensor, Index element, std::size_t before) const
    {
        for (std::size_t k = before; k-- > 0;) {
            const ElementTrace::Operation& operation = m_operations[k];
            if (operation.out == tensor
                && (operation.moved.empty()
                    || std::ranges::find(operation.moved, element) != operation.moved.end()))
                return k;
        }
        return std::nullopt;
    }

    const Operations& m_operations;
    std::size_t m_update = 0;
    std::set<Wanted> m_wanted;
};

bool isOfVariable(TensorRole role)
{
    return role == TensorRole::Weight || role == TensorRole::WeightGradient || role == TensorRole::Update
        || role == TensorRole::OptimizerState;
}

/// A number of a trainable variable: as it is stored, its gradient, its state, its update.
void addVariable(const Lane& lane, const TensorRef& ref, Index element, Route& route)
{
    const Variable& variable = variableOf(lane, ref);
    route.addUses(&variable.value, element, 0, Pass::Forward);
    route.addMakers(&variable.value, element, route.end());
    if (!variable.trainable)
        return;
    route.addMakers(&variable.gradient, element, route.update()); // where the update was skipped
    const std::size_t slot = slotIn(lane, ref).index();
    for (std::size_t k = 0; k < lane.optimizer().keptCount(slot); ++k)
        if (lane.optimizer().kept(slot, k).size() == variable.value.size())
            route.addMakers(&lane.optimizer().kept(slot, k), element, route.end());
}

/// The tensor of the variable that the ref of an optimizer's state belongs to.
TensorRef variableRef(const LaneTensors& tensors, const TensorRef& ref)
{
    if (ref.role != TensorRole::OptimizerState)
        return ref;
    return *std::ranges::find_if(tensors.refs(),
        [&](const TensorRef& other) { return other.role == TensorRole::Update && other.slot == ref.slot; });
}

constexpr std::size_t kMaxHops = 8;

bool isAtSamePlace(const ElementTrace::Operation& a, const ElementTrace::Operation& b)
{
    return a.place.pass == b.place.pass && a.place.node == b.place.node
        && std::string_view(a.name) == std::string_view(b.name);
}

std::size_t ordinalOf(const Operations& operations, std::size_t index)
{
    return static_cast<std::size_t>(
        std::count_if(operations.begin(), operations.begin() + static_cast<std::ptrdiff_t>(index),
            [&](const ElementTrace::Operation& other) { return isAtSamePlace(other, operations[index]); }));
}

/// Where the sum of zeros is that the row of this detail is, if it is one.
std::optional<HistoryHop> hopFrom(
    const Operations& operations, const Wanted& wanted, const ElementDetail& detail)
{
    const ElementTrace::Operation& operation = operations[wanted.operation];
    if (wanted.operand || !operation.termElements || detail.terms.empty())
        return std::nullopt;
    const ElementDetail::Term& term = detail.terms.front(); // the largest
    if (term.left * term.right != 0)
        return std::nullopt;
    return HistoryHop{operation.place, operation.name, ordinalOf(operations, wanted.operation),
        wanted.element, term.index, term.left == 0 ? 0U : 1U};
}

/// The operation among those that are wanted which the hop is from.
const Wanted* wantedOf(const HistoryHop& hop, const Operations& operations, const std::vector<Wanted>& wanted)
{
    for (const Wanted& one : wanted) {
        const ElementTrace::Operation& operation = operations[one.operation];
        if (!one.operand && one.element == hop.element && operation.termElements
            && operation.place.pass == hop.place.pass && operation.place.node == hop.place.node
            && operation.name == hop.operation && ordinalOf(operations, one.operation) == hop.ordinal)
            return &one;
    }
    return nullptr;
}

/// The tensor that an operation wrote the element into before it was moved, and its place there.
std::pair<const Tensor*, Index> originOf(
    const Operations& operations, const Tensor* tensor, Index element, std::size_t before)
{
    for (std::size_t k = before; k-- > 0;) {
        const ElementTrace::Operation& operation = operations[k];
        if (operation.out != tensor)
            continue;
        if (operation.moved.empty())
            break;
        const auto from = std::ranges::find(operation.moved, element);
        if (from == operation.moved.end())
            continue;
        tensor = operation.operands.front().tensor;
        element = from - operation.moved.begin();
    }
    return {tensor, element};
}

std::vector<HistoryRow> rowsOf(const Lane& lane, const Operations& operations,
    const std::vector<Wanted>& wanted, const std::vector<ElementDetail>& details,
    const std::vector<HistoryHop>& hops)
{
    const auto hopOf = [&](const Wanted& one) {
        return std::ranges::find_if(
            hops, [&](const HistoryHop& hop) { return wantedOf(hop, operations, wanted) == &one; });
    };
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    std::vector<HistoryRow> rows;
    for (std::size_t i = 0; i < details.size(); ++i) {
        const ElementTrace::Operation& operation = operations[wanted[i].operation];
        HistoryRow row;
        row.pass = operation.place.pass;
        if (row.pass == Pass::Forward || row.pass == Pass::Backward)
            row.layer = lane.model().node(operation.place.node).path;
        row.operation = operation.name;
        row.detail = details[i];
        row.isUse = wanted[i].operand.has_value();
        if (row.isUse)
            row.goesInto = operation.operands[*wanted[i].operand].results;
        std::size_t taken = wanted[i].operand.value_or(0);
        Index element = wanted[i].element;
        const auto hop = hopOf(wanted[i]);
        const bool isHop = hop != hops.end();
        if (isHop) {
            taken = hop->operand;
            element = operation.termElements(hop->element, hop->term).at(taken);
        }
        const auto [made, place] = taken < operation.operands.size()
            ? originOf(operations, operation.operands[taken].tensor, element, wanted[i].operation)
            : std::pair<const Tensor*, Index>(nullptr, 0);
        for (std::size_t k = rows.size(); k-- > 0 && !row.from;)
            if (operations[wanted[k].operation].out == made && !rows[k].isUse && wanted[k].element == place)
                row.from = k;
        if (row.from && !isHop && (row.isUse || !row.detail.operands.empty())) {
            const double left = rows[*row.from].detail.result;
            const double arrived = row.isUse ? row.detail.result : row.detail.operands.front().value;
            row.isAfterGap = bits(left) != bits(arrived) && !(std::isnan(left) && std::isnan(arrived));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

RoundingEffect effectOf(const HistoryRow& row)
{
    const ElementDetail& detail = row.detail;
    if (row.pass == Pass::Update && detail.operands.size() == 2 && detail.operands[1].name == "update"
        && detail.operands[1].value != 0 && detail.result == detail.operands[0].value)
        return RoundingEffect::Lost;
    if (row.isUse || !detail.exact)
        return RoundingEffect::Unknown;
    const double before = *detail.exact;
    const double after = detail.result;
    if (!std::isfinite(before))
        return RoundingEffect::NonFinite;
    if (!std::isfinite(after))
        return RoundingEffect::Overflow;
    if (before == after)
        return RoundingEffect::Exact;
    return after == 0 ? RoundingEffect::Underflow : RoundingEffect::Rounded;
}

std::optional<ElementHistory> followElement(Lane& lane, const ElementQuestion& question, const Dataset& data,
    const std::vector<std::int64_t>& batch, std::int64_t step, std::vector<HistoryHop>& hops,
    const std::stop_token& stop)
{
    const LaneTensors tensors(lane);
    const auto found = std::ranges::find_if(
        tensors.refs(), [&](const TensorRef& ref) { return tensors.name(lane, ref) == question.tensor; });
    if (found == tensors.refs().end())
        return std::nullopt;
    const bool isUpdate = found->role == TensorRole::Update;
    const Index element = question.element;
    LaneState before;
    lane.save(before);
    const auto doStep = [&](ElementTrace& trace) {
        NonFiniteWatch watch(trace);
        lane.arithmetic().setWatch(&watch);
        if (lane.computeGradients(data, batch, step, &stop))
            lane.update();
        lane.arithmetic().setWatch(nullptr);
        return !stop.stop_requested();
    };
    const auto giveUp = [&]() -> std::optional<ElementHistory> {
        lane.restore(before);
        return std::nullopt;
    };
    ElementTrace list;
    if (!doStep(list))
        return giveUp();
    const Tensor* tensor = isUpdate ? &variableOf(lane, *found).value : tensorAt(lane, *found);
    if (tensor == nullptr || element < 0 || element >= tensor->size())
        return giveUp();
    Route route(list.operations());
    if (isOfVariable(found->role)) {
        const TensorRef variable = variableRef(tensors, *found);
        if (variableOf(lane, variable).value.size() == tensor->size())
            addVariable(lane, variable, element, route);
    } else {
        // Products cast what they take, and the gradient of the next layer's input is another number.
        route.addMakers(tensor, element, route.update());
        route.addUses(tensor, element, route.afterMaking(tensor, element, route.update()),
            isGradient(found->role) ? Pass::Backward : Pass::Forward);
    }
    lane.restore(before);
    const double earlier = isUpdate ? tensor->at(element) : 0;
    const auto addHop = [&](const HistoryHop& hop) {
        const std::vector<Wanted> wanted = route.wanted();
        const Wanted* from = wantedOf(hop, list.operations(), wanted);
        if (from == nullptr)
            return;
        const ElementTrace::Operation& operation = list.operations()[from->operation];
        route.addMakers(operation.operands.at(hop.operand).tensor,
            operation.termElements(hop.element, hop.term).at(hop.operand), from->operation);
    };
    const bool seeksHops = hops.empty();
    for (const HistoryHop& hop : hops)
        addHop(hop);
    ElementTrace trace(route.wanted());
    if (!doStep(trace))
        return giveUp();
    for (bool isComplete = !seeksHops; !isComplete && hops.size() < kMaxHops;) {
        const std::vector<Wanted> wanted = route.wanted();
        isComplete = true;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const std::optional<HistoryHop> hop
                = hopFrom(list.operations(), wanted[i], trace.details().at(i));
            const auto isSame = [&](const HistoryHop& known) {
                return wantedOf(known, list.operations(), wanted) == &wanted[i];
            };
            if (!hop || std::ranges::any_of(hops, isSame))
                continue;
            hops.push_back(*hop);
            addHop(*hop);
            isComplete = route.wanted().size() == wanted.size();
            break;
        }
        if (isComplete)
            break;
        lane.restore(before);
        trace = ElementTrace(route.wanted());
        if (!doStep(trace))
            return giveUp();
    }

    ElementHistory history;
    history.question = question;
    history.step = step;
    history.scale = lane.outcome().scale;
    history.isSkipped = lane.outcome().skipped;
    history.rows = rowsOf(lane, list.operations(), route.wanted(), trace.details(), hops);
    tensor = isUpdate ? tensor : tensorAt(lane, *found);
    history.index = indexText(tensor->shape(), element);
    history.format = &tensor->format();
    history.value = tensor->at(element) - earlier;
    lane.restore(before);
    return history;
}

void addReference(ElementHistory& history, const ElementHistory& reference)
{
    // The float64 lane does the same operations but for casts and the loss scale: what both do is told by their order.
    const std::vector<HistoryRow>& own = history.rows;
    const std::vector<HistoryRow>& exact = reference.rows;
    const auto isSame = [](const HistoryRow& a, const HistoryRow& b) {
        return a.pass == b.pass && a.layer == b.layer && a.operation == b.operation && a.isUse == b.isUse
            && a.detail.operands.size() == b.detail.operands.size()
            && a.detail.termCount == b.detail.termCount;
    };
    std::vector<std::vector<std::size_t>> common(own.size() + 1, std::vector<std::size_t>(exact.size() + 1));
    for (std::size_t i = own.size(); i-- > 0;)
        for (std::size_t k = exact.size(); k-- > 0;)
            common[i][k] = isSame(own[i], exact[k]) ? common[i + 1][k + 1] + 1
                                                    : std::max(common[i + 1][k], common[i][k + 1]);
    std::vector<bool> isScaled(own.size());
    std::size_t k = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        HistoryRow& row = history.rows[i];
        const HistoryRow* before = row.from ? &history.rows[*row.from] : nullptr;
        while (k < exact.size() && !isSame(row, exact[k]) && common[i][k + 1] == common[i][k])
            ++k;
        const bool isMatched
            = k < exact.size() && isSame(row, exact[k]) && common[i][k] == common[i + 1][k + 1] + 1;
        const bool unscales = row.pass == Pass::Update && !isMatched && row.detail.operands.size() == 2
            && row.detail.operands[1].name == "scalar";
        isScaled[i] = row.pass == Pass::Backward
            || (row.pass == Pass::Update && before != nullptr && isScaled[*row.from] && !unscales);
        if (isMatched && row.from
            && !row.detail.terms.empty()) { // a sum of zeros: in float64 the term may be one that is told
            HistoryRow& zero = history.rows[*row.from];
            const ElementDetail::Term& term = row.detail.terms.front();
            for (const ElementDetail::Term& other : exact[k].detail.terms)
                if (other.index == term.index && !zero.reference)
                    zero.reference
                        = (term.left == 0 ? other.left : other.right) * (isScaled[i] ? history.scale : 1);
        }
        if (isMatched)
            row.reference = exact[k++].detail.result * (isScaled[i] ? history.scale : 1);
        else if (before != nullptr && before->reference && (row.operation == "cast" || unscales))
            row.reference = *before->reference / (unscales ? history.scale : 1);
    }
    // A cast of what no row made, such as a weight: what goes into a product after it is the same number in float64.
    for (const HistoryRow& row : own)
        if (row.isUse && row.from && history.rows[*row.from].operation == "cast"
            && !history.rows[*row.from].reference)
            history.rows[*row.from].reference = row.reference;
    history.reference = reference.value * (isGradient(history.question.tensor.role) ? history.scale : 1);
}

} // namespace ulpscope
