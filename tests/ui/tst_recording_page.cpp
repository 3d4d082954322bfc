// SPDX-License-Identifier: GPL-3.0-or-later
// A recording of a training in the window: told by its content, searched and pinned, over its steps and at one of them, where it stopped being
// finite, which layers err by themselves, and what differs from another one.
#include "tests/app/written_safetensors.h"
#include "tests/ui/window_test.h"
#include "ui/files/models/recording_list_model.h"
#include "ui/look/models/display_text.h"
#include "ui/training/stacked_plot.h"

#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QUrl>

#include <array>
#include <limits>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kTabs = 8; ///< that are always there
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Two layers at three steps: fc1 doubles an input that grows, fc2 multiplies that by 40000, which from step 2 on float16 does not hold.
/// shift: of fc1's output at step 1.
void writeRecording(const QString& folder, double shift = 0)
{
    const char* layers = R"({"fc1": {"class_name": "Dense", "config": {"units": 1, "use_bias": false}},)"
                         R"( "fc2": {"class_name": "Dense", "config": {"units": 1, "use_bias": false}}})";
    for (int step = 0; step < 3; ++step) {
        const double input = std::array{0.0625, 0.5, 1.0}[std::size_t(step)];
        const double hidden = 2 * input + (step == 1 ? shift : 0);
        const double made = 40000 * hidden;
        const std::string at = std::to_string(step) + "/";
        const auto number = [&](const char* name, double value) {
            return WrittenTensor{at + name, "float16", {1, 1}, {value}};
        };
        writeSafetensors(QDir(folder).filePath(QStringLiteral("%1.safetensors").arg(step)).toStdString(),
            {number("fc1/weight", 2), number("fc1/input", input), number("fc1/output", hidden),
                number("fc2/weight", 40000), number("fc2/input", hidden),
                number("fc2/output", made > 65504 ? kInfinity : made),
                number("loss/input", made > 65504 ? kInfinity : made)},
            {{"stack", "torch 2.15.0"}, {"layers", layers}});
    }
}

} // namespace

class TestRecordingPage : public WindowTest
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void aFolderIsOpenedByItsMenuAndByName();
    void aDroppedFolderIsOpened();
    void oneFileIsToldByItsNames();
    void aFolderWithoutTensorsIsSaid();
    void namesAreAskedForOnceAndKept();
    void lettersFindAndTicksPin();
    void theTensorIsShownOverItsStepsAndAtOne();
    void theHistoryIsAOverride();
    void theFirstThatIsNotFiniteIsFound();
    void expectedInfinitiesAreDeclared();
    void layersThatErrAreApart();
    void twoRecordingsAreCompared();
    void lookingIsStopped();
    void everythingSaysWhatItIs();

private:
    QTabWidget* tabs() const { return child<QTabWidget>("tabs"); }
    QTabWidget* parts() const { return child<QTabWidget>("recordingParts"); }
    QAbstractItemModel* list() const { return child<QTableView>("recordingTensors")->model(); }
    QString said(const char* label) const { return child<QLabel>(label)->text(); }
    QString cell(const char* table, int row, int column) const
    {
        return child<QTableView>(table)->model()->index(row, column).data().toString();
    }
    void openRecording()
    {
        m_window->openFile(m_recording);
        waitUntilIdle();
    }
    void clickRow(const char* table, int row)
    {
        auto* view = child<QTableView>(table);
        view->scrollTo(view->model()->index(row, 0));
        QTest::mouseClick(
            view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(row, 0)).center());
    }
    /// "layer/role" of the row that is chosen, and the step.
    QString chosen() const
    {
        const QModelIndex row = child<QTableView>("recordingTensors")->currentIndex();
        return row.siblingAtColumn(RecordingListModel::LayerColumn).data().toString() + QLatin1Char('/')
            + row.siblingAtColumn(RecordingListModel::RoleColumn).data().toString() + QLatin1Char('@')
            + child<QComboBox>("recordingStep")->currentText();
    }

    QString m_recording;
};

void TestRecordingPage::init()
{
    startAfresh();
    openWindow(QSize(1024, 768));
    openScene("circle");
    m_recording = inDirectory("rec");
    writeRecording(m_recording);
}

void TestRecordingPage::cleanup()
{
    m_window.reset();
    setFileAnswer({});
}

void TestRecordingPage::aFolderIsOpenedByItsMenuAndByName()
{
    answerFileDialogs();
    m_filePath = m_recording;
    QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    waitUntilIdle();
    QVERIFY(m_fileQuestion.isFolder);
    QCOMPARE(tabs()->count(), kTabs + 1);
    QVERIFY(child<QWidget>("recordingPage")->isVisible());
    QCOMPARE(list()->rowCount(), 7);
    QVERIFY(said("fileAbout").contains(QStringLiteral("21 tensors of 3 layers at 3 steps, by torch 2.15.0")));
    QCOMPARE(m_settings->recentFiles().front(), m_recording);
    QVERIFY(!child<QPushButton>("fileLearn")->isVisible());
    child<QAction>("closeFile")->trigger();
    QCOMPARE(tabs()->count(), kTabs);
    openRecording();
    QCOMPARE(list()->rowCount(), 7);
    QCOMPARE(QApplication::focusWidget(), child<QLineEdit>("recordingSearch"));
}

void TestRecordingPage::aDroppedFolderIsOpened()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(m_recording)});
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    waitUntilIdle();
    QCOMPARE(list()->rowCount(), 7);
}

void TestRecordingPage::oneFileIsToldByItsNames()
{
    m_window->openFile(m_recording + QStringLiteral("/2.safetensors"));
    waitUntilIdle();
    QVERIFY(child<QWidget>("recordingPage")->isVisible());
    QCOMPARE(list()->rowCount(), 7);
    m_window->openFile(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/tensor_files/model.keras"));
    waitUntilIdle();
    QVERIFY(child<QWidget>("tensorFilePage")->isVisible());
    QVERIFY(!child<QWidget>("recordingPage")->isVisible());
    QCOMPARE(list()->rowCount(), 0);
}

void TestRecordingPage::aFolderWithoutTensorsIsSaid()
{
    openRecording();
    const QString empty = inDirectory("empty");
    QVERIFY(QDir().mkpath(empty));
    m_window->openFile(empty);
    const auto isSaid = [&] {
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(empty))
                return true;
        return false;
    };
    QTRY_VERIFY(isSaid());
    QCOMPARE(list()->rowCount(), 7); // what is open stays
}

void TestRecordingPage::namesAreAskedForOnceAndKept()
{
    const QString folder = inDirectory("other");
    writeSafetensors(QDir(folder).filePath(QStringLiteral("a.safetensors")).toStdString(),
        {{"17:fc:out", "float16", {1}, {1}}, {"17:fc:in", "float16", {1}, {2}}});
    m_window->openFile(folder);
    waitUntilIdle();
    QVERIFY2(
        said("fileAbout").contains(QStringLiteral("taken for {path}/{role}")), qPrintable(said("fileAbout")));
    QTest::mouseClick(child<QPushButton>("fileNames"), Qt::LeftButton);
    QVERIFY(child<QDialog>("recordingNames"));
    auto* pattern = child<QComboBox>("namesPattern");
    pattern->setFocus();
    pattern->lineEdit()->selectAll();
    QTest::keyClicks(pattern, QStringLiteral("{step}:{path}:{role}"));
    QVERIFY2(said("namesSaid").contains(QStringLiteral("2 of these 2")), qPrintable(said("namesSaid")));
    QCOMPARE(cell("namesTried", 1, 3), QStringLiteral("input"));
    QTest::keyClick(pattern, Qt::Key_Return);
    waitUntilIdle();
    QCOMPARE(list()->rowCount(), 2);
    QCOMPARE(child<QComboBox>("recordingStep")->currentText(), QStringLiteral("17"));
    QVERIFY(QFile::exists(folder + QStringLiteral("/ulpscope-names.txt")));
    QTRY_VERIFY(!child<QDialog>("recordingNames"));
    child<QAction>("closeFile")->trigger();
    m_window->openFile(folder); // by what is kept
    waitUntilIdle();
    QCOMPARE(list()->rowCount(), 2);
    QVERIFY(!child<QDialog>("recordingNames"));
    child<QAction>("closeFile")->trigger();
    QFile kept(folder + QStringLiteral("/ulpscope-names.txt"));
    QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write("rank_{step}/{path}:{role}") > 0);
    kept.close();
    m_window->openFile(folder); // which fits none: it is asked again
    QTRY_VERIFY(child<QDialog>("recordingNames"));
    QCOMPARE(child<QTableView>("namesTried")->model()->rowCount(), 2);
    child<QDialog>("recordingNames")->reject();
}

void TestRecordingPage::lettersFindAndTicksPin()
{
    openRecording();
    QTest::keyClicks(child<QLineEdit>("recordingSearch"), QStringLiteral("c2w"));
    QCOMPARE(list()->rowCount(), 1);
    QCOMPARE(cell("recordingTensors", 0, RecordingListModel::RoleColumn), QStringLiteral("weight"));
    QTest::keyClick(child<QLineEdit>("recordingSearch"), Qt::Key_Down);
    auto* view = child<QTableView>("recordingTensors");
    QCOMPARE(QApplication::focusWidget(), view);
    QTest::keyClick(view, Qt::Key_Space); // pins
    child<QLineEdit>("recordingSearch")->setText(QStringLiteral("fc1/input"));
    QCOMPARE(list()->rowCount(), 2);
    QCOMPARE(cell("recordingTensors", 0, RecordingListModel::LayerColumn), QStringLiteral("fc2"));
    QCOMPARE(cell("recordingTensors", 1, RecordingListModel::LayerColumn), QStringLiteral("fc1"));
    child<QLineEdit>("recordingSearch")->clear();
    QCOMPARE(list()->rowCount(), 7);
    QCOMPARE(cell("recordingTensors", 0, RecordingListModel::LargestColumn), QStringLiteral("40000"));
    for (int row = 0; row < 7; ++row)
        if (cell("recordingTensors", row, RecordingListModel::RoleColumn) == QStringLiteral("output")
            && cell("recordingTensors", row, RecordingListModel::LayerColumn) == QStringLiteral("fc2"))
            QCOMPARE(cell("recordingTensors", row, RecordingListModel::NotFiniteColumn), QStringLiteral("1"));
}

void TestRecordingPage::theTensorIsShownOverItsStepsAndAtOne()
{
    openRecording();
    child<QLineEdit>("recordingSearch")->setText(QStringLiteral("fc1/input"));
    clickRow("recordingTensors", 0);
    waitUntilIdle();
    auto* plot = child<StackedPlot>("recordedPlot");
    QCOMPARE(plot->plots(), (QStringList{QStringLiteral("recorded_amax"), QStringLiteral("recorded_scale")}));
    auto* steps = child<QComboBox>("recordingStep");
    QCOMPARE(steps->count(), 3);
    auto* elements = child<QTableView>("recordingElements");
    QCOMPARE(elements->model()->index(0, 1).data().toString(), QStringLiteral("0.0625"));
    plot->setCursorStep(2); // as a click in the plot does
    waitUntilIdle();
    QCOMPARE(steps->currentText(), QStringLiteral("2"));
    QCOMPARE(elements->model()->index(0, 1).data().toString(), QStringLiteral("1"));
    QCOMPARE(elements->model()->index(0, 2).data().toString(), QStringLiteral("0 01111 0000000000"));
    steps->setFocus();
    QTest::keyClick(steps, Qt::Key_Up);
    waitUntilIdle();
    QCOMPARE(plot->pinnedStep(), std::optional<std::int64_t>(1));
    QCOMPARE(elements->model()->index(0, 1).data().toString(), QStringLiteral("0.5"));
}

void TestRecordingPage::theHistoryIsAOverride()
{
    openRecording();
    child<QLineEdit>("recordingSearch")->setText(QStringLiteral("fc1/input"));
    clickRow("recordingTensors", 0);
    waitUntilIdle();
    auto* table = child<QTableView>("recordedScales");
    const int recipes = table->model()->rowCount();
    QVERIFY(recipes > 4);
    QVERIFY(cell("recordedScales", 1, 0).contains(QStringLiteral("te_delayed")));
    QCOMPARE(cell("recordedScales", 1, 3), numberText(1)); // before any amax
    QCOMPARE(cell("recordedScales", 1, 4), numberText(448 / 0.5));
    auto* history = child<QSpinBox>("recordedHistory");
    history->setFocus();
    history->selectAll();
    QTest::keyClicks(history, QStringLiteral("1"));
    QTest::keyClick(history, Qt::Key_Return);
    waitUntilIdle();
    QVERIFY(cell("recordedScales", 1, 0).endsWith(QStringLiteral("history 1")));
    auto* format = child<QComboBox>("recordedFormat");
    QCOMPARE(format->currentText(), QStringLiteral("float8_e4m3fn"));
    format->setFocus();
    QTest::keyClick(format, Qt::Key_Down);
    waitUntilIdle();
    QCOMPARE(format->currentText(), QStringLiteral("float8_e5m2"));
    QCOMPARE(cell("recordedScales", 1, 4), numberText(57344 / 0.5));
}

void TestRecordingPage::theFirstThatIsNotFiniteIsFound()
{
    openRecording();
    parts()->setCurrentIndex(1);
    child<QPushButton>("originsBegin")->setFocus();
    QTest::keyClick(child<QPushButton>("originsBegin"), Qt::Key_Space);
    waitUntilIdle();
    QVERIFY2(said("originsSaid").contains(QStringLiteral("fc2/output, at step 2")),
        qPrintable(said("originsSaid")));
    QCOMPARE(cell("originLayers", 0, 0), QStringLiteral("fc2"));
    QCOMPARE(cell("originLayers", 0, 1), QStringLiteral("producer"));
    QCOMPARE(child<QTableView>("originRoad")->model()->rowCount(), 6);
    QVERIFY2(said("originBirthSaid0").contains(QStringLiteral("dot product")),
        qPrintable(said("originBirthSaid0")));
    QCOMPARE(cell("originOperands0", 0, 2), QStringLiteral("40000"));
    clickRow("originRoad", 2);
    waitUntilIdle();
    QCOMPARE(parts()->currentIndex(), 0);
    QCOMPARE(chosen(), QStringLiteral("fc1/output@2"));
    parts()->setCurrentIndex(1);
    child<QPushButton>("originFirst")->click();
    waitUntilIdle();
    QCOMPARE(chosen(), QStringLiteral("fc2/output@2"));
}

void TestRecordingPage::expectedInfinitiesAreDeclared()
{
    openRecording();
    parts()->setCurrentIndex(1);
    auto* expected = child<QLineEdit>("originsExpected");
    expected->setFocus();
    QTest::keyClicks(expected, QStringLiteral("fc2/output loss/*"));
    QTest::keyClick(expected, Qt::Key_Return);
    waitUntilIdle();
    QVERIFY(said("originsSaid").startsWith(QStringLiteral("Every number is finite")));
    QVERIFY(!child<QTableView>("originRoad")->isVisible());
}

void TestRecordingPage::layersThatErrAreApart()
{
    openRecording();
    parts()->setCurrentIndex(2);
    QTest::mouseClick(child<QPushButton>("localErrorsBegin"), Qt::LeftButton);
    waitUntilIdle();
    QCOMPARE(said("localLeftAside"), QString());
    QCOMPARE(child<QTableView>("localProducers")->model()->rowCount(), 1);
    QCOMPARE(cell("localProducers", 0, 0), QStringLiteral("fc2"));
    QCOMPARE(cell("localProducers", 0, 7), QStringLiteral("1 of 3"));
    QCOMPARE(cell("localOthers", 0, 0), QStringLiteral("fc1"));
    child<QTableView>("localProducers")->setFocus();
    child<QTableView>("localProducers")->selectRow(0);
    QTest::keyClick(child<QTableView>("localProducers"), Qt::Key_Return);
    waitUntilIdle();
    QVERIFY(chosen().startsWith(QStringLiteral("fc2/output@")));
}

void TestRecordingPage::twoRecordingsAreCompared()
{
    openRecording();
    parts()->setCurrentIndex(3);
    answerFileDialogs();
    m_filePath = inDirectory("other");
    writeRecording(m_filePath, 0.0009765625); // 2^-10 at 1: one ulp of float16
    QTest::mouseClick(child<QPushButton>("differenceFolder"), Qt::LeftButton);
    waitUntilIdle();
    QVERIFY(m_fileQuestion.isFolder);
    QVERIFY2(said("differenceSaid").contains(QStringLiteral("at step 1 in fc1/output")),
        qPrintable(said("differenceSaid")));
    QCOMPARE(cell("differenceTable", 0, 0), QStringLiteral("fc1/output"));
    QCOMPARE(cell("differenceTable", 0, 4), numberText(1));
    clickRow("differenceTable", 0);
    waitUntilIdle();
    QCOMPARE(chosen(), QStringLiteral("fc1/output@1"));
    parts()->setCurrentIndex(3);
    m_filePath = m_recording;
    child<QPushButton>("differenceFolder")->click();
    waitUntilIdle();
    QVERIFY(said("differenceSaid").endsWith(QStringLiteral("all alike.")));
    QVERIFY(!child<QTableView>("differenceTable")->isVisible());
    child<QPushButton>("differenceEmulated")->click();
    waitUntilIdle();
    QVERIFY2(
        said("differenceSaid").endsWith(QStringLiteral("all alike.")), qPrintable(said("differenceSaid")));
    m_filePath = inDirectory("nowhere");
    child<QPushButton>("differenceFile")->click();
    waitUntilIdle();
    QVERIFY(said("differenceSaid").contains(m_filePath));
}

void TestRecordingPage::lookingIsStopped()
{
    openRecording();
    parts()->setCurrentIndex(2);
    child<QPushButton>("localErrorsBegin")->click();
    QVERIFY(child<QPushButton>("localErrorsStop")->isVisible());
    child<QPushButton>("localErrorsStop")->click();
    QVERIFY(child<QPushButton>("localErrorsBegin")->isVisible());
    QVERIFY(!child<QPushButton>("localErrorsStop")->isVisible());
    parts()->setCurrentIndex(1);
    child<QPushButton>("originsBegin")->click();
    child<QPushButton>("originsStop")->click();
    QVERIFY(said("originsSaid").startsWith(QStringLiteral("Stopped")));
    waitUntilIdle();
}

/// To a screen reader and to the pointer, in every part.
void TestRecordingPage::everythingSaysWhatItIs()
{
    openRecording();
    parts()->setCurrentIndex(1);
    child<QPushButton>("originsBegin")->click();
    waitUntilIdle();
    QStringList silent;
    for (int part = 0; part < parts()->count(); ++part) {
        parts()->setCurrentIndex(part);
        QVERIFY(!parts()->tabToolTip(part).isEmpty());
        for (const QWidget* widget : parts()->currentWidget()->findChildren<QWidget*>()) {
            const bool isOwn = widget->isVisible() && !qobject_cast<const QLabel*>(widget)
                && widget->focusPolicy() != Qt::NoFocus && !widget->objectName().isEmpty()
                && !widget->objectName().startsWith(QStringLiteral("qt_"));
            const auto* button = qobject_cast<const QPushButton*>(widget);
            if (isOwn && widget->accessibleName().isEmpty() && (!button || button->text().isEmpty()))
                silent += QStringLiteral("no name: ") + widget->objectName();
            if (isOwn && button && button->toolTip().isEmpty())
                silent += QStringLiteral("no tip: ") + widget->objectName();
        }
    }
    QVERIFY2(silent.isEmpty(), qPrintable(silent.join(QStringLiteral(", "))));
}

QTEST_MAIN(TestRecordingPage)
#include "tst_recording_page.moc"
