// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/search_plot.h"

#include "ui/look/axis_ticks.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
#include "ui/look/plot_file.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/qcp.h"
#include "ui/search/models/search_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr double kFullShare = 100;
constexpr double kMaxShare = 200; ///< percent of the budget that the axis shows
constexpr double kMinShare = 115; ///< percent that the plot shows at least
constexpr double kAtEdge = 0.95; ///< height of what lies above, as a part of the plot's
constexpr int kReach = 30; ///< pixels from a mark at which the mouse is on it
constexpr int kTickLetters = 18; ///< room for a tick of the costs, whose label may be "1.75×10⁶"
constexpr double kSpread = 0.08; ///< free room at both sides, as a share of the range of costs

bool holds(const TriedAssignment& tried, const SearchQuestion& question)
{
    return !tried.refutedBy && tried.readings.size() == question.seeds.size();
}

} // namespace

SearchPlot::SearchPlot(QWidget* parent)
    : PointPlot(QStringLiteral("search"), tr("What was tried: cost against the budget"), parent)
{
    registerPlace(this, {.terms = "policy_search search_budget"});
    plot()->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new LinearTicker));
    plot()->xAxis->ticker()->setTickStepStrategy(QCPAxisTicker::tssMeetTickCount);
    connect(plot(), &QCustomPlot::beforeReplot, this, [this] {
        const int room = kTickLetters * QFontMetrics(plot()->xAxis->tickLabelFont()).averageCharWidth();
        plot()->xAxis->ticker()->setTickCount(std::clamp(plot()->width() / std::max(room, 1), 2, 5));
    });
    draw(plotTheme(palette()));
}

const TriedAssignment* SearchPlot::selected() const
{
    return selectedPoint() < 0 ? nullptr : &m_tried[std::size_t(selectedPoint())];
}

void SearchPlot::showSearch(
    std::shared_ptr<const SearchQuestion> question, std::vector<TriedAssignment> tried, SearchAnswer answer)
{
    if (question != m_question)
        forgetView();
    // Selects a new answer, or starts anew for another search.
    const bool isNew = question != m_question || answer.assignment != m_answer.assignment;
    const std::optional<Assignment> before
        = selected() && !isNew ? std::optional(selected()->assignment) : std::nullopt;
    m_question = std::move(question);
    m_tried = std::move(tried);
    m_answer = std::move(answer);
    std::ranges::sort(
        m_tried, {}, [](const TriedAssignment& each) { return std::tie(each.cost, each.assignment); });
    const auto wanted = [&](const TriedAssignment& each) {
        return before ? each.assignment == *before : each.assignment == m_answer.assignment;
    };
    const auto found = std::ranges::find_if(m_tried, wanted);
    select(m_tried.empty()           ? -1
            : found == m_tried.end() ? int(m_tried.size()) - 1
                                     : int(found - m_tried.begin()));
}

QImage SearchPlot::picture()
{
    return PlotFile::image(content());
}

double SearchPlot::shareOf(const TriedAssignment& tried) const
{
    return kFullShare * tried.use;
}

QPointF SearchPlot::coordinatesOf(int point) const
{
    const TriedAssignment& tried = m_tried[std::size_t(point)];
    const double share = shareOf(tried);
    return {tried.cost, share <= kMaxShare ? share : std::numeric_limits<double>::quiet_NaN()};
}

QPointF SearchPlot::placeOf(int point) const
{
    const QPointF at = coordinatesOf(point);
    const double x = plot()->xAxis->coordToPixel(at.x());
    return {
        x, std::isnan(at.y()) ? plot()->yAxis2->coordToPixel(kAtEdge) : plot()->yAxis->coordToPixel(at.y())};
}

int SearchPlot::pointAt(const QPointF& position) const
{
    return nearestPoint(position, kReach);
}

PlotContent SearchPlot::content()
{
    if (!m_question || m_tried.empty())
        return {};
    PlotContent content = contentOf(tr("What was tried: cost against the budget"));
    content.facts = {toQt(m_question->budget.text)};
    content.table = [this] {
        PlotTable table{{tr("policies"), tr("cost (%1)").arg(costTitle(m_question->cost)),
                            tr("share of the budget that is used (%)"), tr("seeds"), tr("keeps the budget")},
            {}};
        for (const TriedAssignment& tried : m_tried)
            table.rows.push_back({assignmentText(m_question->space, tried.assignment), exactText(tried.cost),
                exactText(shareOf(tried)), QString::number(tried.readings.size()),
                holds(tried, *m_question) ? tr("yes") : tr("no")});
        return table;
    };
    return content;
}

void SearchPlot::draw(const PlotTheme& theme)
{
    const QFont small = clearCanvas(theme);
    plot()->yAxis->setLabel(tr("budget used (%)"));
    plot()->yAxis2->setRange(0, 1);
    QSharedPointer<QCPAxisTickerText> edge(new QCPAxisTickerText);
    edge->addTick(kAtEdge, QStringLiteral("> %1 %").arg(kMaxShare));
    plot()->yAxis2->setTicker(edge);
    if (!m_question) {
        plot()->replot(QCustomPlot::rpQueuedReplot);
        return;
    }
    plot()->xAxis->setLabel(costTitle(m_question->cost));
    const auto marks = [this](const QCPScatterStyle& style, QCPAxis* values) {
        auto* graph = plot()->addGraph(plot()->xAxis, values);
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(style);
        return graph;
    };
    auto* predicted = plot()->addGraph();
    predicted->setPen(QPen(theme.reference, 1, Qt::DashLine));
    predicted->setScatterStyle(
        {QCPScatterStyle::ssDiamond, QPen(theme.reference, 1.2), QBrush(theme.background), 8});
    using Style = QCPScatterStyle;
    const Style broken(Style::ssCross, QPen(theme.alarm, 1.6), Qt::NoBrush, 7);
    const Style kept(Style::ssDisc, QPen(theme.candidate, 1), QBrush(theme.candidate), 8);
    const Style open(Style::ssCircle, QPen(theme.candidate, 1.2), Qt::NoBrush, 6);
    const std::array graphs{std::array{marks(broken, plot()->yAxis), marks(broken, plot()->yAxis2)},
        std::array{marks(kept, plot()->yAxis), marks(kept, plot()->yAxis2)},
        std::array{marks(open, plot()->yAxis), marks(open, plot()->yAxis2)}};
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    double most = kMinShare;
    bool hasAbove = false;
    const auto reach = [&](double cost, double share) {
        low = std::min(low, cost);
        high = std::max(high, cost);
        if (share <= kMaxShare)
            most = std::max(most, share * 1.05);
    };
    for (int i = 0; i < points(); ++i) {
        const TriedAssignment& tried = m_tried[std::size_t(i)];
        const QPointF at = coordinatesOf(i);
        const auto& pair = graphs[tried.refutedBy ? 0 : holds(tried, *m_question) ? 1 : 2];
        const bool isAbove = std::isnan(at.y());
        pair[isAbove ? 1 : 0]->addData(at.x(), isAbove ? kAtEdge : at.y());
        hasAbove = hasAbove || isAbove;
        reach(at.x(), at.y());
    }
    plot()->yAxis2->setVisible(hasAbove);
    plot()->yAxis2->setTickLabels(hasAbove);
    auto* measured = plot()->addGraph();
    measured->setPen(QPen(theme.candidate, 1.2));
    measured->setLineStyle(QCPGraph::lsStepLeft); // a budget below the next point's buys no less error
    for (const FrontPoint& point : m_answer.front)
        if (point.isMeasured)
            measured->addData(point.cost, kFullShare * point.verdict.use);
    for (const FrontPoint& point : m_answer.front)
        if (const double share = kFullShare * point.predictedUse; point.isPredicted && share <= kMaxShare) {
            predicted->addData(point.predictedCost, share);
            reach(point.predictedCost, share);
        }
    if (low > high) {
        low = 0;
        high = 1;
    }
    const double free = std::max((high - low) * kSpread, high * 1e-3);
    if (zoom().fitsAlong())
        plot()->xAxis->setRange(low - free, high + free);
    if (zoom().fitsValues())
        plot()->yAxis->setRange(-4, most);
    auto* limit = plot()->addGraph();
    limit->setPen(QPen(theme.limit, 1.4, Qt::DotLine));
    limit->addData(low - free, kFullShare);
    limit->addData(high + free, kFullShare);
    const auto ring = [&](int point, double size, const QColor& color) {
        const QPointF at = coordinatesOf(point);
        const bool isAbove = std::isnan(at.y());
        marks(
            {Style::ssCircle, QPen(color, 1.6), Qt::NoBrush, size}, isAbove ? plot()->yAxis2 : plot()->yAxis)
            ->addData(at.x(), isAbove ? kAtEdge : at.y());
    };
    if (selectedPoint() >= 0)
        ring(selectedPoint(), 15, theme.foreground);
    const auto answer = std::ranges::find(m_tried, m_answer.assignment,
        [](const TriedAssignment& each) { return std::optional(each.assignment); });
    if (m_answer.assignment && answer != m_tried.end())
        writeLabels({{int(answer - m_tried.begin()), tr("answer")}}, theme, small);
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace ulpscope::ui
