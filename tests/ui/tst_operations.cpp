// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of a layer as a picture: the same as ulpscope-cli graph prints, in an order in which they are computed, reached by keys,
// spoken, and with what each of them lost.
#include "app/session/document.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "engine/graph/print.h"
#include "engine/kernels/kernels.h"
#include "engine/train/step_formula.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_file.h"
#include "ui/look/theme.h"
#include "ui/picture/operations_view.h"

#include <QCheckBox>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

using State = SessionRunner::State;
using BoxKind = OperationBox::Kind;

constexpr int kTrainingMs = 120'000; ///< generous: the sanitizer builds train too
const QString kScenes = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/");

struct NodesAndEdges
{
    std::set<std::size_t> nodes;
    std::set<std::pair<std::size_t, std::size_t>> edges; ///< into these

    bool operator==(const NodesAndEdges&) const = default;
};

/// Reads a layer's part of a file for Graphviz: "n4" in the clusters of the layer, "n2 -> n4".
NodesAndEdges ofDot(const QString& dot, const QString& path)
{
    static const QRegularExpression heading(QStringLiteral("^    label=\"\\w+(?:, ([^\"]*))?\";$"));
    static const QRegularExpression node(QStringLiteral("^    n(\\d+) \\["));
    static const QRegularExpression edge(QStringLiteral("^  n(\\d+) -> n(\\d+) "));
    NodesAndEdges found;
    bool isInside = false;
    const QStringList lines = dot.split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        if (const auto match = heading.match(line); match.hasMatch())
            isInside = match.captured(1) == path
                || (!path.isEmpty() && match.captured(1).startsWith(path + QLatin1Char('/')));
        else if (const auto of = node.match(line); of.hasMatch() && isInside)
            found.nodes.insert(of.captured(1).toULongLong());
    }
    for (const QString& line : lines)
        if (const auto match = edge.match(line); match.hasMatch()) {
            const std::size_t to = match.captured(2).toULongLong();
            if (found.nodes.contains(to))
                found.edges.insert({match.captured(1).toULongLong(), to});
        }
    return found;
}

NodesAndEdges ofPicture(const OperationGraph& graph)
{
    NodesAndEdges found;
    for (const OperationPart& part : graph.parts) {
        for (const OperationBox& box : part.boxes)
            for (const graph::ValueId value : box.inside)
                found.nodes.insert(value.index());
        for (const OperationEdge& edge : part.edges)
            if (!part.boxes[edge.to].isRim())
                found.edges.insert({edge.value.index(), part.boxes[edge.to].value.index()});
    }
    return found;
}

std::vector<graph::GroupId> allFunctions(const graph::Graph& step)
{
    std::vector<graph::GroupId> all;
    for (std::size_t i = 0; i < step.groups().size(); ++i)
        all.emplace_back(i);
    return all;
}

std::set<std::string> layersOf(const graph::Graph& step)
{
    std::set<std::string> paths;
    for (const graph::Owner& owner : step.owners())
        paths.insert(owner.path);
    return paths;
}

} // namespace

class TestOperations : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void drawsWhatTheCommandPrints_data();
    void drawsWhatTheCommandPrints();
    void theOrderIsOneOfComputation_data();
    void theOrderIsOneOfComputation();
    void castsNameTheirPass();
    void theRimNamesOtherLayers();
    void aFunctionOpensAndCloses();
    void keysReachEveryBox();
    void everyBoxIsSpoken();
    void countsAreThoseOfTheStep();
    void anEditLeavesNoCounts();
    void whatHasNoFormulaIsSaid();
    void escapeAndTheLinkLeadUp();
    void aFileHasWhatIsDrawn();
    void allIsWithinThePicture_data();
    void allIsWithinThePicture();

private:
    void open(const char* scene, const std::string& layer);
    void train(int steps);
    QString sentence() const
    {
        return m_view->findChild<QLabel*>(QStringLiteral("operationsSentence"))->text();
    }
    const OperationDrawing& drawing() const { return m_view->picture().drawing(); }
    PictureItem box(const std::string& name, BoxKind kind, Pass pass) const;

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<OperationsView> m_view;
    QTemporaryDir m_directory;
};

void TestOperations::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestOperations::init()
{
    applyTheme(Theme::Light);
    open("circle", "sequential/dense_1");
}

void TestOperations::cleanup()
{
    m_view.reset();
    m_shown.reset();
    m_runner.reset();
    m_document.reset();
}

void TestOperations::open(const char* scene, const std::string& layer)
{
    cleanup();
    m_document = std::make_unique<Document>();
    const Status opened = m_document->openScene(kScenes + QLatin1String(scene) + QStringLiteral(".ulps"));
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().text().c_str());
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_view = std::make_unique<OperationsView>(*m_document, *m_runner, *m_shown);
    m_view->resize(1000, 600);
    m_view->showLayer(layer);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    m_view->picture().setFocus();
}

void TestOperations::train(int steps)
{
    m_runner->start(m_document->session(), steps);
    QTRY_VERIFY_WITH_TIMEOUT(
        m_runner->state() == State::Finished || m_runner->state() == State::Paused, kTrainingMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_shown->run() && m_shown->run()->stepsDone() >= 1, kTrainingMs);
}

PictureItem TestOperations::box(const std::string& name, BoxKind kind, Pass pass) const
{
    for (const PictureItem& item : drawing().items()) {
        const OperationBox& box = drawing().boxOf(item);
        if (box.name == name && box.kind == kind
            && drawing().graph().step->nodes()[box.value.index()].pass == pass)
            return item;
    }
    return {};
}

void TestOperations::drawsWhatTheCommandPrints_data()
{
    QTest::addColumn<QString>("scene");
    for (const char* scene : {"circle", "adam-bfloat16", "attention-overflow", "float8-amax",
             "float8-float16", "layer-normalization"})
        QTest::newRow(scene) << QString::fromLatin1(scene);
}

/// With every function open: the nodes of each layer, and the edges into them.
void TestOperations::drawsWhatTheCommandPrints()
{
    QFETCH(const QString, scene);
    QProcess command;
    command.start(QStringLiteral(ULPSCOPE_BINARY_DIR "/bin/ulpscope-cli"),
        {QStringLiteral("graph"), kScenes + scene + QStringLiteral(".ulps"), QStringLiteral("--dot")});
    QVERIFY(command.waitForFinished());
    const QString dot = QString::fromUtf8(command.readAllStandardOutput());
    QVERIFY(dot.startsWith(QLatin1String("digraph")));
    open(scene.toLatin1().constData(), {});
    const Result<CheckedSession> checked = resolveSession(*m_document->session());
    QVERIFY(checked.ok());
    const Result<graph::Graph> step = stepFormula(*checked, StepPart::Whole);
    QVERIFY(step.ok());
    const auto whole = std::make_shared<const graph::Graph>(*step);
    std::size_t nodes = 0;
    for (const std::string& path : layersOf(*step)) {
        const NodesAndEdges drawn = ofPicture(operationGraph(whole, path, allFunctions(*step), true));
        NodesAndEdges printed = ofDot(dot, toQt(path));
        // What each step brings has its box in the pass that computes something, as what comes from elsewhere.
        if (path.empty())
            std::erase_if(printed.nodes, [&](std::size_t node) {
                return step->nodes()[node].operation == graph::Operation::Input
                    && !drawn.nodes.contains(node);
            });
        nodes += drawn.nodes.size();
        QVERIFY2(drawn == printed, path.c_str());
    }
    QVERIFY(nodes > step->nodes().size() * 9 / 10);
}

void TestOperations::theOrderIsOneOfComputation_data()
{
    drawsWhatTheCommandPrints_data();
}

/// Functions closed, open, and every edge from an earlier box to a later one.
void TestOperations::theOrderIsOneOfComputation()
{
    QFETCH(const QString, scene);
    open(scene.toLatin1().constData(), {});
    const Result<CheckedSession> checked = resolveSession(*m_document->session());
    const Result<graph::Graph> step = stepFormula(*checked, StepPart::Whole);
    QVERIFY(step.ok());
    const auto whole = std::make_shared<const graph::Graph>(*step);
    int edges = 0;
    for (const std::string& path : layersOf(*step))
        for (const auto& opened : {std::vector<graph::GroupId>{}, allFunctions(*step)})
            for (const OperationPart& part : operationGraph(whole, path, opened, true).parts)
                for (const OperationEdge& edge : part.edges) {
                    QVERIFY(edge.from < edge.to);
                    ++edges;
                }
    QVERIFY(edges > 0);
}

void TestOperations::castsNameTheirPass()
{
    int casts = 0;
    for (const PictureItem& item : drawing().items())
        if (const OperationBox& box = drawing().boxOf(item); box.kind == BoxKind::Cast) {
            const bool isOfAPass = !drawing().graph().step->nodes()[box.value.index()].addedBy.empty();
            QCOMPARE(
                drawing().tip(item).contains(QStringLiteral("put there by the pass autocast")), isOfAPass);
            casts += isOfAPass ? 1 : 0;
        }
    QCOMPARE(casts, 3); // of the input, the kernel and the bias
}

void TestOperations::theRimNamesOtherLayers()
{
    m_view->showLayer("sequential/dense_2");
    QVERIFY(box("dense_1", BoxKind::From, Pass::Forward));
    QVERIFY(box("logits", BoxKind::To, Pass::Forward));
    QVERIFY(box("logits gradient", BoxKind::From, Pass::Backward));
    QVERIFY(box("dense_1", BoxKind::To, Pass::Backward));
    QVERIFY(box("kernel gradient", BoxKind::To, Pass::Backward));
}

void TestOperations::aFunctionOpensAndCloses()
{
    const PictureItem relu = box("relu", BoxKind::Function, Pass::Forward);
    QVERIFY(relu);
    QCOMPARE(drawing().boxOf(relu).inside.size(), std::size_t(3));
    m_view->picture().setCurrent(relu);
    QTest::keyClick(&m_view->picture(), Qt::Key_Return);
    QVERIFY(!box("relu", BoxKind::Function, Pass::Forward));
    const PictureItem max = box("max", BoxKind::Operation, Pass::Forward);
    QVERIFY(max);
    QCOMPARE(m_view->picture().current(), max); // where the function's result is
    QTest::keyClick(&m_view->picture(), Qt::Key_Backspace);
    QVERIFY(box("relu", BoxKind::Function, Pass::Forward));
    // A click opens it too.
    QTest::mouseClick(m_view->picture().viewport(), Qt::LeftButton, {},
        m_view->picture().placeOf(box("relu", BoxKind::Function, Pass::Forward)).center());
    QVERIFY(box("max", BoxKind::Operation, Pass::Forward));
}

void TestOperations::keysReachEveryBox()
{
    std::set<std::size_t> reached;
    QTest::keyClick(&m_view->picture(), Qt::Key_Home);
    reached.insert(m_view->picture().current().index);
    for (std::size_t i = 1; i < drawing().items().size(); ++i) {
        QTest::keyClick(&m_view->picture(), Qt::Key_Right);
        reached.insert(m_view->picture().current().index);
    }
    QCOMPARE(reached.size(), drawing().items().size());
    QTest::keyClick(&m_view->picture(), Qt::Key_Right); // the end
    QCOMPARE(m_view->picture().current(), drawing().items().back());
    QTest::keyClick(&m_view->picture(), Qt::Key_Up);
    QVERIFY(drawing().rectOf(m_view->picture().current()).center().y()
        < drawing().rectOf(drawing().items().back()).center().y());
}

void TestOperations::everyBoxIsSpoken()
{
    for (const PictureItem& item : drawing().items()) {
        QVERIFY(!drawing().nameOf(item).isEmpty());
        const QString type = toQt(graph::typeOf((*drawing().graph().step)[drawing().boxOf(item).value]));
        QVERIFY2(m_view->picture().spokenText(item).contains(type), qPrintable(drawing().nameOf(item)));
    }
    QVERIFY(m_view->picture().accessibleDescription().startsWith(QLatin1String("21 operations")));
}

void TestOperations::countsAreThoseOfTheStep()
{
    QVERIFY(sentence().contains(QStringLiteral("after a step")));
    train(-1);
    QTRY_VERIFY2(sentence().contains(QStringLiteral("At step 1499")), qPrintable(sentence()));
    // The product that makes the kernel's gradient flushes what the run has as flushed there, and the casts to float32 nothing.
    const PictureItem product = box("dot_general", BoxKind::Operation, Pass::Backward);
    QVERIFY(drawing().tip(product).contains(QStringLiteral("flushed: ")));
    QVERIFY(!drawing().tip(product).contains(QStringLiteral("flushed: 0 %")));
    QVERIFY(drawing().tip(product).contains(QStringLiteral("At step 1499")));
    m_shown->step().pin(200);
    QTRY_VERIFY2(sentence().contains(QStringLiteral("At step 200")), qPrintable(sentence()));
}

void TestOperations::anEditLeavesNoCounts()
{
    train(3);
    QTRY_VERIFY(sentence().contains(QStringLiteral("At step 2")));
    QVERIFY(
        m_document
            ->edit({}, [](SessionSpec& session) { session.policies.global = *getPolicy("mixed_bfloat16"); })
            .ok());
    QTRY_VERIFY2(sentence().contains(QStringLiteral("other settings")), qPrintable(sentence()));
    QVERIFY(!drawing()
                 .tip(box("dot_general", BoxKind::Operation, Pass::Forward))
                 .contains(QStringLiteral("flushed")));
}

void TestOperations::whatHasNoFormulaIsSaid()
{
    m_view->showLayer("sequential/input_layer");
    QVERIFY(sentence().contains(QStringLiteral("no operations of input_layer")));
    QVERIFY(drawing().items().empty());
    open("fashion-mnist", {});
    const Result<CheckedSession> checked = resolveSession(*m_document->session());
    const Result<graph::Graph> forward = stepFormula(*checked, StepPart::Forward);
    QVERIFY(forward.ok());
    m_view->showLayer(forward->owners().back().path);
    const QString text = sentence();
    if (text.contains(QStringLiteral("cannot be shown as operations yet"))) {
        QVERIFY2(text.contains(QStringLiteral("Forward only")), qPrintable(text));
        QVERIFY(!drawing().items().empty());
        QVERIFY(!m_view->findChild<QCheckBox*>(QStringLiteral("operationsUpdate"))->isEnabled());
    }
}

void TestOperations::escapeAndTheLinkLeadUp()
{
    QSignalSpy left(m_view.get(), &OperationsView::left);
    QTest::keyClick(&m_view->picture(), Qt::Key_Escape);
    QCOMPARE(left.size(), 1);
    m_view->findChild<QPushButton*>(QStringLiteral("operationsToModel"))->click();
    QCOMPARE(left.size(), 2);
}

void TestOperations::aFileHasWhatIsDrawn()
{
    const QString path = m_directory.filePath(QStringLiteral("operations.dot"));
    QVERIFY(PlotFile::write(m_view->plotContent(), path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    NodesAndEdges written = ofDot(QString::fromUtf8(file.readAll()), QStringLiteral("sequential/dense_1"));
    const auto& step = drawing().graph().step;
    QCOMPARE(written, ofPicture(operationGraph(step, "sequential/dense_1", allFunctions(*step), true)));
    const QString svg = QString::fromUtf8(PlotFile::svg(m_view->plotContent()));
    for (const char* text : {"dot_general", "by autocast", "Backward", "kernel gradient"})
        QVERIFY2(svg.contains(QLatin1String(text)), text);
}

void TestOperations::allIsWithinThePicture_data()
{
    drawsWhatTheCommandPrints_data();
}

void TestOperations::allIsWithinThePicture()
{
    QFETCH(const QString, scene);
    open(scene.toLatin1().constData(), {});
    const auto step = drawing().graph().step;
    for (const std::string& path : layersOf(*step)) {
        const OperationDrawing all(
            operationGraph(step, path, allFunctions(*step), true), nullptr, m_view->font(), 700);
        for (const PictureItem& item : all.items()) {
            QVERIFY2(QRectF({}, all.size()).contains(all.rectOf(item)), path.c_str());
            QCOMPARE(all.itemAt(all.rectOf(item).center()), item); // no box lies on another
        }
    }
}

QTEST_MAIN(TestOperations)
#include "tst_operations.moc"
