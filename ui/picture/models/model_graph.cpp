// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/model_graph.h"

#include "engine/layer/layer.h"
#include "engine/layer/layer_catalog.h"
#include "engine/model/model_plan.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ulpscope::ui {

namespace {

constexpr std::size_t kFoldFrom = 16; ///< boxes: what is shorter is shown whole
constexpr std::size_t kLongestBlock = 16; ///< layers
constexpr std::size_t kMaxParts
    = 13; ///< of a fold, so that three in one another are no more than can be shown

std::string formatName(const Format& format)
{
    return std::string(format.name);
}

void addStage(std::vector<std::string>& formats, const std::string& format)
{
    if (formats.empty() || formats.back() != format)
        formats.push_back(format);
}

/// "float8_e4m3fn:te" rounds to float8_e4m3fn, and so does "float8_e4m3fn_scaled:te" beside its scale.
std::string targetName(const CastTarget& target)
{
    const std::string name = target.name.substr(0, target.name.find(':'));
    const std::size_t scaled = name.rfind("_scaled");
    return target.format ? formatName(*target.format) : name.substr(0, scaled);
}

/// What the product rounds an operand to beside the compute dtype; nothing: that is all.
std::optional<std::string> operandOf(const LayerNumerics& numerics, ProductRole role, bool isLeft)
{
    const ProductOverrides& product = numerics.product(role);
    if (const auto& own = isLeft ? product.left : product.right)
        return targetName(*own);
    if (!numerics.scaling || role == ProductRole::WeightGradient)
        return std::nullopt;
    const bool isGradient = role == ProductRole::InputGradient && isLeft;
    const Format* format = isGradient ? numerics.scaling->backward : numerics.scaling->forward;
    return format ? std::optional(formatName(*format)) : std::nullopt;
}

/// Whether only the override's format is used, and the compute dtype never.
bool isOverridden(const LayerNumerics& numerics, ProductRole role, bool isLeft)
{
    const ProductOverrides& product = numerics.product(role);
    return (isLeft ? product.left : product.right).has_value()
        || (numerics.scaling && numerics.scaling->kind == ScalingKind::Delayed
            && role != ProductRole::WeightGradient);
}

std::string storedFormat(const LayerNumerics& numerics)
{
    return numerics.update ? targetName(numerics.update->variable) : formatName(*numerics.variable);
}

class Builder
{
public:
    Builder(const SessionSpec& session, const ModelPlan& plan)
        : m_session(session)
        , m_plan(plan)
        , m_nodes(layerNodes(session))
        , m_consumers(plan.layers.size(), 0)
    {
        for (const PlannedLayer& layer : plan.layers)
            for (const std::size_t input : layer.inputs)
                ++m_consumers[input];
    }

    ModelGraph build();

private:
    void addBox(const PlannedLayer& layer);
    void addWeights(GraphBox& box, const PlannedLayer& layer, const Layer& made) const;
    void addEdges(std::size_t to, const Layer& made);
    void addLoss();
    std::optional<LayerTensor> gradientOf(std::size_t from, std::size_t to, std::size_t input) const;
    void addGradient(GraphEdge& edge, const std::string& sent, LayerTensor tensor) const;
    const LayerNode* nodeOf(const PlannedLayer& layer) const;
    void addComposites();
    void addRepeats();

    const SessionSpec& m_session;
    const ModelPlan& m_plan;
    std::vector<LayerNode> m_nodes;
    std::vector<std::size_t> m_consumers;
    ModelGraph m_graph;
};

const LayerNode* Builder::nodeOf(const PlannedLayer& layer) const
{
    const LayerNode& outer = m_nodes.at(layer.layer);
    if (layer.role != NodeRole::Child)
        return &outer;
    const auto child = std::find_if(outer.children.begin(), outer.children.end(),
        [&](const LayerNode& node) { return node.path == layer.path || node.name == layer.name; });
    return child == outer.children.end() ? &outer : &*child;
}

void Builder::addWeights(GraphBox& box, const PlannedLayer& layer, const Layer& made) const
{
    const LayerNumerics& numerics = layer.options.numerics;
    bool isFirst = true;
    for (const std::string& name : made.variableNames()) {
        const std::string path = layer.path + '/' + name;
        GraphWeight weight;
        weight.name = name;
        weight.value.tensor = {path, TensorRole::Weight};
        addStage(weight.value.formats, storedFormat(numerics));
        const bool isOperand = isFirst && layer.layerClass->hasProducts;
        if (made.castsVariables() && !(isOperand && isOverridden(numerics, ProductRole::Forward, false)))
            addStage(weight.value.formats, formatName(*numerics.compute));
        if (isOperand)
            if (const auto operand = operandOf(numerics, ProductRole::Forward, false))
                addStage(weight.value.formats, *operand);
        const bool isMoving = name.starts_with("moving_");
        const bool isInteger = isOperand && numerics.integerKernel.has_value();
        if (isInteger)
            weight.value.formats = {storedFormat(numerics)};
        if (!isMoving && !isInteger) {
            GraphFlow gradient{{path, TensorRole::WeightGradient}, {}};
            addStage(gradient.formats, formatName(*numerics.compute));
            addStage(gradient.formats, storedFormat(numerics));
            weight.gradient = gradient;
            weight.update = LayerTensor{path, TensorRole::Update};
        }
        box.weights.push_back(std::move(weight));
        isFirst = false;
    }
}

void Builder::addBox(const PlannedLayer& layer)
{
    GraphBox box;
    const bool isInput = layer.layerClass->maxInputs == 0;
    box.kind = isInput                  ? GraphBox::Kind::Input
        : layer.role == NodeRole::Layer ? GraphBox::Kind::Layer
        : layer.role == NodeRole::Child ? GraphBox::Kind::Child
                                        : GraphBox::Kind::Operation;
    const LayerNode* node = nodeOf(layer);
    box.place = node->place;
    box.name = layer.name;
    box.path = layer.path;
    box.className = layer.layerClass->name;
    box.compute = formatName(*layer.options.numerics.compute);
    box.output = formatName(*layer.options.numerics.output);
    if (box.hasPolicy()) {
        box.policy = node->trained.name;
        box.hasOwnPolicy = node->own.has_value();
        box.problem = node->problem;
    }
    const Layer made(layer.options, layer.layerClass->formula);
    addWeights(box, layer, made);
    m_graph.boxes.push_back(std::move(box));
    addEdges(m_graph.boxes.size() - 1, made);
}

std::optional<LayerTensor> Builder::gradientOf(std::size_t from, std::size_t to, std::size_t input) const
{
    if (!m_plan.layers[to].needsInputGradient)
        return std::nullopt;
    const PlannedLayer& sender = m_plan.layers[from];
    const bool hasGradient
        = !sender.inputs.empty() && (sender.needsInputGradient || sender.layerClass->hasVariables());
    if (!hasGradient)
        return std::nullopt; // where the model begins
    // Where several meet, what arrives is their sum, and what this one sends has a name of its own.
    if (m_consumers[from] == 1)
        return LayerTensor{sender.path, TensorRole::OutputGradient};
    const std::string& path = m_plan.layers[to].path;
    return LayerTensor{
        input == 0 ? path : path + "/input_" + std::to_string(input + 1), TensorRole::InputGradient};
}

/// From what sends it to the product of the layer that it arrives at.
void Builder::addGradient(GraphEdge& edge, const std::string& sent, LayerTensor tensor) const
{
    const LayerNumerics& numerics = m_plan.layers[edge.from].options.numerics;
    GraphFlow flow{std::move(tensor), {}};
    addStage(flow.formats, sent);
    addStage(flow.formats, formatName(*numerics.compute));
    if (m_plan.layers[edge.from].layerClass->hasProducts)
        if (const auto operand = operandOf(numerics, ProductRole::InputGradient, true))
            addStage(flow.formats, *operand);
    edge.gradient = std::move(flow);
}

void Builder::addEdges(std::size_t to, const Layer& made)
{
    const PlannedLayer& layer = m_plan.layers[to];
    const LayerNumerics& numerics = layer.options.numerics;
    for (std::size_t input = 0; input < layer.inputs.size(); ++input) {
        GraphEdge edge;
        edge.from = layer.inputs[input];
        edge.to = to;
        const PlannedLayer& sender = m_plan.layers[edge.from];
        edge.forward.tensor = {sender.path, TensorRole::Output};
        std::vector<std::string>& formats = edge.forward.formats;
        addStage(formats, formatName(*sender.options.numerics.output));
        if (layer.castFirst && made.autocast())
            addStage(formats, formatName(*layer.castFirst));
        // Flatten and its like copy and cast in one.
        const bool isCast = made.autocast() && (!numerics.takesInputsUncast() || layer.castFirst)
            && !isOverridden(numerics, ProductRole::Forward, true);
        if (isCast)
            addStage(formats, formatName(*numerics.compute));
        if (layer.layerClass->hasProducts && input == 0)
            if (const auto operand = operandOf(numerics, ProductRole::Forward, true))
                addStage(formats, *operand);
        if (std::optional<LayerTensor> gradient = gradientOf(edge.from, to, input)) {
            const std::string sent = formatName(layer.castFirst ? *layer.castFirst
                    : made.autocast()                           ? *numerics.compute
                                                                : *sender.options.numerics.output);
            addGradient(edge, sent, std::move(*gradient));
        }
        m_graph.edges.push_back(std::move(edge));
    }
}

void Builder::addLoss()
{
    const std::string format = formatName(floatxFor(m_session.policies));
    GraphBox box;
    box.kind = GraphBox::Kind::Loss;
    box.name = "loss";
    box.className = m_session.training.loss.className;
    box.compute = box.output = format;
    const std::size_t last = m_plan.layers.size() - 1;
    m_graph.boxes.push_back(std::move(box));
    GraphEdge edge;
    edge.from = last;
    edge.to = last + 1;
    const PlannedLayer& sender = m_plan.layers[last];
    edge.forward.tensor = {sender.path, TensorRole::Output};
    addStage(edge.forward.formats, formatName(*sender.options.numerics.output));
    addStage(edge.forward.formats, format);
    if (!sender.inputs.empty() && (sender.needsInputGradient || sender.layerClass->hasVariables()))
        addGradient(edge, format, {sender.path, TensorRole::OutputGradient});
    m_graph.edges.push_back(std::move(edge));
}

void Builder::addComposites()
{
    for (std::size_t first = 0; first < m_plan.layers.size();) {
        const PlannedLayer& layer = m_plan.layers[first];
        std::size_t end = first + 1;
        while (end < m_plan.layers.size() && !layer.parentPath.empty()
            && m_plan.layers[end].parentPath == layer.parentPath)
            ++end;
        if (!layer.parentPath.empty()) {
            const LayerSpec& spec = m_session.model.layers[layer.layer];
            m_graph.folds.push_back({.kind = GraphFold::Kind::Composite,
                .name = spec.name,
                .first = first,
                .count = end - first,
                .place = LayerPlace{layer.layer, {}},
                .path = layer.parentPath,
                .className = spec.className});
        }
        first = end;
    }
}

/// Layers or composites in a row, each with what it is like.
struct Unit
{
    std::size_t first = 0; ///< box
    std::size_t count = 1;
    std::size_t likeness = 0; ///< the same number: the same layer, fed in the same way
};

struct Repeat
{
    std::size_t first = 0; ///< unit
    std::size_t period = 1;
    std::size_t copies = 1;
};

/// The repetition from here on that spares the most boxes.
Repeat repeatAt(const std::vector<Unit>& units, std::size_t first)
{
    Repeat best{first, 1, 1};
    for (std::size_t period = 1; period <= kLongestBlock && first + 2 * period <= units.size(); ++period) {
        std::size_t same = 0;
        while (first + period + same < units.size()
            && units[first + same].likeness == units[first + period + same].likeness)
            ++same;
        const std::size_t copies = 1 + same / period;
        if (copies > 1 && copies * period - 1 > best.copies * best.period - 1)
            best = {first, period, copies};
    }
    return best.copies > 1 && best.copies * best.period > 2 ? best : Repeat{first, 1, 1};
}

/// So that no fold has more parts than can be taken in: neighbours in groups, and groups in groups.
template <class Add>
void addInGroups(std::size_t first, std::size_t count, const Add& add)
{
    std::size_t size = 1;
    while ((count + size - 1) / size > kMaxParts)
        size *= kMaxParts;
    for (std::size_t begin = first; size > 1 && begin < first + count; begin += size) {
        const std::size_t part = std::min(size, first + count - begin);
        if (part > 1) {
            add(begin, part);
            addInGroups(begin, part, add);
        }
    }
}

void Builder::addRepeats()
{
    std::vector<Unit> units;
    for (std::size_t box = 0; box + 1 < m_graph.boxes.size();) {
        const auto fold = std::find_if(
            m_graph.folds.begin(), m_graph.folds.end(), [box](const GraphFold& f) { return f.first == box; });
        const std::size_t count = fold == m_graph.folds.end() ? 1 : fold->count;
        units.push_back({box, count});
        box += count;
    }
    if (units.size() <= kFoldFrom)
        return;
    using Likeness = std::tuple<std::string, std::string, std::string, std::vector<std::size_t>>;
    std::map<Likeness, std::size_t> known;
    for (Unit& unit : units) {
        const PlannedLayer& layer = m_plan.layers[unit.first];
        const LayerSpec& spec = m_session.model.layers[layer.layer];
        std::vector<std::size_t> back; // how many layers before each input is
        for (const std::size_t input : m_session.model.inputsOf(layer.layer))
            back.push_back(layer.layer - input);
        std::string shape = layer.outputShape.text();
        const GraphBox& box = m_graph.boxes[unit.first];
        unit.likeness
            = known.try_emplace({spec.className, box.policy + ' ' + box.compute, shape, back}, known.size())
                  .first->second;
    }
    std::vector<GraphFold> folds;
    std::vector<Unit> top; // what is left to see when all repetitions are folded
    const auto boxesOf = [&](std::size_t first, std::size_t count) {
        std::size_t boxes = 0;
        for (std::size_t i = first; i < first + count; ++i)
            boxes += units[i].count;
        return boxes;
    };
    const auto outputOf = [&](std::size_t lastUnit) {
        const Unit& unit = units[lastUnit];
        const PlannedLayer& layer = m_plan.layers[unit.first + unit.count - 1];
        return layer.path;
    };
    for (std::size_t i = 0; i < units.size();) {
        const Repeat repeat = repeatAt(units, i);
        const std::size_t count = repeat.period * repeat.copies;
        top.push_back({units[i].first, boxesOf(i, count)});
        if (repeat.copies > 1) {
            const auto fold = [&](GraphFold::Kind kind, std::string name, std::size_t from, std::size_t many,
                                  std::size_t copies) {
                folds.push_back({.kind = kind,
                    .name = std::move(name),
                    .first = units[from].first,
                    .count = boxesOf(from, many),
                    .copies = copies,
                    .path = outputOf(from + many - 1),
                    .className = repeat.period == 1 ? m_graph.boxes[units[from].first].className : ""});
            };
            fold(GraphFold::Kind::Blocks, "", i, count, repeat.copies);
            addInGroups(0, repeat.copies, [&](std::size_t first, std::size_t many) {
                fold(GraphFold::Kind::Blocks, std::to_string(first + 1) + "-" + std::to_string(first + many),
                    i + first * repeat.period, many * repeat.period, many);
            });
            for (std::size_t copy = 0; repeat.period > 1 && copy < repeat.copies; ++copy)
                fold(GraphFold::Kind::Block, std::to_string(copy + 1), i + copy * repeat.period,
                    repeat.period, 1);
        }
        i += count;
    }
    addInGroups(0, top.size(), [&](std::size_t first, std::size_t many) {
        const Unit& last = top[first + many - 1];
        folds.push_back({.kind = GraphFold::Kind::Neighbours,
            .name = std::to_string(first + 1) + "-" + std::to_string(first + many),
            .first = top[first].first,
            .count = last.first + last.count - top[first].first,
            .path = m_plan.layers[last.first + last.count - 1].path});
    });
    folds.insert(folds.end(), m_graph.folds.begin(), m_graph.folds.end());
    std::stable_sort(folds.begin(), folds.end(), [](const GraphFold& a, const GraphFold& b) {
        return std::make_tuple(a.first, b.count) < std::make_tuple(b.first, a.count);
    });
    m_graph.folds = std::move(folds);
}

ModelGraph Builder::build()
{
    for (const PlannedLayer& layer : m_plan.layers)
        addBox(layer);
    addLoss();
    addComposites();
    addRepeats();
    return std::move(m_graph);
}

std::string inQuotes(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '\n') {
            result += "\\n";
            continue;
        }
        if (c == '"' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + '"';
}

std::string formatsText(const GraphFlow& flow)
{
    std::string text;
    for (const std::string& format : flow.formats)
        text += (text.empty() ? "" : " > ") + format;
    return text;
}

} // namespace

bool GraphBox::operator==(const GraphBox& other) const
{
    const auto mark = [](const std::optional<PolicyMark>& of) {
        return of ? of->kind + of->reason.text() : std::string();
    };
    return std::tie(kind, place, name, path, className, policy, hasOwnPolicy, compute, computeThere, output,
               weights)
        == std::tie(other.kind, other.place, other.name, other.path, other.className, other.policy,
            other.hasOwnPolicy, other.compute, other.computeThere, other.output, other.weights)
        && problem.has_value() == other.problem.has_value() && mark(problem) == mark(other.problem);
}

ModelGraph modelGraph(const SessionSpec& session)
{
    const Result<ModelPlan> plan = planModel(session.model, session.policies, session.training.seed);
    if (!plan || plan->layers.empty())
        return {};
    return Builder(session, *plan).build();
}

void compareDtypes(ModelGraph& graph, const ModelGraph& other)
{
    const auto compare = [](GraphFlow& flow, const GraphFlow& there) {
        flow.formatsThere = flow.formats == there.formats ? std::vector<std::string>() : there.formats;
    };
    const auto compareBoth = [&](std::optional<GraphFlow>& flow, const std::optional<GraphFlow>& there) {
        if (flow && there)
            compare(*flow, *there);
    };
    const auto keyOf = [](const GraphBox& box) { return std::tie(box.path, box.name); };
    std::map<std::tuple<std::string, std::string>, std::size_t> boxThere;
    for (std::size_t i = 0; i < other.boxes.size(); ++i)
        boxThere.emplace(keyOf(other.boxes[i]), i);
    constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> pairs; // of each box that in the other graph
    for (GraphBox& box : graph.boxes) {
        const auto found = boxThere.find(keyOf(box));
        pairs.push_back(found == boxThere.end() ? kNone : found->second);
        if (pairs.back() == kNone)
            continue;
        const GraphBox& there = other.boxes[pairs.back()];
        box.computeThere = box.compute == there.compute ? std::string() : there.compute;
        for (GraphWeight& weight : box.weights)
            if (const auto same = std::ranges::find(there.weights, weight.name, &GraphWeight::name);
                same != there.weights.end()) {
                compare(weight.value, same->value);
                compareBoth(weight.gradient, same->gradient);
            }
    }
    std::map<std::pair<std::size_t, std::size_t>, const GraphEdge*> edgeThere;
    for (const GraphEdge& edge : other.edges)
        edgeThere.emplace(std::pair(edge.from, edge.to), &edge);
    for (GraphEdge& edge : graph.edges)
        if (const auto same = edgeThere.find({pairs[edge.from], pairs[edge.to]}); same != edgeThere.end()) {
            compare(edge.forward, same->second->forward);
            compareBoth(edge.gradient, same->second->gradient);
        }
}

ShownGraph shownGraph(const ModelGraph& graph, const std::vector<std::size_t>& opened)
{
    ShownGraph shown;
    std::vector<std::size_t> shownAs(graph.boxes.size());
    for (std::size_t box = 0; box < graph.boxes.size();) {
        ShownBox next{std::nullopt, box, 1};
        for (std::size_t f = 0; f < graph.folds.size() && !next.fold; ++f)
            if (graph.folds[f].first == box && std::find(opened.begin(), opened.end(), f) == opened.end())
                next = {f, box, graph.folds[f].count};
        for (std::size_t i = box; i < box + next.count; ++i)
            shownAs[i] = shown.boxes.size();
        shown.boxes.push_back(next);
        box += next.count;
    }
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const std::size_t from = shownAs[graph.edges[e].from];
        const std::size_t to = shownAs[graph.edges[e].to];
        if (from == to)
            continue;
        const auto [place, isNew] = known.try_emplace({from, to}, shown.edges.size());
        if (isNew)
            shown.edges.push_back({from, to, {}});
        shown.edges[place->second].edges.push_back(e);
    }
    return shown;
}

std::vector<std::size_t> withFold(
    const ModelGraph& graph, std::vector<std::size_t> opened, std::size_t fold, bool isOpen)
{
    const auto isWithin = [&](std::size_t inner, std::size_t outer) {
        const GraphFold& a = graph.folds[inner];
        const GraphFold& b = graph.folds[outer];
        return a.first >= b.first && a.first + a.count <= b.first + b.count && inner >= outer;
    };
    const auto close = [&](std::size_t outer) {
        std::erase_if(opened, [&](std::size_t other) { return isWithin(other, outer); });
    };
    if (!isOpen) {
        close(fold);
        return opened;
    }
    std::erase(opened, fold);
    opened.push_back(fold);
    for (std::size_t i = 0; i < opened.size() && shownGraph(graph, opened).boxes.size() > kMaxShownBoxes;) {
        if (isWithin(fold, opened[i]))
            ++i;
        else {
            close(opened[i]);
            i = 0;
        }
    }
    return opened;
}

std::string dotText(const ModelGraph& graph, const ShownGraph& shown, const std::string& title)
{
    std::string text = "digraph model {\n  label=" + inQuotes(title)
        + ";\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", fontsize=10];\n";
    const auto id = [](std::size_t box) { return "b" + std::to_string(box); };
    for (std::size_t i = 0; i < shown.boxes.size(); ++i) {
        const ShownBox& box = shown.boxes[i];
        std::string label;
        if (box.fold) {
            const GraphFold& fold = graph.folds[*box.fold];
            label = fold.name + (fold.name.empty() || fold.className.empty() ? "" : "\n") + fold.className
                + "\n" + std::to_string(fold.copies > 1 ? fold.copies : fold.count)
                + (fold.copies > 1 ? " alike" : " layers");
        } else {
            const GraphBox& one = graph.boxes[box.first];
            label = one.name + "\n" + one.className + "\n" + (one.policy.empty() ? one.compute : one.policy);
            for (const GraphWeight& weight : one.weights)
                label += "\n" + weight.name + ": " + formatsText(weight.value);
        }
        text += "  " + id(i) + " [label=" + inQuotes(label) + (box.fold ? ", peripheries=2" : "") + "];\n";
    }
    for (const ShownEdge& edge : shown.edges) {
        const GraphEdge& one = graph.edges[edge.edges.front()];
        text += "  " + id(edge.from) + " -> " + id(edge.to) + " [label=" + inQuotes(formatsText(one.forward))
            + "];\n";
        if (one.gradient)
            text += "  " + id(edge.to) + " -> " + id(edge.from)
                + " [label=" + inQuotes(formatsText(*one.gradient)) + ", style=dashed, constraint=false];\n";
    }
    return text + "}\n";
}

} // namespace ulpscope::ui
