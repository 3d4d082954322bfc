// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a model as a widget: keys walk all of it, a click chooses, the mark chooses a policy, numbers are the run's, files are
// readable, and a screen reader is told each box and flow.
#include "app/session/document.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/translation.h"
#include "ui/look/plot_file.h"
#include "ui/look/theme.h"
#include "ui/picture/model_picture.h"

#include <QAccessible>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QXmlStreamReader>

#include <set>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

using State = SessionRunner::State;
using Kind = PictureItem::Kind;

constexpr int kTrainingMs = 120'000; ///< generous: the sanitizer builds train too

} // namespace

class TestModelPicture : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void showsBoxesAndFlows();
    void keysReachEverything_data();
    void keysReachEverything();
    void aClickChoosesATensor();
    void returnAndADoubleClickOpenALayer();
    void choosingATensorHighlightsItAndOpensFolds();
    void aPolicyIsChosenAtItsMark();
    void sharesAreTheRunsAndThoseOfThePinnedStep();
    void aNanIsCrossedAndItsBirthplaceIsTold();
    void coloursByDifferenceAskForAnotherRun();
    void everyItemIsSpoken();
    void picturesAreWritten_data();
    void picturesAreWritten();
    void anotherSuffixIsRefused();
    void aHiddenPictureWaits();
    void allIsWithinThePicture_data();
    void allIsWithinThePicture();

private:
    void open(const char* scene);
    void train(int steps);
    PictureItem box(const char* name) const;
    PictureItem flow(Kind kind, const char* from, const char* to) const;

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<ModelPicture> m_picture;
    QTemporaryDir m_directory;
};

void TestModelPicture::initTestCase()
{
    qRegisterMetaType<LayerTensor>();
    qRegisterMetaType<std::string>();
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestModelPicture::init()
{
    applyTheme(Theme::Light);
    open("circle");
}

void TestModelPicture::cleanup()
{
    m_picture.reset();
    m_shown.reset();
    m_runner.reset();
    m_document.reset();
}

void TestModelPicture::open(const char* scene)
{
    cleanup();
    m_document = std::make_unique<Document>();
    const Status opened = m_document->openScene(
        QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/%1.ulps").arg(QLatin1String(scene)));
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().text().c_str());
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_picture = std::make_unique<ModelPicture>(*m_document, *m_shown, nullptr);
    m_picture->resize(1000, 300);
    m_picture->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_picture.get()));
    m_picture->setFocus();
}

void TestModelPicture::train(int steps)
{
    m_runner->start(m_document->session(), steps);
    QTRY_VERIFY_WITH_TIMEOUT(
        m_runner->state() == State::Finished || m_runner->state() == State::Paused, kTrainingMs);
    QTRY_VERIFY(m_shown->run() && m_shown->run()->stepsDone() >= std::min(steps, 1));
}

PictureItem TestModelPicture::box(const char* name) const
{
    for (const PictureItem& item : m_picture->drawing().items())
        if (item.kind == Kind::Box && m_picture->drawing().nameOf(item) == QLatin1String(name))
            return item;
    return {};
}

PictureItem TestModelPicture::flow(Kind kind, const char* from, const char* to) const
{
    const PictureDrawing& drawing = m_picture->drawing();
    for (const PictureItem& item : drawing.items())
        if (item.kind == kind && drawing.shown().edges[item.index].from == box(from).index
            && drawing.shown().edges[item.index].to == box(to).index)
            return item;
    return {};
}

void TestModelPicture::showsBoxesAndFlows()
{
    std::map<Kind, int> counts;
    for (const PictureItem& item : m_picture->drawing().items())
        ++counts[item.kind];
    QCOMPARE(counts[Kind::Box], 5);
    QCOMPARE(counts[Kind::Forward], 4);
    QCOMPARE(counts[Kind::Gradient], 3);
    QCOMPARE(counts[Kind::Weights], 3);
    QCOMPARE(counts[Kind::WeightGradient], 3);
    QVERIFY(box("loss"));
    QVERIFY(
        m_document->edit({}, [](SessionSpec& s) { s.model.layers.erase(s.model.layers.begin() + 2); }).ok());
    QCOMPARE(m_picture->drawing().shown().boxes.size(), std::size_t(4));
}

void TestModelPicture::keysReachEverything_data()
{
    QTest::addColumn<QString>("scene");
    for (const char* name : {"circle", "attention-overflow", "characters"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestModelPicture::keysReachEverything()
{
    QFETCH(QString, scene);
    open(scene.toUtf8().constData());
    const PictureDrawing& drawing = m_picture->drawing();
    const auto number = [&](const PictureItem& item) {
        return std::find(drawing.items().begin(), drawing.items().end(), item) - drawing.items().begin();
    };
    std::set<std::ptrdiff_t> seen;
    std::vector<PictureItem> open{drawing.items().front()};
    while (!open.empty()) {
        const PictureItem item = open.back();
        open.pop_back();
        if (!seen.insert(number(item)).second)
            continue;
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down})
            open.push_back(drawing.beside(item, key));
    }
    QCOMPARE(seen.size(), drawing.items().size());
    // And what the keys do is what they lead to.
    m_picture->setCurrent(drawing.items().front());
    QTest::keyClick(m_picture.get(), Qt::Key_Right);
    QCOMPARE(m_picture->current(), drawing.beside(drawing.items().front(), Qt::Key_Right));
    QTest::keyClick(m_picture.get(), Qt::Key_End);
    QCOMPARE(m_picture->current(), drawing.items().back());
}

void TestModelPicture::aClickChoosesATensor()
{
    std::optional<LayerTensor> chosen;
    connect(m_picture.get(), &ModelPicture::tensorChosen, this,
        [&](const LayerTensor& tensor) { chosen = tensor; });
    const auto click = [&](const PictureItem& item, QPoint at = {}) {
        chosen.reset();
        const QRect place = m_picture->placeOf(item);
        QTest::mouseClick(
            m_picture->viewport(), Qt::LeftButton, {}, at.isNull() ? place.center() : place.topLeft() + at);
        return chosen;
    };
    QCOMPARE(click(box("dense_1"), {10, 8}), (LayerTensor{"sequential/dense_1", TensorRole::Output}));
    QCOMPARE(click(flow(Kind::Gradient, "dense_1", "dense_2")),
        (LayerTensor{"sequential/dense_1", TensorRole::OutputGradient}));
    QCOMPARE(click(flow(Kind::Forward, "input_layer", "dense_1")),
        (LayerTensor{"sequential/input_layer", TensorRole::Output}));
    const std::size_t dense = box("dense_2").index;
    QCOMPARE(click({Kind::Weights, dense}), (LayerTensor{"sequential/dense_2/kernel", TensorRole::Weight}));
    QCOMPARE(click({Kind::WeightGradient, dense}),
        (LayerTensor{"sequential/dense_2/kernel", TensorRole::WeightGradient}));
    QVERIFY(!click(box("loss"), {10, 8}));
}

void TestModelPicture::returnAndADoubleClickOpenALayer()
{
    QString opened;
    connect(m_picture.get(), &ModelPicture::layerOpened, this,
        [&](const std::string& path) { opened = QString::fromStdString(path); });
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_F4}) {
        opened.clear();
        m_picture->setCurrent(box("dense_1"));
        QTest::keyClick(m_picture.get(), key);
        QCOMPARE(opened, QStringLiteral("sequential/dense_1"));
        m_picture->setCurrent(box("input_layer"));
    }
    const QPoint name = m_picture->placeOf(box("logits")).topLeft() + QPoint(10, 8);
    QTest::mouseDClick(m_picture->viewport(), Qt::LeftButton, {}, name);
    QCOMPARE(opened, QStringLiteral("sequential/logits"));
}

void TestModelPicture::choosingATensorHighlightsItAndOpensFolds()
{
    m_picture->choose({"sequential/dense_2/kernel", TensorRole::WeightGradient});
    QCOMPARE(m_picture->current(), (PictureItem{Kind::WeightGradient, box("dense_2").index}));
    m_picture->choose({"sequential/dense_2", TensorRole::Output});
    QCOMPARE(m_picture->current(), box("dense_2"));
    open("attention-overflow");
    const std::size_t folded = m_picture->drawing().shown().boxes.size();
    const ModelGraph& graph = m_picture->drawing().content().graph;
    const auto inside = std::find_if(graph.boxes.begin(), graph.boxes.end(),
        [](const GraphBox& one) { return one.kind == GraphBox::Kind::Child; });
    QVERIFY(inside != graph.boxes.end());
    const std::string path = inside->path;
    m_picture->choose({path, TensorRole::Output});
    QVERIFY(m_picture->drawing().shown().boxes.size() > folded);
    QCOMPARE(m_picture->drawing().layerOf(m_picture->current()), path);
    QTest::keyClick(m_picture.get(), Qt::Key_Backspace); // folds it again
    QCOMPARE(m_picture->drawing().shown().boxes.size(), folded);
}

void TestModelPicture::aPolicyIsChosenAtItsMark()
{
    const PictureItem dense = box("dense_1");
    const QRect place = m_picture->placeOf(dense);
    const QRectF mark = m_picture->drawing().markOf(dense.index);
    const QRectF whole = m_picture->drawing().rectOf(dense);
    QTest::mouseClick(m_picture->viewport(), Qt::LeftButton, {},
        place.topLeft() + (mark.center() - whole.topLeft()).toPoint());
    auto* editor = m_picture->findChild<QComboBox*>(QStringLiteral("policyEditor"));
    QVERIFY(editor);
    editor->hidePopup();
    editor->setEditText(QStringLiteral("float32"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_VERIFY(m_document->session()->model.layers[1].policy);
    QCOMPARE(m_document->session()->model.layers[1].policy->name, std::string("float32"));
    QCOMPARE(m_document->undoStack().index(), 1);
    QCOMPARE(m_picture->drawing().content().graph.boxes[1].compute, std::string("float32"));
    m_document->undoStack().undo();
    QVERIFY(!m_document->session()->model.layers[1].policy);
    QTRY_VERIFY(!m_picture->findChild<QComboBox*>(QStringLiteral("policyEditor")));
    // F2 does the same, and Escape gives it up.
    m_picture->setFocus();
    m_picture->setCurrent(box("dense_2"));
    QTest::keyClick(m_picture.get(), Qt::Key_F2);
    editor = m_picture->findChild<QComboBox*>(QStringLiteral("policyEditor"));
    QVERIFY(editor);
    editor->hidePopup();
    QTest::keyClick(editor, Qt::Key_Escape);
    QTRY_VERIFY(!m_picture->findChild<QComboBox*>(QStringLiteral("policyEditor")));
    QVERIFY(!m_document->session()->model.layers[2].policy);
    // A picture may go while it asks.
    m_picture->choosePolicy(box("dense_2"));
    QVERIFY(m_picture->findChild<QComboBox*>(QStringLiteral("policyEditor")));
    m_picture.reset();
    QVERIFY(!m_document->session()->model.layers[2].policy);
}

void TestModelPicture::sharesAreTheRunsAndThoseOfThePinnedStep()
{
    train(200);
    const RunHistory& run = *m_shown->run();
    const LayerTensor gradient{"sequential/dense_1/kernel", TensorRole::WeightGradient};
    const auto path = std::find(run.paths().begin(), run.paths().end(), gradient.path);
    QVERIFY(path != run.paths().end());
    const Series* series
        = run.series(PathId(std::size_t(path - run.paths().begin())), gradient.role, Metric::FlushedPercent);
    QVERIFY(series && series->values.size() > 3);
    double sum = 0;
    for (const double value : series->values)
        sum += value;
    const TensorLoss whole = m_picture->drawing().content().losses.of(gradient);
    QVERIFY(std::abs(*whole.flushedPercent - sum / double(series->values.size())) < 1e-9);
    m_shown->step().pin(std::int64_t(series->steps[1]));
    const TensorLoss pinned = m_picture->drawing().content().losses.of(gradient);
    QCOMPARE(*pinned.flushedPercent, series->values[1]);
    QCOMPARE(*pinned.step, std::int64_t(series->steps[1]));
}

void TestModelPicture::aNanIsCrossedAndItsBirthplaceIsTold()
{
    open("attention-overflow");
    train(-1);
    const std::shared_ptr<const Birthplace> birth = m_shown->run()->totals().gravest();
    QVERIFY(birth && !birth->layer.empty());
    // What is folded away is told of by the box.
    int folded = 0;
    for (const PictureItem& item : m_picture->drawing().items())
        if (m_picture->drawing().tip(item).contains(QString::fromStdString(birth->tensor)))
            ++folded;
    QVERIFY(folded > 0);
    m_picture->choose({birth->layer, birth->role});
    const PictureDrawing& drawing = m_picture->drawing();
    int told = 0;
    for (const PictureItem& item : drawing.items())
        if (item.kind != Kind::Box && drawing.tip(item).contains(QString::number(birth->step))
            && m_picture->drawing().content().losses.of(*drawing.tensorOf(item)).isBirthplace)
            ++told;
    QVERIFY(told > 0);
}

void TestModelPicture::coloursByDifferenceAskForAnotherRun()
{
    QAction* difference = m_picture->findChild<QAction*>(QStringLiteral("pictureByDifference"));
    QVERIFY(difference && !difference->isEnabled());
    train(100);
    const std::shared_ptr<const RunHistory> first = m_shown->run();
    QVERIFY(m_document->edit({}, [](SessionSpec& s) { s.policies.global = *getPolicy("float32"); }).ok());
    train(100);
    QVERIFY(difference->isEnabled()); // against the run before
    m_shown->setGhost(first, QStringLiteral("before"));
    QVERIFY(difference->isEnabled());
    const QImage plain = m_picture->grab().toImage();
    difference->trigger();
    QVERIFY(m_picture->drawing().content().ghost);
    QVERIFY(m_picture->grab().toImage() != plain);
    const QString tip = m_picture->drawing().tip(box("dense_1"));
    QVERIFY2(tip.contains(QStringLiteral("in the other run float16")), qPrintable(tip));
    const QString kept = m_picture->drawing().tip(box("loss"));
    QVERIFY2(!kept.contains(QStringLiteral("in the other run")), qPrintable(kept));
    m_shown->beginAfresh();
    QVERIFY(!m_picture->drawing().content().ghost);
    QVERIFY(!difference->isEnabled());
}

void TestModelPicture::everyItemIsSpoken()
{
    train(50);
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(m_picture.get());
    QVERIFY(face);
    QCOMPARE(face->role(), QAccessible::Chart);
    QVERIFY(!face->text(QAccessible::Name).isEmpty());
    QCOMPARE(face->childCount(), int(m_picture->drawing().items().size()));
    QSet<QString> names;
    for (int i = 0; i < face->childCount(); ++i) {
        QAccessibleInterface* child = face->child(i);
        QVERIFY(child && child->isValid());
        QVERIFY(!child->text(QAccessible::Description).isEmpty());
        QVERIFY(child->rect().isValid());
        QCOMPARE(face->indexOfChild(child), i);
        names += child->text(QAccessible::Name);
    }
    QCOMPARE(names.size(), qsizetype(face->childCount()));
    const PictureItem gradient = flow(Kind::Gradient, "dense_1", "dense_2");
    QVERIFY(m_picture->spokenText(gradient).contains(QStringLiteral("float16")));
    QVERIFY(m_picture->spokenText(gradient).contains(QStringLiteral("flushed: ")));
    m_picture->setCurrent(gradient);
    QCOMPARE(face->focusChild()->text(QAccessible::Name), m_picture->drawing().nameOf(gradient));
}

void TestModelPicture::picturesAreWritten_data()
{
    QTest::addColumn<QString>("suffix");
    for (const char* suffix : {"png", "svg", "pdf", "dot"})
        QTest::newRow(suffix) << QString::fromLatin1(suffix);
}

void TestModelPicture::picturesAreWritten()
{
    QFETCH(QString, suffix);
    train(50);
    const QString path = m_directory.filePath(QStringLiteral("model.") + suffix);
    setFileAnswer([&](const FileQuestion&) { return path; });
    m_picture->findChild<QAction*>(QStringLiteral("exportModelPicture"))->trigger();
    setFileAnswer({});
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    if (suffix == QStringLiteral("png")) {
        QVERIFY(QImage::fromData(bytes).width() >= 1000);
    } else if (suffix == QStringLiteral("pdf")) {
        QVERIFY(bytes.startsWith("%PDF-"));
        QVERIFY(bytes.trimmed().endsWith("%%EOF"));
        QVERIFY(!bytes.contains("/Subtype /Image")); // all is vectors
    } else if (suffix == QStringLiteral("svg")) {
        QXmlStreamReader xml(bytes);
        QString texts;
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::Characters)
                texts += xml.text();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        for (const char* name : {"dense_1", "logits", "loss"})
            QVERIFY2(texts.contains(QLatin1String(name)), name);
        QVERIFY(!bytes.contains("<image"));
    } else {
        QVERIFY(bytes.startsWith("digraph"));
        const QString program = QStandardPaths::findExecutable(QStringLiteral("dot"));
        if (!program.isEmpty()) {
            QProcess dot;
            dot.start(program, {QStringLiteral("-Tsvg"), path});
            QVERIFY(dot.waitForFinished());
            QCOMPARE(dot.exitCode(), 0);
            QVERIFY(dot.readAllStandardOutput().contains("dense_1"));
        }
    }
}

void TestModelPicture::anotherSuffixIsRefused()
{
    const PlotContent content = m_picture->plotContent();
    for (const char* name : {"model.gif", "model.csv"}) { // a picture has no table
        const QString path = m_directory.filePath(QLatin1String(name));
        QVERIFY(PlotFile::refusal(content, path).contains(QStringLiteral(".png, .svg, .pdf, .dot")));
        QVERIFY(!PlotFile::write(content, path));
        QVERIFY(!QFile::exists(path));
    }
    QVERIFY(!PlotFile::write(content, QStringLiteral("/nowhere/at/all/model.svg")));
}

/// A hidden picture is not kept up to date while a run trains, and is when it is seen again.
void TestModelPicture::aHiddenPictureWaits()
{
    m_picture->hide();
    train(50);
    QVERIFY(!m_picture->drawing().content().losses.run());
    m_picture->show();
    QCOMPARE(m_picture->drawing().content().losses.run(), m_shown->run());
}

void TestModelPicture::allIsWithinThePicture_data()
{
    QTest::addColumn<QString>("scene");
    QTest::addColumn<int>("steps");
    for (const auto& [name, steps] : {std::pair("circle", 300), {"fashion-cnn", 24},
             {"attention-overflow", 200}, {"float8-float16", 60}, {"characters", 9}})
        QTest::newRow(name) << QString::fromLatin1(name) << steps;
}

/// And they are painted, in both themes, at several sizes, also with larger text. ULPSCOPE_PICTURES: a folder that they are kept in.
void TestModelPicture::allIsWithinThePicture()
{
    QFETCH(QString, scene);
    QFETCH(int, steps);
    open(scene.toUtf8().constData());
    train(steps);
    const QString folder = qEnvironmentVariable("ULPSCOPE_PICTURES");
    const QFont usual = QApplication::font();
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        applyTheme(theme);
        for (const QSize size : {QSize(700, 230), QSize(1000, 300)})
            for (const int larger : {0, 5}) {
                QFont font = usual;
                font.setPointSize(usual.pointSize() + larger);
                m_picture->setFont(font);
                m_picture->resize(size);
                QApplication::processEvents();
                const PictureDrawing& drawing = m_picture->drawing();
                const QRectF all(QPointF(), drawing.size());
                for (const PictureItem& item : drawing.items()) {
                    QVERIFY2(all.contains(drawing.rectOf(item)), qPrintable(drawing.nameOf(item)));
                    QCOMPARE(drawing.itemAt(drawing.rectOf(item).center()), item);
                }
                const QImage image = m_picture->grab().toImage();
                QSet<QRgb> colours;
                for (int x = 0; x < image.width(); x += 3)
                    for (int y = 0; y < image.height(); y += 3)
                        colours.insert(image.pixel(x, y));
                QVERIFY(colours.size() > 10);
                if (!folder.isEmpty())
                    image.save(
                        QStringLiteral("%1/%2-%3-%4%5.png")
                            .arg(folder, scene)
                            .arg(size.width())
                            .arg(theme == Theme::Dark ? QStringLiteral("dark") : QStringLiteral("light"))
                            .arg(larger ? QStringLiteral("-large") : QString()));
            }
    }
    applyTheme(Theme::Light);
}

QTEST_MAIN(TestModelPicture)
#include "tst_model_picture.moc"
