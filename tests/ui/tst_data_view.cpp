// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Data: it shows the run that is shown, asks only while it is seen, and all of it can be read by mouse and keys.
#include "app/io/session/session_file.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"
#include "tests/engine/small_sessions.h"
#include "ui/data/curve_panel.h"
#include "ui/data/data_view.h"
#include "ui/data/field_panel.h"
#include "ui/data/models/picture_list_model.h"
#include "ui/look/models/display_text.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestDataView : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void emptyStateSaysWhatToDo();
    void theFieldIsTheRunsOwn();
    void nobodyAsksWhileTheViewIsHidden();
    void itFollowsTheRunAndShowsTheLastStep();
    void stepWatchIsSaid();
    void aPlaceIsReadByMouseAndKeys();
    void aCurveIsReadByMouseAndKeys();
    void aTableIsForAllOtherData();
    void aTextIsWrittenOn();
    void picturesAreSiftedByDisagreement();
    void thePictureIsCopiedInLightColours();
    void anotherRunHasAnotherPicture();
    void aRunReadFromAFileHasNoData();
    void aRunWhoseWeightsAreGoneHasNoPicture();
    void aRunOfNanIsDrawnAndSaid();
    void everythingHasANameAndATip();

private:
    static constexpr int kTrainedMs
        = 120'000; ///< of a machine that does other things meanwhile, under a sanitizer

    template <class Widget>
    Widget* child(const char* name) const
    {
        return m_view->findChild<Widget*>(QString::fromLatin1(name));
    }
    QString sentence() const { return child<QLabel>("dataSentence")->text(); }
    QString reading() const { return child<QLabel>("dataReading")->text(); }
    const FieldPanel& fieldPanel() const { return *qobject_cast<const FieldPanel*>(m_view->panel()); }
    /// Trains and waits until the last step is on the screen.
    void train(SessionSpec session, std::int64_t steps);
    SessionSpec ofFile(const QByteArray& csv, const char* task, std::int64_t width, std::int64_t outputs);

    QTemporaryDir m_folder;
    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<DataView> m_view;
};

void TestDataView::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestDataView::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_view = std::make_unique<DataView>(*m_runner, *m_shown);
    m_view->resize(900, 600);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestDataView::cleanup()
{
    m_view.reset();
    m_shown.reset();
    m_runner.reset();
}

void TestDataView::train(SessionSpec session, std::int64_t steps)
{
    session.training.steps = steps;
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainedMs);
    const QString last = QStringLiteral("After step %1. ").arg(steps - 1);
    QTRY_VERIFY2_WITH_TIMEOUT(sentence().startsWith(last), qPrintable(sentence()), kTrainedMs);
}

SessionSpec TestDataView::ofFile(
    const QByteArray& csv, const char* task, std::int64_t width, std::int64_t outputs)
{
    QFile file(m_folder.filePath(QStringLiteral("data.csv")));
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(csv) == csv.size();
    SessionSpec session = circle("mixed_float16");
    session.data
        = {"csv", {{"file", isWritten ? file.fileName().toStdString() : ""}, {"task", std::string(task)}}};
    session.model.layers.front().config.set("shape", std::vector<std::int64_t>{width});
    session.model.layers.back().config.set("units", outputs);
    session.training.loss = {"MeanSquaredError", {}};
    if (outputs > 1)
        session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    return session;
}

void TestDataView::emptyStateSaysWhatToDo()
{
    QVERIFY2(sentence().contains(QStringLiteral("press Train")), qPrintable(sentence()));
    QVERIFY(!child<QPushButton>("dataCopy")->isEnabled());
    QCOMPARE(m_view->panel(), nullptr);
    m_view->focusPicture();
}

void TestDataView::theFieldIsTheRunsOwn()
{
    SessionSpec session = circle("mixed_float16");
    train(session, 50);
    session.training.steps = 50;
    TrainingRun run = *TrainingRun::create(session, *m_kernels);
    while (run.stepsDone() < 50)
        QVERIFY(run.step());
    const FieldGrid grid = gridAround(*run.sample().train);
    const Evaluation answer = *run.evaluate({inputsOf(grid, *run.sample().train)});
    const auto cells = std::ptrdiff_t(FieldGrid::cells());
    const DecisionField& field = fieldPanel().field();
    QVERIFY(sameBits(field.candidate.values,
        std::vector<double>(answer.candidate.outputs.begin(), answer.candidate.outputs.begin() + cells)));
    QVERIFY(sameBits(field.reference->values,
        std::vector<double>(answer.reference->outputs.begin(), answer.reference->outputs.begin() + cells)));
    QCOMPARE(field.points, 512);
    QCOMPARE(field.stepsDone, 50);
}

void TestDataView::nobodyAsksWhileTheViewIsHidden()
{
    QSignalSpy answers(m_runner.get(), &SessionRunner::evaluationReady);
    m_view->hide();
    SessionSpec session = circle("float16");
    session.training.steps = 3000;
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainedMs);
    m_runner->goTo(1000);
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Paused, kTrainedMs);
    QTest::qWait(400);
    QCOMPARE(answers.count(), 0);
    m_view->show();
    QTRY_COMPARE_WITH_TIMEOUT(answers.count(), 1, kTrainedMs);
    QVERIFY2(sentence().startsWith(QStringLiteral("After step 999. ")), qPrintable(sentence()));
    QTest::qWait(600);
    QCOMPARE(answers.count(), 1); // nothing has changed
}

void TestDataView::itFollowsTheRunAndShowsTheLastStep()
{
    QSignalSpy answers(m_runner.get(), &SessionRunner::evaluationReady);
    SessionSpec session = circle("float16");
    session.training.steps = 100'000'000;
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_VERIFY_WITH_TIMEOUT(answers.count() >= 3, kTrainedMs);
    const auto stepOf
        = [&](int i) { return answers[i][0].value<std::shared_ptr<const Evaluation>>()->stepsDone; };
    QVERIFY(stepOf(1) > stepOf(0));
    QVERIFY(stepOf(2) > stepOf(1));
    const auto count = answers.count();
    QTest::qWait(1000);
    QVERIFY2(answers.count() - count <= 5, qPrintable(QString::number(answers.count() - count)));
    m_runner->stop();
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Paused, kTrainedMs);
    const std::int64_t done = m_shown->run()->stepsDone();
    QTRY_VERIFY2_WITH_TIMEOUT(sentence().startsWith(QStringLiteral("After step %1. ").arg(done - 1)),
        qPrintable(sentence()), kTrainedMs);
    m_runner->goTo(0);
    QTRY_VERIFY2_WITH_TIMEOUT(
        sentence().startsWith(QStringLiteral("Before the first step. ")), qPrintable(sentence()), kTrainedMs);
    QCOMPARE(fieldPanel().field().stepsDone, 0);
}

void TestDataView::stepWatchIsSaid()
{
    SessionSpec session = circle("float16");
    train(session, 10);
    QVERIFY(!sentence().contains(QStringLiteral("step watch")));
    session.probes.watch = WatchMode::Step;
    train(session, 20);
    QVERIFY2(sentence().contains(QStringLiteral("no float64 reference")), qPrintable(sentence()));
    QVERIFY(!fieldPanel().field().reference.has_value());
    QVERIFY(!fieldPanel().field().farthest.has_value());
}

void TestDataView::aPlaceIsReadByMouseAndKeys()
{
    train(circle("mixed_float16"), 40);
    auto* panel = child<FieldPanel>("fieldPanel");
    m_view->focusPicture();
    QVERIFY(panel->hasFocus());
    QTest::keyClick(panel, Qt::Key_Home);
    QCOMPARE(panel->cursor(), panel->field().farthest);
    QCOMPARE(reading(), fieldCellText(panel->field(), m_shown->run()->sample(), *panel->cursor()));
    const std::size_t cell = 40 * std::size_t(FieldGrid::kSide) + 50;
    for (int picture = 0; picture < 3; ++picture) {
        QTest::mouseMove(panel, panel->pixelOf(cell + 3, picture));
        QTest::mouseMove(panel, panel->pixelOf(cell, picture));
        const auto near = [](std::size_t a, std::size_t b) { return std::abs(int(a) - int(b)) <= 1; };
        QVERIFY(panel->cursor().has_value());
        QVERIFY2(near(*panel->cursor() % 96, 50) && near(*panel->cursor() / 96, 40),
            qPrintable(QString::number(*panel->cursor())));
    }
    panel->setCursor(cell);
    QTest::keyClick(panel, Qt::Key_Right);
    QTest::keyClick(panel, Qt::Key_Up);
    QCOMPARE(panel->cursor(), std::optional<std::size_t>(cell + 97));
    QCOMPARE(panel->accessibleDescription(), reading());
    QVERIFY(!reading().isEmpty());
    QTest::keyClick(panel, Qt::Key_Left);
    QTest::keyClick(panel, Qt::Key_Down);
    QCOMPARE(panel->cursor(), std::optional<std::size_t>(cell));
    panel->setCursor(0);
    QTest::keyClick(panel, Qt::Key_Left);
    QTest::keyClick(panel, Qt::Key_Down);
    QCOMPARE(panel->cursor(), std::optional<std::size_t>(0));
    QTest::mouseClick(panel, Qt::LeftButton, {}, panel->pixelOf(cell, 0));
    m_runner->goTo(5); // what is read is read anew
    const QString before = reading();
    QTRY_VERIFY_WITH_TIMEOUT(sentence().startsWith(QStringLiteral("After step 4. ")), kTrainedMs);
    QVERIFY(reading() != before);
}

void TestDataView::aCurveIsReadByMouseAndKeys()
{
    QByteArray csv = "x,y\n";
    for (int i = 0; i < 50; ++i)
        csv += QByteArray::number(i / 25.0 - 1) + ',' + QByteArray::number(i % 7) + '\n';
    train(ofFile(csv, "regression", 1, 1), 30);
    auto* panel = child<CurvePanel>("curvePanel");
    QCOMPARE(m_view->panel(), panel);
    QCOMPARE(panel->curve().stepsDone, 30);
    QVERIFY2(sentence().contains(QStringLiteral("The curves differ most at")), qPrintable(sentence()));
    m_view->focusPicture();
    QTest::keyClick(panel, Qt::Key_Home);
    QCOMPARE(panel->cursor(), panel->curve().farthest);
    panel->setCursor(7);
    QTest::keyClick(panel, Qt::Key_Right);
    QCOMPARE(panel->cursor(), std::optional<std::size_t>(8));
    QCOMPARE(reading(), curvePlaceText(panel->curve(), 8));
    QTest::mouseMove(panel, {panel->width() / 2 + 5, panel->height() / 3});
    QTest::mouseMove(panel, {panel->width() / 2, panel->height() / 3});
    QVERIFY2(*panel->cursor() > 200 && *panel->cursor() < 312, qPrintable(QString::number(*panel->cursor())));
    QVERIFY(panel->curve().places.front() < -1); // the range of the 40 examples to train on, and a margin
    QVERIFY(panel->curve().places.back() > 0.56 && panel->curve().places.back() < 0.7);
}

void TestDataView::aTableIsForAllOtherData()
{
    QByteArray csv = "a,b,c,y\n";
    for (int i = 0; i < 60; ++i)
        csv += QByteArray::number(i % 5) + ',' + QByteArray::number(i % 3) + ",1," + QByteArray::number(i % 3)
            + '\n';
    train(ofFile(csv, "classification", 3, 3), 20);
    auto* table = child<QTableView>("exampleTable");
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 12); // the test share
    QVERIFY2(sentence().contains(QStringLiteral("Of the 12 test examples this run gets ")),
        qPrintable(sentence()));
    QStringList titles;
    for (int column = 0; column < table->model()->columnCount(); ++column)
        titles += table->model()->headerData(column, Qt::Horizontal).toString();
    QCOMPARE(titles.mid(0, 5),
        (QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("y"),
            QStringLiteral("This run")}));
    const int loss = int(titles.indexOf(QStringLiteral("Loss")));
    for (int row = 1; row < 12; ++row)
        QVERIFY(table->model()->index(row - 1, loss).data().toString().toDouble()
            >= table->model()->index(row, loss).data().toString().toDouble());
    m_view->focusPicture();
    QVERIFY(table->hasFocus());
}

void TestDataView::aTextIsWrittenOn()
{
    QFile file(m_folder.filePath(QStringLiteral("text")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray content = QByteArray("ab cab dbc\n").repeated(60);
    QVERIFY(file.write(content) == content.size());
    file.close();
    SessionSpec session = circle("mixed_float16");
    session.data = {"characters", {{"file", file.fileName().toStdString()}, {"context", std::int64_t{8}}}};
    session.model.layers
        = {LayerSpec{"characters", "InputLayer", {{"shape", std::vector<std::int64_t>{8}}}, {}, {}},
            LayerSpec{"embedding", "Embedding",
                {{"input_dim", std::int64_t{6}}, {"output_dim", std::int64_t{8}}}, {}, {}},
            LayerSpec{"logits", "Dense", {{"units", std::int64_t{6}}}, {}, {}}};
    session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    session.training.optimizer = {"Adam", {{"learning_rate", 0.02}}};
    train(session, 60);
    auto* written = child<QLabel>("writtenText");
    QVERIFY(written->isVisible());
    // After a and c only b, after ⏎ a: what is learnt is written.
    QVERIFY2(written->accessibleName().contains(QStringLiteral("this run writes ")),
        qPrintable(written->accessibleName()));
    QVERIFY2(written->accessibleName().contains(QStringLiteral("ab")), qPrintable(written->accessibleName()));
    QVERIFY2(sentence().contains(QStringLiteral("windows of the test text")), qPrintable(sentence()));
    QVERIFY2(sentence().contains(QStringLiteral("alike")), qPrintable(sentence()));
    QVERIFY(child<QTableView>("exampleTable")->model()->rowCount() > 2);
    m_view->setPalette(themePalette(Theme::Dark));
    QVERIFY(!written->text().isEmpty());
}

void TestDataView::picturesAreSiftedByDisagreement()
{
    // Images of 4 x 4 in an .idx pair: a bright left or right half.
    const auto write = [&](const char* name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()
            ? file.fileName().toStdString()
            : std::string();
    };
    constexpr int kImages = 50;
    QByteArray images("\0\0\x08\x03\0\0\0\x32\0\0\0\x04\0\0\0\x04", 16);
    QByteArray labels("\0\0\x08\x01\0\0\0\x32", 8);
    for (int i = 0; i < kImages; ++i) {
        for (int pixel = 0; pixel < 16; ++pixel)
            images += char((pixel % 4 < 2) == (i % 2 == 0) ? 200 - 3 * i : i * pixel);
        labels += char(i % 2);
    }
    SessionSpec session = circle("float8_from_mixed_bfloat16");
    session.data = {"idx", {{"features", write("images", images)}, {"targets", write("labels", labels)}}};
    session.model.layers.front().config.set("shape", std::vector<std::int64_t>{4, 4});
    session.model.layers.insert(
        session.model.layers.begin() + 1, LayerSpec{"flatten", "Flatten", {}, {}, {}});
    train(session, 3);
    auto* list = child<QListView>("pictureList");
    QVERIFY(list->isVisible());
    const auto* model = qobject_cast<const PictureListModel*>(list->model());
    QCOMPARE(model->rowCount(), 10);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(model->index(1, 0)).center());
    QCOMPARE(reading(), model->index(1, 0).data().toString());
    QTest::keyClick(list, Qt::Key_Home);
    QCOMPARE(reading(), model->index(0, 0).data().toString());
    child<QCheckBox>("onlyDisagreements")->click();
    QCOMPARE(std::int64_t(model->rowCount()), model->judged().disagreements);
    child<QCheckBox>("onlyDisagreements")->click();
    QCOMPARE(model->rowCount(), 10);
    child<QPushButton>("dataCopy")->click();
    QVERIFY(!QApplication::clipboard()->image().isNull());
}

void TestDataView::thePictureIsCopiedInLightColours()
{
    train(circle("mixed_float16"), 40);
    m_view->setPalette(themePalette(Theme::Dark));
    QApplication::clipboard()->clear();
    child<QPushButton>("dataCopy")->click();
    const QImage copy = QApplication::clipboard()->image();
    QVERIFY(copy.width() >= 2 * fieldPanel().width());
    QCOMPARE(copy.pixelColor(3, 3), QColor(Qt::white));
    const QImage shown = child<QWidget>("fieldPanel")->grab().toImage();
    QVERIFY2(shown.pixelColor(3, 3).lightness() < 60, qPrintable(shown.pixelColor(3, 3).name()));
}

void TestDataView::anotherRunHasAnotherPicture()
{
    train(circle("mixed_float16"), 40);
    const QPointer<DataPanel> first = m_view->panel();
    QVERIFY(first->isVisible());
    train(ofFile("x,y\n1,2\n2,3\n3,5\n4,1\n", "regression", 1, 1), 5);
    QVERIFY(!first->isVisible());
    QVERIFY(m_view->panel()->isVisible());
    train(circle("float16"), 6);
    QCOMPARE(m_view->panel(), first.data());
    QVERIFY(first->isVisible());
    // One that cannot be loaded leaves the picture.
    SessionSpec broken = circle("float16");
    broken.data = {"csv", {{"file", std::string("/nowhere.csv")}}};
    m_runner->start(std::make_shared<const SessionSpec>(broken));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Empty, kTrainedMs);
    QTest::qWait(100);
    QVERIFY(first->isVisible());
    QVERIFY(sentence().startsWith(QStringLiteral("After step 5. ")));
}

void TestDataView::aRunReadFromAFileHasNoData()
{
    train(circle("mixed_float16"), 5);
    const std::shared_ptr<const RunHistory> trained = m_shown->run();
    m_shown->show(std::make_shared<RunHistory>(trained->recorded()));
    QVERIFY2(sentence().contains(QStringLiteral("read from a file")), qPrintable(sentence()));
    QCOMPARE(m_view->panel(), nullptr);
    m_view->hide();
    m_view->show(); // it looks anew
    QCOMPARE(m_view->panel(), nullptr);
    m_shown->show(trained);
    QTRY_VERIFY_WITH_TIMEOUT(m_view->panel() != nullptr && m_view->panel()->isVisible(), kTrainedMs);
}

void TestDataView::aRunOfNanIsDrawnAndSaid()
{
    SessionSpec session = circle("float16");
    session.training.optimizer = {"SGD", {{"learning_rate", 3e5}}};
    train(session, 40);
    QVERIFY2(sentence().contains(countText(9216) + QStringLiteral(" are NaN")), qPrintable(sentence()));
    const FieldPanel& panel = fieldPanel();
    // Away from the points: the corner of the first picture, once it is laid out, has NaN's own colour.
    QTRY_VERIFY_WITH_TIMEOUT(panel.rect().contains(panel.pixelOf(2 * 96 + 2, 0)), kTrainedMs);
    const QPoint corner = panel.pixelOf(2 * 96 + 2, 0);
    const QImage drawn = const_cast<FieldPanel&>(panel).grab().toImage();
    QVERIFY2(drawn.pixelColor(corner).lightness() < 60, qPrintable(drawn.pixelColor(corner).name()));
}

void TestDataView::everythingHasANameAndATip()
{
    train(circle("mixed_float16"), 5);
    train(ofFile("x,y\n1,2\n2,3\n3,5\n4,1\n", "regression", 1, 1), 5);
    train(ofFile("a,b,c,y\n1,2,1,1\n2,3,2,0\n3,5,1,0\n4,1,1,1\n", "classification", 3, 2), 5);
    for (const char* name : {"fieldPanel", "curvePanel", "exampleTable"}) {
        QVERIFY2(!child<QWidget>(name)->accessibleName().isEmpty(), name);
        QVERIFY2(!child<QWidget>(name)->toolTip().isEmpty(), name);
    }
    for (const QPushButton* button : m_view->findChildren<QPushButton*>())
        QVERIFY(!button->toolTip().isEmpty() && !button->objectName().isEmpty());
    QVERIFY(m_view->minimumSizeHint().width() <= 560); // of 1024, the model's panel beside it
}

void TestDataView::aRunWhoseWeightsAreGoneHasNoPicture()
{
    train(circle("mixed_float16"), 5);
    const std::shared_ptr<const RunHistory> before = m_shown->run();
    train(circle("float32"), 6);
    const std::shared_ptr<const RunHistory> newest = m_shown->run();
    m_shown->show(before);
    QVERIFY2(sentence().contains(QStringLiteral("weights")) && sentence().contains(QStringLiteral("gone")),
        qPrintable(sentence()));
    QCOMPARE(m_view->panel(), nullptr);
    m_shown->show(newest);
    QTRY_VERIFY_WITH_TIMEOUT(m_view->panel() != nullptr && m_view->panel()->isVisible(), kTrainedMs);
    QVERIFY2(sentence().startsWith(QStringLiteral("After step 5. ")), qPrintable(sentence()));
}

QTEST_MAIN(TestDataView)
#include "tst_data_view.moc"
