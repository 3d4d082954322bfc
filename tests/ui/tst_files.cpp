// SPDX-License-Identifier: GPL-3.0-or-later
// Files from elsewhere in the window: told by their content, searched, read; what cannot be read is said and leaves what is open.
#include "engine/file/npz.h"
#include "tests/ui/window_test.h"
#include "ui/files/models/exponent_bars.h"
#include "ui/files/models/recording_metrics.h"
#include "ui/files/models/tensor_tables.h"
#include "ui/files/tensor_pictures.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/message_banner.h"
#include "ui/look/models/display_text.h"
#include "ui/look/qcp.h"
#include "ui/picture/grid_view.h"
#include "ui/training/stacked_plot.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>

#include <stop_token>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kTabs = 8; ///< that are always there

} // namespace

class TestFiles : public WindowTest
{
    Q_OBJECT
private slots:
    void init();
    void cleanup() { m_window.reset(); }
    void aModelOfKerasIsListedAndSearched();
    void aModelOfKerasIsTrainedOn();
    void allTensorsAreAGridOverFormats();
    void anAmaxHistoryIsPlotted();
    void whatIsGivenUpIsNotCounted();
    void aPastedLogIsJudgedAndItsRuleIsUndone();
    void aLogInOwnWordsIsAskedAbout();
    void asksAboutALogOnceNoDialogIsOpen();
    void showsWhereInABarALossIsNotFinite();
    void aShortLogHasWholeLines();
    void aBrokenFileIsSaidAndNothingAppears();
    void typedNumbersAreRead();

private:
    static QString golden(const char* name)
    {
        return QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/tensor_files/%1").arg(QLatin1String(name));
    }
    QTabWidget* tabs() const { return child<QTabWidget>("tabs"); }
};

void TestFiles::init()
{
    startAfresh();
    openWindow(QSize(1024, 768));
    openScene("circle");
}

void TestFiles::aModelOfKerasIsListedAndSearched()
{
    QCOMPARE(tabs()->count(), kTabs);
    m_window->openFile(golden("model.keras"));
    waitUntilIdle();
    QCOMPARE(tabs()->currentIndex(), kTabs);
    QCOMPARE(m_settings->recentFiles().front(), golden("model.keras"));
    auto* list = child<QTableView>("fileTensors");
    const int all = list->model()->rowCount();
    QVERIFY(all > 8);
    QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("layers/dense/vars/0"));
    QCOMPARE(child<QTableView>("fileElements")->model()->rowCount(), 12);
    QVERIFY(child<QTableView>("fileLosses")->model()->rowCount() > 3);
    QVERIFY(child<QLabel>("fileRange")
                ->text()
                .contains(QStringLiteral("of all values lie below the numbers of float16")));
    child<QLineEdit>("fileSearch")->setText(QStringLiteral("dns1v"));
    QCOMPARE(list->model()->rowCount(), 2);
    child<QLineEdit>("fileSearch")->clear();
    QCOMPARE(list->model()->rowCount(), all);
    child<QAction>("closeFile")->trigger();
    QCOMPARE(tabs()->count(), kTabs);
}

/// From its weights, in one step of undo; where the data are not what it was made for, that is said.
void TestFiles::aModelOfKerasIsTrainedOn()
{
    QTemporaryDir folder;
    const QString weights = folder.filePath(QStringLiteral("model.weights.npz"));
    setFileAnswer([&](const FileQuestion& question) { return question.isToSave ? weights : QString(); });
    m_window->openFile(golden("all.pt"));
    waitUntilIdle();
    QVERIFY(!child<QPushButton>("fileModel")->isVisibleTo(m_window.get()));
    m_window->openFile(golden("model.keras"));
    waitUntilIdle();
    const SessionSpec circle = *m_window->document().session();
    child<QPushButton>("fileModel")->click();
    waitUntilIdle();
    QVERIFY(*m_window->document().session() == circle);
    QVERIFY(child<MessageBanner>("messageBanner")
                ->text()
                .contains(QStringLiteral("does not fit this session's data")));

    const std::filesystem::path data = folder.filePath(QStringLiteral("data.npz")).toStdString();
    QVERIFY(saveNpz(
        data, {{"x", {{6, 4}, std::vector<float>(24, 0.5F)}}, {"y", {{6, 2}, std::vector<float>(12, 1)}}}));
    SessionSpec before = circle;
    before.data = {"npz", {{"file", data.string()}, {"test_share", 0.5}}};
    before.model.layers.resize(2);
    before.model.layers[0].config.set("shape", std::vector<std::int64_t>{4});
    before.model.layers[1].config.set("units", std::int64_t{2});
    before.training.loss = {"MeanSquaredError", {}};
    QVERIFY(
        m_window->document().edit(QStringLiteral("data"), [&](SessionSpec& session) { session = before; }));
    before = *m_window->document().session();
    waitUntilIdle();
    child<QAction>("showTab9")->trigger();
    child<QPushButton>("fileModel")->click();
    waitUntilIdle();
    const SessionSpec& after = *m_window->document().session();
    QVERIFY2(after.model.layers.size() == 3, qPrintable(child<MessageBanner>("messageBanner")->text()));
    QCOMPARE(after.model.layers[2].name, std::string("second"));
    QCOMPARE(after.training.optimizer.className, std::string("Adam"));
    QCOMPARE(after.training.lossScale.className, std::string("dynamic"));
    QVERIFY(after.data == before.data);
    QCOMPARE(QString::fromStdString(after.training.initialWeights), weights);
    QCOMPARE(loadNpz(weights.toStdString())->size(), std::size_t{4});
    QVERIFY2(after.training.initialState.ends_with(".state.npz"), after.training.initialState.c_str());
    QCOMPARE(loadNpz(after.training.initialState)->size(),
        std::size_t{2 + 2 * 4}); // steps, good steps, what Adam keeps
    QCOMPARE(tabs()->currentIndex(), 0);
    child<QAction>("undo")->trigger();
    QVERIFY(*m_window->document().session() == before);
    waitUntilIdle();
    // Cancelled, nothing changes.
    setFileAnswer([](const FileQuestion&) { return QString(); });
    child<QAction>("showTab9")->trigger();
    child<QPushButton>("fileModel")->click();
    waitUntilIdle();
    QVERIFY(*m_window->document().session() == before);
}

void TestFiles::allTensorsAreAGridOverFormats()
{
    m_window->openFile(golden("model.keras"));
    waitUntilIdle();
    auto* list = child<QTableView>("fileTensors");
    auto* pages = child<QTabWidget>("fileTensorPages");
    auto* panel = child<FormatGridPanel>("fileFormatGrid");
    QVERIFY(!panel->view().grid()); // it was not seen yet
    pages->setCurrentWidget(panel);
    waitUntilIdle();
    const GridData& grid = *panel->view().grid();
    QCOMPARE(int(grid.rows.size()), list->model()->rowCount());
    // The numbers of the tensor that is chosen, on the page beside it.
    const QString name = list->model()->index(0, 0).data().toString();
    const auto row = grid.rowOf(name.toStdString());
    QVERIFY(row);
    const QAbstractItemModel& losses = *child<QTableView>("fileLosses")->model();
    QCOMPARE(losses.rowCount(), int(grid.columns.size()));
    for (int format = 0; format < losses.rowCount(); ++format) {
        QCOMPARE(losses.index(format, 0).data().toString(), grid.columns[std::size_t(format)].name);
        QCOMPARE(losses.index(format, 1).data().toString(),
            percentText(grid.at({*row, std::size_t(format)}).value));
    }
    // A click chooses the tensor, which stays in the grid.
    const std::size_t last = grid.rows.size() - 1;
    const QString other = grid.rows[last].name;
    QTest::mouseClick(&panel->view(), Qt::LeftButton, {}, panel->view().rectOf({last, 2}).center().toPoint());
    waitUntilIdle();
    QCOMPARE(list->model()->index(list->currentIndex().row(), 0).data().toString(), other);
    QTRY_COMPARE(int(panel->view().grid()->rows.size()), list->model()->rowCount());
    QCOMPARE(panel->view().chosenRow(), panel->view().grid()->rowOf(other.toStdString()));
    list->setCurrentIndex(list->model()->index(0, 0)); // chosen in the list, it is seen in the grid
    waitUntilIdle();
    QCOMPARE(panel->view().chosenRow(), panel->view().grid()->rowOf(name.toStdString()));
}

void TestFiles::anAmaxHistoryIsPlotted()
{
    m_window->openFile(golden("../keras_files/trained_3.5.keras"));
    waitUntilIdle();
    auto* pages = child<QTabWidget>("fileTensorPages");
    const int overSteps = pages->indexOf(child<QWidget>("amaxesStepsPanel"));
    auto* list = child<QTableView>("fileTensors");
    const auto choose = [&](const QString& name) {
        child<QLineEdit>("fileSearch")->setText(name);
        list->setCurrentIndex(list->model()->index(0, 0));
        waitUntilIdle();
    };
    choose(QStringLiteral("layers/dense/vars/0"));
    QVERIFY(!pages->isTabVisible(overSteps));
    choose(
        QStringLiteral("layers/dense/vars/3")); // of the inputs, of whose four entries three have seen a step
    QVERIFY(pages->isTabVisible(overSteps));
    QCOMPARE(pages->currentIndex(), overSteps);
    auto* plot = child<StackedPlot>("amaxesPlot");
    QCOMPARE(plot->plots(), (QStringList{QStringLiteral("recorded_amax"), QStringLiteral("recorded_scale")}));
    QCOMPARE(child<QSpinBox>("amaxesHistory")->value(), 3);
    QCOMPARE(child<QComboBox>("amaxesFormat")->currentText(), QStringLiteral("float8_e4m3fn"));
    const QAbstractItemModel* scales = child<QTableView>("amaxesScales")->model();
    QStringList last; // scales of the recipe that takes each step's own amax
    for (int row = 0; row < scales->rowCount(); ++row)
        if (scales->index(row, 0).data().toString() == QStringLiteral("te_current"))
            last += scales->index(row, 4).data().toString();
    QCOMPARE(
        last, QStringList{numberText(448 / 0.083984375)}); // the newest amax, 0000ac3d in keras_files.jsonl
    choose(QStringLiteral("layers/dense/vars/7")); // of the output's gradient
    QCOMPARE(child<QComboBox>("amaxesFormat")->currentText(), QStringLiteral("float8_e5m2"));
    choose(QStringLiteral("layers/dense/vars/1"));
    QVERIFY(!pages->isTabVisible(overSteps));
}

void TestFiles::whatIsGivenUpIsNotCounted()
{
    const std::vector<double> values{1, 0, 0.75, -3};
    const ExponentBars all = exponentBars(values);
    QCOMPARE(std::pair(all.least, all.most), std::pair(-1, 1));
    QCOMPARE(all.counts.zeros, decltype(all.counts.zeros){1});
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!exponentBars(values, stop.get_token()).hasMagnitudes());
}

void TestFiles::aPastedLogIsJudgedAndItsRuleIsUndone()
{
    QApplication::clipboard()->setText(
        QStringLiteral("Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0\n"
                       "step 10: loss 2.3, loss scale 32768\nstep 20: loss 2.1, loss scale 32768\n"));
    child<QAction>("judgeLog")->trigger();
    waitUntilIdle();
    QCOMPARE(tabs()->count(), kTabs + 1);
    QVERIFY(child<QWidget>("logVerdict0"));
    const SessionSpec before = *m_window->document().session();
    child<QPushButton>("logTryHere")->click();
    QVERIFY(!(m_window->document().session()->training.lossScale == before.training.lossScale));
    waitUntilIdle();
    child<QAction>("undo")->trigger();
    QVERIFY(m_window->document().session()->training.lossScale == before.training.lossScale);
    waitUntilIdle();
}

/// What is pasted says nothing in known words: it is asked for them, and once more by the button.
void TestFiles::aLogInOwnWordsIsAskedAbout()
{
    QString text;
    for (int i = 0; i < 30; ++i)
        text += QStringLiteral("it=%1 L=%2 S=1024 left=%3\n").arg(i).arg(3 - 0.1 * i).arg(i == 20 ? 3 : 0);
    QApplication::clipboard()->setText(text);
    child<QAction>("judgeLog")->trigger();
    waitUntilIdle();
    QCOMPARE(tabs()->count(), kTabs);
    auto* dialog = child<QDialog>("logNames");
    const auto* said = dialog->findChild<QLabel*>(QStringLiteral("logNamesSaid"));
    QVERIFY(said->text().contains(QStringLiteral("no number in it has a name that is known for a loss")));
    const auto type = [&](const char* edit, const char* word) {
        auto* line = dialog->findChild<QComboBox*>(QLatin1String(edit))->lineEdit();
        line->clear();
        QTest::keyClicks(line, QLatin1String(word));
    };
    const auto* losses = dialog->findChild<QComboBox*>(QStringLiteral("logNameLoss"));
    QVERIFY(losses->findText(QStringLiteral("L")) >= 0 && losses->findText(QStringLiteral("S")) >= 0);
    type("logNameStep", "it");
    type("logNameLoss", "L");
    type("logNameScale", "S");
    type("logNameSkipped", "left");
    QCOMPARE(said->text(),
        QStringLiteral("At its beginning: 30 losses, 30 loss scales, 0 gradient norms, 3 skipped steps."));
    dialog->accept();
    waitUntilIdle();
    QCOMPARE(tabs()->count(), kTabs + 1);
    QVERIFY(child<QLabel>("logCounts")
                ->text()
                .startsWith(QStringLiteral("In words of its own: 30 lines, 30 losses")));
    QVERIFY(child<QPushButton>("fileNames")->isVisibleTo(m_window.get()));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    child<QPushButton>("fileNames")->click();
    dialog = child<QDialog>("logNames");
    QCOMPARE(
        dialog->findChild<QComboBox*>(QStringLiteral("logNameLoss"))->currentText(), QStringLiteral("L"));
    dialog->reject();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    child<QAction>("closeFile")->trigger();

    // As a file, by File > Open; words that are wrong stay to be mended.
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("own.log"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0);
    file.close();
    m_window->openFile(path);
    waitUntilIdle();
    dialog = child<QDialog>("logNames");
    type("logNameLoss", "LL");
    dialog->accept();
    waitUntilIdle();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    dialog = child<QDialog>("logNames");
    QCOMPARE(
        dialog->findChild<QComboBox*>(QStringLiteral("logNameLoss"))->currentText(), QStringLiteral("LL"));
    type("logNameLoss", "L");
    dialog->accept();
    waitUntilIdle();
    QCOMPARE(child<QLabel>("fileAbout")->text(), QStringLiteral("own.log: the log of a training"));
}

/// The file is read aside, and a dialog may have been opened meanwhile.
void TestFiles::asksAboutALogOnceNoDialogIsOpen()
{
    const QString path = inDirectory("late.log");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("it=1 L=2.5\nit=2 L=2.25\n") > 0);
    file.close();
    QDialog saving(m_window.get());
    saving.open();
    m_window->openFile(path);
    waitUntilIdle();
    QTest::qWait(300);
    QCOMPARE(QApplication::activeModalWidget(), &saving);
    saving.reject();
    QTRY_VERIFY(m_window->findChild<QDialog*>(QStringLiteral("logNames")));
    child<QDialog>("logNames")->reject();
}

void TestFiles::showsWhereInABarALossIsNotFinite()
{
    QString text;
    for (int i = 1; i < 100; ++i)
        text += QStringLiteral("\rEpoch 0: 1%|#  | %1/100 [00:01<00:09, 10.00it/s, train_loss=%2]")
                    .arg(i)
                    .arg(i < 40 ? QStringLiteral("2.5") : QStringLiteral("nan.0"));
    QApplication::clipboard()->setText(text);
    child<QAction>("judgeLog")->trigger();
    waitUntilIdle();
    const auto links = child<QWidget>("logVerdict0")->findChildren<QPushButton*>();
    QVERIFY(!links.isEmpty());
    QCOMPARE(links.front()->text(), QStringLiteral("epoch 0, step 40/100"));
    links.front()->click();
    QVERIFY(child<QListView>("logLines")->currentIndex().isValid());
}

void TestFiles::aShortLogHasWholeLines()
{
    QApplication::clipboard()->setText(
        QStringLiteral("Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0\n"
                       "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 16384.0\n"));
    child<QAction>("judgeLog")->trigger();
    waitUntilIdle();
    const auto* canvas = child<QCustomPlot>("logPlotCanvas");
    for (QCPAxisRect* rect : canvas->axisRects()) {
        const QCPAxis* lines = rect->axis(QCPAxis::atBottom);
        QVector<double> ticks;
        QVector<QString> labels;
        lines->ticker()->generate(lines->range(), QLocale::c(), QLatin1Char('f'), 0, ticks, nullptr, &labels);
        QVERIFY(ticks.size() > 1);
        for (qsizetype i = 0; i < ticks.size(); ++i)
            QCOMPARE(labels[i].toDouble(), ticks[i]);
    }
}

void TestFiles::aBrokenFileIsSaidAndNothingAppears()
{
    const QString path = inDirectory("broken.npy");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("\x93NUMPY\x01") > 0);
    file.close();
    m_window->openFile(path);
    const auto isSaid = [&] {
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(path))
                return true;
        return false;
    };
    QTRY_VERIFY(isSaid());
    QCOMPARE(tabs()->count(), kTabs);
}

void TestFiles::typedNumbersAreRead()
{
    const Result<std::vector<double>> numbers = typedNumbers(QStringLiteral("1 x3 2^-24; 0.5"));
    QVERIFY(numbers.ok());
    QCOMPARE(numbers.value(), (std::vector<double>{1, 1, 1, 0x1p-24, 0.5}));
    QVERIFY(!typedNumbers(QStringLiteral("x3")).ok());
    QVERIFY(!typedNumbers(QStringLiteral("1 x99999999")).ok());
}

QTEST_MAIN(TestFiles)
#include "tst_files.moc"
