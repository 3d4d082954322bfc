// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/picture_drawing.h"

#include "app/judge/runs/severity.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/picture/picture_ink.h"
#include "ui/tree/models/layer_nodes.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kNarrowBox = 66;
constexpr double kWideBox = 132;
constexpr double kTightBox = 84; ///< where that saves a row
constexpr double kAroundMark = 15; ///< of a flow: its arrow, and a cross
constexpr double kAroundRing = PictureInk::kRing + 3; ///< from a line to the text beside it
constexpr double kReach = 5; ///< pixels around a line that belong to it
constexpr double kNamed = 7.4; ///< lines that a name is wide before it is cut
constexpr double kLostRoom = 8.5; ///< lines that a pill is wide at least

QString formatsText(const std::vector<std::string>& formats)
{
    QStringList names;
    for (const std::string& format : formats)
        names += toQt(format);
    return names.join(QStringLiteral(" → "));
}

/// The flow with the most casts stands for those that are drawn as one.
void takeFormats(PictureFlow& flow, const GraphFlow& one)
{
    if (flow.formats.size() < one.formats.size())
        flow.formats = one.formats;
    if (flow.formatsThere.empty())
        flow.formatsThere = one.formatsThere;
}

void addLayerTensors(std::vector<LayerTensor>& tensors, const LayerTensor& tensor)
{
    if (!tensor.path.empty() && std::find(tensors.begin(), tensors.end(), tensor) == tensors.end())
        tensors.push_back(tensor);
}

QString signedText(double points)
{
    return (points > 0          ? QStringLiteral("+")
                   : points < 0 ? QStringLiteral("−")
                                : QString())
        + numberText(std::abs(points), 2);
}

} // namespace

PictureDrawing::PictureDrawing(PictureContent content, const QFont& font, double width)
    : m_content(std::move(content))
    , m_shown(shownGraph(m_content.graph, m_content.opened))
    , m_font(font)
    , m_bold(ulpscope::ui::boldFont(font))
{
    m_line = std::ceil(QFontMetricsF(m_font).height());
    m_boxHeight = 3 * m_line + 2 * kPadding - 2;
    for (const ShownBox& box : m_shown.boxes)
        m_looks.push_back(lookOf(box));
    measure(width);
    placeFlows();
    order();
    takeLosses();
}

void PictureDrawing::setLosses(GraphLosses losses, std::optional<GraphLosses> ghost)
{
    m_content.losses = std::move(losses);
    m_content.ghost = std::move(ghost);
    takeLosses();
}

void PictureDrawing::takeLosses()
{
    for (PictureFlow& flow : m_flows) {
        flow.loss = worst(flow.tensors, m_content.losses);
        flow.before = m_content.ghost ? worst(flow.tensors, *m_content.ghost).share() : std::nullopt;
    }
}

PictureLook PictureDrawing::lookOf(const ShownBox& box) const
{
    const auto& boxes = m_content.graph.boxes;
    PictureLook look;
    const GraphBox& first = boxes[box.first];
    look.dtype = first.compute;
    look.policy = toQt(first.policy);
    for (std::size_t i = box.first; i < box.first + box.count; ++i) {
        const GraphBox& one = boxes[i];
        look.isBold = look.isBold || one.hasOwnPolicy;
        if (look.dtypeThere.empty())
            look.dtypeThere = one.computeThere;
        if (one.kind != GraphBox::Kind::Operation && one.compute != look.dtype)
            look.dtype.clear();
        if (one.hasPolicy() && toQt(one.policy) != look.policy)
            look.policy = look.policy.isEmpty() ? toQt(one.policy) : tr("several");
        if (one.problem && (!look.problem || one.problem->severity > *look.problem))
            look.problem = one.problem->severity;
    }
    if (!box.fold) {
        look.name = first.kind == GraphBox::Kind::Loss ? tr("loss") : toQt(first.name);
        look.detail = toQt(first.className);
        look.hasPolicy = first.hasPolicy();
        return look;
    }
    const GraphFold& fold = m_content.graph.folds[*box.fold];
    look.hasPolicy = fold.place.has_value();
    switch (fold.kind) {
    case GraphFold::Kind::Composite:
        look.name = toQt(fold.name);
        look.detail = toQt(fold.className);
        break;
    case GraphFold::Kind::Blocks:
        look.name = tr("%1 ×").arg(countText(std::int64_t(fold.copies))) + QLatin1Char(' ')
            + (fold.className.empty() ? tr("block") : toQt(fold.className));
        look.detail = forCount(std::int64_t(fold.count), tr("1 layer"),
            tr("%1 layers").arg(countText(std::int64_t(fold.count))));
        break;
    case GraphFold::Kind::Block:
        look.name = tr("block %1").arg(toQt(fold.name));
        look.detail = forCount(std::int64_t(fold.count), tr("1 layer"),
            tr("%1 layers").arg(countText(std::int64_t(fold.count))));
        break;
    case GraphFold::Kind::Neighbours:
        look.name = tr("layers");
        look.detail = toQt(fold.name).replace(QLatin1Char('-'), QStringLiteral(" – "));
        break;
    }
    return look;
}

void PictureDrawing::measure(double width)
{
    const QFontMetricsF plain(m_font);
    const QFontMetricsF bold(m_bold);
    LayoutSpacing spacing;
    spacing.straight = markWidth({"float32"}) + kAroundMark;
    spacing.gap = spacing.straight + 8;
    m_gap = spacing.gap;
    spacing.largestGap = spacing.gap + 8 * m_line;
    spacing.lane = 2 * m_line + 12;
    spacing.between = m_line;
    spacing.betweenRows = 6;
    std::vector<LayoutEdge> edges;
    std::vector<int> in(m_shown.boxes.size(), 0);
    std::vector<int> out(m_shown.boxes.size(), 0);
    for (const ShownEdge& edge : m_shown.edges) {
        double marks = 0;
        for (const std::size_t i : edge.edges) {
            const GraphEdge& one = m_content.graph.edges[i];
            marks = std::max(marks, markWidth(one.forward.formats));
            if (one.gradient)
                marks = std::max(marks, markWidth(one.gradient->formats));
        }
        edges.push_back({edge.from, edge.to, marks + kAroundMark});
        ++out[edge.from];
        ++in[edge.to];
    }
    const auto boxesWithin = [&](double widest, double named) {
        std::vector<LayoutBox> boxes;
        for (std::size_t i = 0; i < m_shown.boxes.size(); ++i) {
            const PictureLook& look = m_looks[i];
            const double needs
                = std::max({bold.horizontalAdvance(look.name), plain.horizontalAdvance(look.detail),
                      markWidth({look.dtype}) + 4 + plain.horizontalAdvance(briefPolicyName(look.policy))})
                + 2 * kPadding + (look.problem ? m_line : 0);
            const ShownBox& box = m_shown.boxes[i];
            LayoutBox place;
            const double name
                = bold.horizontalAdvance(look.name) + 2 * kPadding + (look.problem ? m_line : 0);
            place.width = std::clamp(
                needs, kNarrowBox, std::max({widest, 5.4 * m_line, std::min(name, named * m_line)}));
            const double height = std::max(m_boxHeight, std::max(in[i], out[i]) * spacing.lane);
            bool hasWeights = false;
            for (std::size_t k = box.first; k < box.first + box.count; ++k)
                hasWeights = hasWeights || !m_content.graph.boxes[k].weights.empty();
            place.height = height + (hasWeights ? 2.2 * m_line + 8 : 0);
            place.port = height / 2;
            boxes.push_back(place);
        }
        return boxes;
    };
    m_places = layoutGraph(boxesWithin(kWideBox, kNamed), edges, spacing, width);
    // Classes are cut where that saves a row, then names, and no more than that.
    for (const double named : {kNamed, 0.0})
        for (double widest = kWideBox - 8; m_places.rows > 1 && widest >= kTightBox; widest -= 8) {
            GraphPlaces tight = layoutGraph(boxesWithin(widest, named), edges, spacing, width);
            if (tight.rows < m_places.rows)
                m_places = std::move(tight);
        }
    // Above all is what the lines mean, below forward and gradient of the highest edge what they lose.
    const double top = m_line + 4;
    for (QRectF& box : m_places.boxes)
        box.translate(0, top);
    for (std::vector<QPointF>& way : m_places.edges)
        for (QPointF& point : way)
            point.ry() += top;
    m_places.size.rheight() += top;
}

QRectF PictureDrawing::boxPart(std::size_t box) const
{
    QRectF place = m_places.boxes[box];
    if (const QRectF well = wellOf(box); !well.isNull())
        place.setBottom(well.top() - m_line - 4);
    return place;
}

QRectF PictureDrawing::wellOf(std::size_t box) const
{
    const ShownBox& shown = m_shown.boxes[box];
    for (std::size_t i = shown.first; i < shown.first + shown.count; ++i)
        if (!m_content.graph.boxes[i].weights.empty()) {
            const QRectF& place = m_places.boxes[box];
            const double height = 1.2 * m_line + 4;
            // "100 % lost" has room, and the neighbour's well keeps its own.
            const double wider = std::clamp(kLostRoom * m_line - place.width(), 0.0, m_gap - kPadding) / 2;
            return {place.left() - wider, place.bottom() - height, place.width() + 2 * wider, height};
        }
    return {};
}

QRectF PictureDrawing::markOf(std::size_t box) const
{
    const QRectF place = boxPart(box);
    return {place.left() + kPadding, place.top() + kPadding - 1 + 2 * m_line,
        std::min(markWidth({m_looks[box].dtype}), place.width() - 2 * kPadding), m_line};
}

void PictureDrawing::placeFlows()
{
    const ModelGraph& graph = m_content.graph;
    const double apart = m_line / 2 + 2;
    for (std::size_t e = 0; e < m_shown.edges.size(); ++e) {
        const ShownEdge& edge = m_shown.edges[e];
        const std::vector<QPointF>& way = m_places.edges[e];
        PictureFlow forward;
        forward.item = {PictureItem::Kind::Forward, e};
        forward.way = besideWay(way, -apart);
        PictureFlow gradient;
        gradient.item = {PictureItem::Kind::Gradient, e};
        gradient.way = besideWay(way, apart);
        for (const std::size_t i : edge.edges) {
            const GraphEdge& one = graph.edges[i];
            takeFormats(forward, one.forward);
            addLayerTensors(forward.tensors, one.forward.tensor);
            if (!one.gradient)
                continue;
            takeFormats(gradient, *one.gradient);
            addLayerTensors(gradient.tensors, one.gradient->tensor);
        }
        const auto place = [&](PictureFlow& flow, bool isAbove) {
            const QPointF end = flow.way.back();
            const double width = markWidth(flow.formats);
            flow.mark = {end.x() - 9 - width, end.y() - m_line / 2, width, m_line};
            const double wide = std::max(width, 4 * m_line);
            flow.number = {flow.mark.right() - wide, isAbove ? flow.mark.top() - m_line : flow.mark.bottom(),
                wide, m_line};
            m_flows.push_back(flow);
        };
        place(forward, true);
        if (!gradient.formats.empty())
            place(gradient, false);
    }
    for (std::size_t b = 0; b < m_shown.boxes.size(); ++b) {
        const QRectF well = wellOf(b);
        if (well.isNull())
            continue;
        const ShownBox& box = m_shown.boxes[b];
        PictureFlow weights;
        weights.item = {PictureItem::Kind::Weights, b};
        PictureFlow gradient;
        gradient.item = {PictureItem::Kind::WeightGradient, b};
        for (std::size_t i = box.first; i < box.first + box.count; ++i)
            for (const GraphWeight& weight : graph.boxes[i].weights) {
                takeFormats(weights, weight.value);
                addLayerTensors(weights.tensors, weight.value.tensor);
                if (weight.gradient) {
                    takeFormats(gradient, *weight.gradient);
                    addLayerTensors(gradient.tensors, weight.gradient->tensor);
                }
            }
        const QRectF part = boxPart(b);
        const double left = part.left() + std::min(part.width() / 4, 1.6 * m_line);
        const double right = left + std::min(part.width() / 4, 1.2 * m_line);
        weights.way = {{left, well.top()}, {left, part.bottom()}};
        weights.mark = well;
        gradient.way = {{right, part.bottom()}, {right, well.top()}};
        const double number = right + kAroundRing;
        gradient.number = {number, part.bottom() + 2, part.right() - number, m_line};
        m_flows.push_back(weights);
        if (!gradient.tensors.empty())
            m_flows.push_back(gradient);
    }
}

void PictureDrawing::order()
{
    struct Sorted
    {
        std::size_t column;
        double y;
        PictureItem item;
    };
    std::vector<Sorted> places;
    for (std::size_t box = 0; box < m_shown.boxes.size(); ++box)
        places.push_back(
            {2 * m_places.ranks[box] + 1, boxPart(box).center().y(), {PictureItem::Kind::Box, box}});
    for (const PictureFlow& flow : m_flows) {
        const bool isWeight = flow.item.kind == PictureItem::Kind::Weights
            || flow.item.kind == PictureItem::Kind::WeightGradient;
        if (isWeight) // side by side below the box: the weights first
            places.push_back({2 * m_places.ranks[flow.item.index] + 1,
                flow.mark.isNull() ? wellOf(flow.item.index).center().y() + 1
                                   : wellOf(flow.item.index).center().y(),
                flow.item});
        else
            places.push_back(
                {2 * m_places.ranks[m_shown.edges[flow.item.index].to], flow.mark.center().y(), flow.item});
    }
    std::stable_sort(places.begin(), places.end(), [](const Sorted& a, const Sorted& b) {
        return a.column != b.column ? a.column < b.column : a.y < b.y;
    });
    for (const Sorted& place : places)
        m_items.push_back(place.item);
}

const PictureFlow* PictureDrawing::flowOf(const PictureItem& item) const
{
    const auto found = std::find_if(
        m_flows.begin(), m_flows.end(), [&](const PictureFlow& flow) { return flow.item == item; });
    return found == m_flows.end() ? nullptr : &*found;
}

PictureItem PictureDrawing::itemAt(const QPointF& place) const
{
    for (std::size_t box = 0; box < m_shown.boxes.size(); ++box)
        if (boxPart(box).contains(place))
            return {PictureItem::Kind::Box, box};
    for (const PictureFlow& flow : m_flows)
        if (flow.mark.contains(place))
            return flow.item;
    const PictureFlow* nearest = nullptr;
    double distance = kReach;
    for (const PictureFlow& flow : m_flows)
        if (const double apart = distanceTo(flow.way, place); apart < distance) {
            nearest = &flow;
            distance = apart;
        }
    if (nearest)
        return nearest->item;
    for (const PictureFlow& flow : m_flows)
        if (!flowText(flow, false).isEmpty() && flow.number.contains(place))
            return flow.item;
    return {};
}

QRectF PictureDrawing::rectOf(const PictureItem& item) const
{
    if (item.kind == PictureItem::Kind::Box)
        return item.index < m_shown.boxes.size() ? boxPart(item.index) : QRectF();
    const PictureFlow* flow = flowOf(item);
    if (!flow)
        return {};
    if (!flow->mark.isNull())
        return flow->mark;
    return QRectF(flow->way.front(), flow->way.back()).normalized().adjusted(-kReach, 0, kReach, 0);
}

PictureItem PictureDrawing::beside(const PictureItem& item, Qt::Key key) const
{
    if (m_items.empty())
        return {};
    const auto found = std::find(m_items.begin(), m_items.end(), item);
    if (found == m_items.end())
        return m_items.front();
    const bool isFlow = item.kind == PictureItem::Kind::Forward || item.kind == PictureItem::Kind::Gradient;
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        if (isFlow) {
            const ShownEdge& edge = m_shown.edges[item.index];
            return {PictureItem::Kind::Box, key == Qt::Key_Right ? edge.to : edge.from};
        }
        for (const PictureItem& other : m_items) {
            if (other.kind != PictureItem::Kind::Forward)
                continue;
            const ShownEdge& edge = m_shown.edges[other.index];
            if ((key == Qt::Key_Right ? edge.from : edge.to) == item.index)
                return other;
        }
        return item;
    }
    const auto column = [&](const PictureItem& one) {
        return one.kind == PictureItem::Kind::Forward || one.kind == PictureItem::Kind::Gradient
            ? 2 * m_places.ranks[m_shown.edges[one.index].to]
            : 2 * m_places.ranks[one.index] + 1;
    };
    if (key == Qt::Key_Up && found != m_items.begin() && column(*(found - 1)) == column(item))
        return *(found - 1);
    if (key == Qt::Key_Down && found + 1 != m_items.end() && column(*(found + 1)) == column(item))
        return *(found + 1);
    return item;
}

TensorLoss PictureDrawing::worst(const std::vector<LayerTensor>& tensors, const GraphLosses& losses) const
{
    TensorLoss worst;
    for (const LayerTensor& tensor : tensors) {
        TensorLoss loss = losses.of(tensor);
        if (tensor.role == TensorRole::Weight)
            loss.lostPercent = losses.of({tensor.path, TensorRole::Update}).lostPercent;
        const bool isWorse = std::make_tuple(loss.isBirthplace, loss.isNonFinite, loss.share().value_or(-1))
            > std::make_tuple(worst.isBirthplace, worst.isNonFinite, worst.share().value_or(-1));
        if (&tensor == &tensors.front() || isWorse)
            worst = loss;
    }
    return worst;
}

std::optional<LayerTensor> PictureDrawing::worstTensor(const std::vector<LayerTensor>& tensors) const
{
    if (tensors.empty())
        return std::nullopt;
    std::size_t best = 0;
    double most = -1;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const TensorLoss loss = worst({tensors[i]}, m_content.losses);
        const double weight
            = loss.share().value_or(0) + (loss.isNonFinite ? 1000 : 0) + (loss.isBirthplace ? 10000 : 0);
        if (weight > most) {
            most = weight;
            best = i;
        }
    }
    return tensors[best];
}

std::optional<double> PictureDrawing::shownShare(const PictureFlow& flow) const
{
    const std::optional<double> share = flow.loss.share();
    if (!m_content.ghost || !share)
        return share;
    return flow.before ? std::optional(*share - *flow.before) : std::nullopt;
}

QString PictureDrawing::flowText(const PictureFlow& flow, bool isLong) const
{
    const TensorLoss& loss = flow.loss;
    const std::optional<double> value = shownShare(flow);
    QStringList parts;
    if (loss.isBirthplace) // elsewhere the cross says enough
        parts += loss.isNan ? tr("NaN") : tr("Inf");
    if (value && m_content.ghost) {
        if (std::abs(*value) >= kTellFrom)
            parts += isLong ? tr("%1 points against the other run").arg(signedText(*value))
                            : signedText(*value);
    } else if (value && *value >= kTellFrom) {
        parts += isLong ? percentText(*value) : shortPercent(*value);
    }
    return parts.join(QLatin1Char(' '));
}

std::optional<LayerTensor> PictureDrawing::tensorOf(const PictureItem& item) const
{
    if (item.kind == PictureItem::Kind::Box) {
        const ShownBox& box = m_shown.boxes[item.index];
        const std::string& path = m_content.graph.boxes[box.first + box.count - 1].path;
        return path.empty() ? std::nullopt : std::optional(LayerTensor{path, TensorRole::Output});
    }
    const PictureFlow* flow = flowOf(item);
    return flow ? worstTensor(flow->tensors) : std::nullopt;
}

PictureItem PictureDrawing::itemOf(const LayerTensor& tensor) const
{
    LayerTensor known = tensor;
    if (tensor.role == TensorRole::Update)
        known.role = TensorRole::Weight;
    if (tensor.role != TensorRole::Output)
        for (const PictureFlow& flow : m_flows)
            if (std::find(flow.tensors.begin(), flow.tensors.end(), known) != flow.tensors.end())
                return flow.item;
    std::optional<std::size_t> best;
    std::size_t longest = 0;
    for (std::size_t b = 0; b < m_shown.boxes.size(); ++b) {
        const ShownBox& box = m_shown.boxes[b];
        const auto isIn = [&](const std::string& path) {
            return !path.empty() && path.size() >= longest
                && (tensor.path == path || tensor.path.starts_with(path + '/'));
        };
        const auto take = [&](const std::string& path) {
            if (isIn(path)) {
                best = b;
                longest = path.size();
            }
        };
        for (std::size_t i = box.first; i < box.first + box.count; ++i)
            take(m_content.graph.boxes[i].path);
        if (box.fold)
            take(m_content.graph.folds[*box.fold].path);
    }
    if (!best)
        return {};
    return {PictureItem::Kind::Box, *best};
}

std::optional<LayerPlace> PictureDrawing::policyPlaceOf(const PictureItem& item) const
{
    if (item.kind != PictureItem::Kind::Box || !m_looks[item.index].hasPolicy)
        return std::nullopt;
    const ShownBox& box = m_shown.boxes[item.index];
    return box.fold ? m_content.graph.folds[*box.fold].place : m_content.graph.boxes[box.first].place;
}

std::string PictureDrawing::layerOf(const PictureItem& item) const
{
    switch (item.kind) {
    case PictureItem::Kind::None:
        return {};
    case PictureItem::Kind::Box:
    case PictureItem::Kind::Weights:
    case PictureItem::Kind::WeightGradient: {
        const ShownBox& box = m_shown.boxes[item.index];
        return box.fold ? m_content.graph.folds[*box.fold].path : m_content.graph.boxes[box.first].path;
    }
    case PictureItem::Kind::Forward:
    case PictureItem::Kind::Gradient:
        return layerOf({PictureItem::Kind::Box, m_shown.edges[item.index].from});
    }
    return {};
}

std::optional<std::size_t> PictureDrawing::foldOf(const PictureItem& item) const
{
    return item.kind == PictureItem::Kind::Box ? m_shown.boxes[item.index].fold : std::nullopt;
}

QString PictureDrawing::nameOf(const PictureItem& item) const
{
    switch (item.kind) {
    case PictureItem::Kind::None:
        return {};
    case PictureItem::Kind::Box:
        return m_looks[item.index].name;
    case PictureItem::Kind::Forward:
        return tr("%1 to %2")
            .arg(m_looks[m_shown.edges[item.index].from].name, m_looks[m_shown.edges[item.index].to].name);
    case PictureItem::Kind::Gradient:
        return tr("gradient of %1 to %2")
            .arg(m_looks[m_shown.edges[item.index].to].name, m_looks[m_shown.edges[item.index].from].name);
    case PictureItem::Kind::Weights:
        return tr("weights of %1").arg(m_looks[item.index].name);
    case PictureItem::Kind::WeightGradient:
        return tr("weight gradient of %1").arg(m_looks[item.index].name);
    }
    return {};
}

QString PictureDrawing::tip(const PictureItem& item) const
{
    QStringList lines{nameOf(item)};
    if (item.kind == PictureItem::Kind::None)
        return {};
    if (item.kind == PictureItem::Kind::Box) {
        const ShownBox& box = m_shown.boxes[item.index];
        const PictureLook& look = m_looks[item.index];
        lines.first() += QStringLiteral(" (%1)").arg(look.detail);
        if (!look.policy.isEmpty())
            lines += tr("policy %1").arg(look.policy);
        if (!look.dtype.empty())
            lines += tr("computes in %1").arg(toQt(look.dtype));
        if (!look.dtypeThere.empty())
            lines += tr("in the other run %1").arg(toQt(look.dtypeThere));
        for (std::size_t i = box.first; i < box.first + box.count; ++i)
            if (const auto& problem = m_content.graph.boxes[i].problem) {
                lines += toQt(problem->reason.text());
                break;
            }
        if (hidesBirthplace(item.index))
            lines += birthplaceText(*m_content.losses.run()->totals().gravest());
        if (box.fold)
            lines += tr("Folded: Return or a click opens it.");
        else if (m_content.graph.boxes[box.first].kind == GraphBox::Kind::Loss
            && m_content.losses.lossScale())
            lines += tr("loss scale %1").arg(scaleText(*m_content.losses.lossScale()));
    }
    const PictureFlow* flow = flowOf(item);
    if (flow) {
        lines += flow->formats.size() > 1 ? tr("cast: %1").arg(formatsText(flow->formats))
                                          : formatsText(flow->formats);
        if (!flow->formatsThere.empty())
            lines += tr("in the other run %1").arg(formatsText(flow->formatsThere));
        if (flow->tensors.size() > 1)
            lines += tr("the worst of %1 tensors: %2")
                         .arg(flow->tensors.size())
                         .arg(layerText(worstTensor(flow->tensors)->path));
    }
    std::vector<LayerTensor> tensors;
    if (flow)
        tensors = flow->tensors;
    else if (const auto output = tensorOf(item))
        tensors = {*output};
    if (tensors.empty() || !m_content.losses.run())
        return lines.join(QLatin1Char('\n'));
    const TensorLoss loss = flow ? flow->loss : worst(tensors, m_content.losses);
    if (!loss.step)
        return lines.join(QLatin1Char('\n'));
    if (loss.flushedPercent)
        lines += tr("flushed: %1").arg(percentText(*loss.flushedPercent));
    if (loss.lostPercent)
        lines += tr("updates lost: %1").arg(percentText(*loss.lostPercent));
    if (m_content.ghost)
        if (const QString text = flow ? flowText(*flow, true) : QString(); !text.isEmpty())
            lines += text;
    if (loss.isNonFinite)
        lines += loss.isNan ? tr("has NaN") : tr("has infinity");
    else if (loss.sawNonFinite)
        lines += loss.isNan ? tr("had NaN in an earlier step") : tr("had infinity in an earlier step");
    if (loss.isBirthplace)
        lines += birthplaceText(*m_content.losses.run()->totals().gravest());
    if (loss.overflows > 0)
        lines += tr("overflows: %1").arg(countText(std::int64_t(loss.overflows)));
    if (loss.underflows > 0)
        lines += tr("underflows: %1").arg(countText(std::int64_t(loss.underflows)));
    if (loss.amax)
        lines += tr("amax %1").arg(numberText(*loss.amax));
    if (loss.error)
        lines += tr("error %1").arg(numberText(*loss.error));
    lines += m_content.losses.isOfStep()
        ? tr("At step %1").arg(countText(*loss.step))
        : tr("Shares over the run; the rest at step %1").arg(countText(*loss.step));
    return lines.join(QLatin1Char('\n'));
}

QString PictureDrawing::summary() const
{
    const PictureFlow* worstFlow = nullptr;
    double most = kTellFrom;
    for (const PictureFlow& flow : m_flows)
        if (const double share = flow.loss.share().value_or(0); share >= most) {
            most = share;
            worstFlow = &flow;
        }
    const QString boxes
        = forCount(std::int64_t(m_shown.boxes.size()), tr("1 box"), tr("%1 boxes").arg(m_shown.boxes.size()));
    if (!worstFlow)
        return boxes;
    return tr("%1; the most is lost at %2: %3").arg(boxes, nameOf(worstFlow->item), percentText(most));
}

bool PictureDrawing::hidesBirthplace(std::size_t box) const
{
    const std::string layer = m_content.losses.birthLayer();
    const bool isSeen = std::any_of(
        m_flows.begin(), m_flows.end(), [](const PictureFlow& flow) { return flow.loss.isBirthplace; });
    const ShownBox& shownBox = m_shown.boxes[box];
    const auto first = m_content.graph.boxes.begin() + std::ptrdiff_t(shownBox.first);
    return !layer.empty() && !isSeen
        && std::any_of(first, first + std::ptrdiff_t(shownBox.count),
            [&](const GraphBox& one) { return one.path == layer; });
}

} // namespace ulpscope::ui
