// SPDX-License-Identifier: GPL-3.0-or-later
// Places of the picture's boxes: none covers another, edges go forward and round boxes, all is within the size, at any width, the same
// each time, and fast.
#include "ui/picture/models/graph_layout.h"

#include <QElapsedTimer>
#include <QTest>

#include <random>

using namespace ulpscope::ui;

namespace {

struct Graph
{
    std::vector<LayoutBox> boxes;
    std::vector<LayoutEdge> edges;
};

Graph chain(std::size_t count)
{
    Graph graph;
    for (std::size_t i = 0; i < count; ++i) {
        graph.boxes.push_back({80, 90, 30});
        if (i > 0)
            graph.edges.push_back({i - 1, i});
    }
    return graph;
}

/// A sum after every third box, as in residual networks.
Graph residual(std::size_t count)
{
    Graph graph = chain(count);
    for (std::size_t i = 3; i < count; i += 3) {
        graph.boxes[i] = {80, 120, 50};
        graph.edges.push_back({i - 3, i});
    }
    return graph;
}

Graph random(unsigned seed)
{
    std::mt19937 draw(seed);
    const auto upTo = [&](std::size_t most) { return std::size_t(draw() % (most + 1)); };
    Graph graph;
    const std::size_t count = 1 + upTo(30);
    for (std::size_t i = 0; i < count; ++i) {
        const double height = 40 + double(upTo(80));
        graph.boxes.push_back({40 + double(upTo(80)), height, height / 2});
        const std::size_t inputs = i == 0 ? 0 : 1 + upTo(2);
        for (std::size_t k = 0; k < inputs; ++k) {
            const std::size_t from = upTo(1) ? i - 1 : upTo(i - 1);
            const bool isKnown = std::any_of(graph.edges.begin(), graph.edges.end(),
                [&](const LayoutEdge& edge) { return edge.from == from && edge.to == i; });
            if (!isKnown)
                graph.edges.push_back({from, i});
        }
    }
    return graph;
}

/// Whether the line has a point inside.
bool crosses(const QPointF& a, const QPointF& b, const QRectF& box)
{
    const QRectF inside = box.adjusted(0.5, 0.5, -0.5, -0.5);
    double from = 0;
    double to = 1;
    const auto clip = [&](double start, double along, double low, double high) {
        if (along == 0)
            return start > low && start < high;
        const double t1 = (low - start) / along;
        const double t2 = (high - start) / along;
        from = std::max(from, std::min(t1, t2));
        to = std::min(to, std::max(t1, t2));
        return from < to;
    };
    return clip(a.x(), b.x() - a.x(), inside.left(), inside.right())
        && clip(a.y(), b.y() - a.y(), inside.top(), inside.bottom());
}

QString troubleIn(const Graph& graph, const GraphPlaces& places)
{
    const QRectF all(QPointF(), places.size);
    for (std::size_t a = 0; a < places.boxes.size(); ++a) {
        if (!all.contains(places.boxes[a]))
            return QStringLiteral("box %1 is outside").arg(a);
        if (places.boxes[a].width() != graph.boxes[a].width
            || places.boxes[a].height() != graph.boxes[a].height)
            return QStringLiteral("box %1 has another size").arg(a);
        for (std::size_t b = 0; b < a; ++b)
            if (places.boxes[a].intersects(places.boxes[b]))
                return QStringLiteral("boxes %1 and %2 overlap").arg(a).arg(b);
    }
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const LayoutEdge& edge = graph.edges[e];
        const std::vector<QPointF>& way = places.edges[e];
        if (places.ranks[edge.from] >= places.ranks[edge.to])
            return QStringLiteral("edge %1 goes back").arg(e);
        if (way.front().x() != places.boxes[edge.from].right()
            || way.back().x() != places.boxes[edge.to].left())
            return QStringLiteral("edge %1 leaves or arrives at the wrong side").arg(e);
        if (way.back().x() <= way[way.size() - 2].x() || way.back().y() != way[way.size() - 2].y())
            return QStringLiteral("edge %1 does not arrive level from the left").arg(e);
        for (std::size_t i = 1; i < way.size(); ++i) {
            if (!all.contains(way[i]))
                return QStringLiteral("edge %1 is outside").arg(e);
            for (std::size_t box = 0; box < places.boxes.size(); ++box)
                if (crosses(way[i - 1], way[i], places.boxes[box]))
                    return QStringLiteral("edge %1 crosses box %2").arg(e).arg(box);
        }
    }
    return {};
}

} // namespace

class TestGraphLayout : public QObject
{
    Q_OBJECT
private slots:
    void placesKeepTheirPromises_data();
    void placesKeepTheirPromises();
    void aChainIsOneLineWhereThereIsRoom();
    void aLongChainTurnsIntoRowsOfAboutTheSameWidth();
    void theSameGraphHasTheSamePlaces();
    void branchesLieAboveEachOther();
    void aThousandLayersTakeAMoment();
    void aWayBesideAnotherKeepsItsDistance();
};

void TestGraphLayout::placesKeepTheirPromises_data()
{
    QTest::addColumn<Graph>("graph");
    QTest::newRow("one box") << chain(1);
    QTest::newRow("a chain") << chain(12);
    QTest::newRow("a residual network") << residual(40);
    for (unsigned seed = 1; seed <= 60; ++seed)
        QTest::addRow("random %u", seed) << random(seed);
}

void TestGraphLayout::placesKeepTheirPromises()
{
    QFETCH(Graph, graph);
    for (const double width : {200.0, 700.0, 1000.0, 1e6}) {
        const GraphPlaces places = layoutGraph(graph.boxes, graph.edges, {}, width);
        const QString trouble = troubleIn(graph, places);
        QVERIFY2(trouble.isEmpty(), qPrintable(trouble + QStringLiteral(" at width %1").arg(width)));
    }
}

void TestGraphLayout::aChainIsOneLineWhereThereIsRoom()
{
    const Graph graph = chain(5);
    const GraphPlaces places = layoutGraph(graph.boxes, graph.edges, {}, 800);
    QCOMPARE(places.rows, std::size_t(1));
    QVERIFY(places.size.width() <= 800);
    for (const std::vector<QPointF>& way : places.edges)
        QCOMPARE(way.size(), std::size_t(2));
    QCOMPARE(layoutGraph(graph.boxes, graph.edges, {}, 600).rows, std::size_t(2));
}

void TestGraphLayout::aLongChainTurnsIntoRowsOfAboutTheSameWidth()
{
    const Graph graph = chain(12);
    const GraphPlaces places = layoutGraph(graph.boxes, graph.edges, {}, 1000);
    QCOMPARE(places.rows, std::size_t(3));
    QVERIFY(places.size.width() <= 1000);
    std::map<double, int> perRow;
    for (const QRectF& box : places.boxes)
        ++perRow[box.top()];
    for (const auto& [top, count] : perRow)
        QCOMPARE(count, 4);
}

void TestGraphLayout::theSameGraphHasTheSamePlaces()
{
    const Graph graph = random(7);
    const GraphPlaces once = layoutGraph(graph.boxes, graph.edges, {}, 700);
    const GraphPlaces twice = layoutGraph(graph.boxes, graph.edges, {}, 700);
    QVERIFY(once.boxes == twice.boxes);
    QVERIFY(once.edges == twice.edges);
}

void TestGraphLayout::branchesLieAboveEachOther()
{
    Graph graph = chain(1);
    for (std::size_t i = 1; i <= 3; ++i) {
        graph.boxes.push_back({80, 60, 30});
        graph.edges.push_back({0, i});
    }
    graph.boxes.push_back({80, 120, 60});
    for (std::size_t i = 1; i <= 3; ++i)
        graph.edges.push_back({i, 4});
    const GraphPlaces places = layoutGraph(graph.boxes, graph.edges, {}, 800);
    QVERIFY2(troubleIn(graph, places).isEmpty(), qPrintable(troubleIn(graph, places)));
    QCOMPARE(places.boxes[1].left(), places.boxes[3].left());
    QVERIFY(places.boxes[1].bottom() < places.boxes[2].top());
    QVERIFY(places.boxes[2].bottom() < places.boxes[3].top());
    // The middle branch is level with what it comes from and leads to.
    QCOMPARE(places.boxes[2].top() + 30, places.boxes[0].top() + 30);
    QCOMPARE(places.boxes[2].top() + 30, places.boxes[4].top() + 60);
}

void TestGraphLayout::aThousandLayersTakeAMoment()
{
    for (const Graph& graph : {chain(1000), residual(1000)}) {
        std::vector<qint64> took;
        for (int i = 0; i < 5; ++i) {
            QElapsedTimer watch;
            watch.start();
            const GraphPlaces places = layoutGraph(graph.boxes, graph.edges, {}, 1000);
            took.push_back(watch.nsecsElapsed());
            QCOMPARE(places.boxes.size(), std::size_t(1000));
        }
        std::sort(took.begin(), took.end());
        qInfo("%.2f ms", double(took.front()) / 1e6);
        QVERIFY2(took.front() < 20'000'000, qPrintable(QString::number(took.front()))); // of a release build
    }
}

void TestGraphLayout::aWayBesideAnotherKeepsItsDistance()
{
    const std::vector<QPointF> way{{0, 0}, {100, 0}, {100, 50}, {200, 50}};
    const std::vector<QPointF> right = besideWay(way, 5);
    QCOMPARE(right, (std::vector<QPointF>{{0, 5}, {95, 5}, {95, 55}, {200, 55}}));
    QCOMPARE(besideWay(right, -5), way);
}

QTEST_GUILESS_MAIN(TestGraphLayout)
#include "tst_graph_layout.moc"
