// SPDX-License-Identifier: GPL-3.0-or-later
// README's tour, walked as it is written there: each step is done by mouse and keys, and what it promises is read on the screen.
#include "tests/ui/window_test.h"
#include "ui/look/plot_commands.h"
#include "ui/runs/models/runs_model.h"
#include "ui/training/metric_tile.h"
#include "ui/training/run_plots.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QTreeView>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestTour : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void readmeHasTheSteps();
    // In README's order, in one window.
    void step1MostGradientsAreZeroAndTheVerdictSaysWhy();
    void step2TheRepairMakesFarFewerZero();
    void step3BfloatNeedsNoLossScaleAndErrsMore();
    void step4APolicyOfItsOwnIsBold();
    void step5TheCursorIsMovedAndPinned();
    void step6Float8ShowsOperands();
    void step7CompareHasTheRunsAndTheirSweep();
    void step8ThePolicyIsWrittenForKeras();
    void whatFollowsTheSteps();

private:
    StackedPlot* plots() const { return child<StackedPlot>("trainingPlots"); }
    QString tile(const char* id) const
    {
        return child<MetricTile>(qPrintable(QString::fromLatin1(id) + QStringLiteral("_tile")))
            ->headline()
            .value;
    }
    double number(const char* id) const
    {
        QString text = tile(id).section(QLatin1Char(' '), 0, 0);
        // "5.4×10⁻⁶"
        static const QRegularExpression power(QStringLiteral("^([0-9.]+)×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"));
        if (const auto match = power.match(text); match.hasMatch()) {
            QString exponent;
            for (const QChar digit : match.captured(2))
                exponent += digit == u'⁻' ? QStringLiteral("-")
                                          : QString::number(QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹").indexOf(digit));
            text = match.captured(1) + QLatin1Char('e') + exponent;
        }
        bool isNumber = false;
        const double value = text.toDouble(&isNumber);
        return isNumber ? value : qQNaN();
    }
    /// What is on the screen: labels, buttons, fields, and what painted things say of themselves.
    QString visibleText(const QWidget* root = nullptr) const;
    void choosePolicy(const QString& name);
    QModelIndex layer(const char* name, int column) const;
};

void TestTour::initTestCase()
{
    startAfresh();
    openWindow({1280, 800});
    openScene("circle");
}

QString TestTour::visibleText(const QWidget* root) const
{
    if (!root)
        root = m_window.get();
    QStringList texts;
    for (const QWidget* widget : root->findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            texts += label->text();
        else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            texts += button->text().remove(QLatin1Char('&'));
        else if (const auto* combo = qobject_cast<const QComboBox*>(widget))
            texts += combo->currentText();
        else if (const auto* line = qobject_cast<const QLineEdit*>(widget))
            texts += line->text();
        else if (const auto* page = qobject_cast<const QPlainTextEdit*>(widget))
            texts += page->toPlainText();
        else if (const auto* found = qobject_cast<const MetricTile*>(widget))
            texts += found->headline().caption + QLatin1Char(' ') + found->headline().value;
        else if (qobject_cast<const StackedPlot*>(widget))
            texts += widget->accessibleDescription();
    }
    return texts.join(QLatin1Char('\n'));
}

void TestTour::choosePolicy(const QString& name)
{
    auto* policy = child<QComboBox>("globalPolicy");
    policy->setFocus();
    const auto before = m_window->shownRun().run();
    QTest::keyClicks(policy, name); // which finds it
    QCOMPARE(policy->currentText(), name);
    emit policy->textActivated(name);
    waitUntilTrainedAgain();
    QVERIFY(m_window->shownRun().run() != before);
}

QModelIndex TestTour::layer(const char* name, int column) const
{
    const QAbstractItemModel* model = child<QTreeView>("layerView")->model();
    for (int row = 0; row < model->rowCount(); ++row)
        if (model->index(row, 0).data().toString() == QLatin1String(name))
            return model->index(row, column);
    return {};
}

/// A step that is added or reworded has to be walked here.
void TestTour::readmeHasTheSteps()
{
    QFile readme(QStringLiteral(ULPSCOPE_SOURCE_DIR "/README.md"));
    QVERIFY(readme.open(QIODevice::ReadOnly));
    const QString tour = QString::fromUtf8(readme.readAll())
                             .section(QStringLiteral("## A tour of one minute"), 1)
                             .section(QStringLiteral("\n## "), 0, 0)
                             .simplified();
    const QStringList promised{QStringLiteral("1. `app/run.sh`. The scene *Circle*"),
        QStringLiteral("most became exactly zero"), QStringLiteral("*Try loss scale 1024*"),
        QStringLiteral("2. Press it."), QStringLiteral("stays in the plots as a grey line"),
        QStringLiteral("3. At the top, choose the global policy `mixed_bfloat16`"),
        QStringLiteral("The error lies above the grey line"), QStringLiteral("4. In the tree on the left"),
        QStringLiteral("A bold policy is the layer's own"), QStringLiteral("5. Move the cursor"),
        QStringLiteral("The keys `.` and `,` go from event to event"),
        QStringLiteral("6. Choose `float8_from_mixed_bfloat16`"),
        QStringLiteral("how many elements *saturated*"),
        QStringLiteral("7. Choose `mixed_float16` again, and open *Compare*"),
        QStringLiteral("from 2^0 to 2^36"), QStringLiteral("8. *Policy > Export policy*"),
        QStringLiteral("two or three things to try"), QStringLiteral("*More steps*"),
        QStringLiteral("F1 explains what has the focus"), QStringLiteral("*Run > Copy as command line*")};
    qsizetype at = 0;
    for (const QString& text : promised) {
        const qsizetype found = tour.indexOf(text, at);
        QVERIFY2(found >= 0, qPrintable(text));
        at = found;
    }
    QVERIFY(!tour.contains(QStringLiteral(" 9. ")));
}

void TestTour::step1MostGradientsAreZeroAndTheVerdictSaysWhy()
{
    QCOMPARE(child<QComboBox>("globalPolicy")->currentText(), QStringLiteral("mixed_float16"));
    QVERIFY2(number("gradients_flushed_percent") > 50, qPrintable(tile("gradients_flushed_percent")));
    QVERIFY2(number("test_accuracy") > 90, qPrintable(tile("test_accuracy"))); // "all looks well"
    const QString text = visibleText();
    for (const char* part : {"Circle", "Gradients flushed", "Error against float64", "Try loss scale 1024"})
        QVERIFY2(text.contains(QString::fromLatin1(part), Qt::CaseInsensitive), part);
    const QString why = child<QLabel>("verdictSentence")->text();
    QVERIFY2(
        why.contains(QStringLiteral("flushed")) || why.contains(QStringLiteral("zero")), qPrintable(why));
}

void TestTour::step2TheRepairMakesFarFewerZero()
{
    const double flushed = number("gradients_flushed_percent");
    const double error = number("error_vs_float64");
    QVERIFY(error > 0);
    QVERIFY(!plots()->accessibleDescription().contains(QStringLiteral("run before")));
    const auto before = m_window->shownRun().run();
    QTest::mouseClick(child<QPushButton>("verdictAction"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->shownRun().run() != before && m_window->isIdle(), kTrainedMs);
    QVERIFY2(
        number("gradients_flushed_percent") < flushed / 3, qPrintable(tile("gradients_flushed_percent")));
    QVERIFY2(number("error_vs_float64") < error, qPrintable(tile("error_vs_float64")));
    QCOMPARE(m_window->shownRun().ghost(), before);
    QVERIFY2(plots()->accessibleDescription().contains(QStringLiteral("run before")),
        qPrintable(plots()->accessibleDescription()));
}

void TestTour::step3BfloatNeedsNoLossScaleAndErrsMore()
{
    choosePolicy(QStringLiteral("mixed_bfloat16"));
    QCOMPARE(child<QComboBox>("lossScale")->currentText(), QStringLiteral("none"));
    const RunHistory& shown = *m_window->shownRun().run();
    const RunHistory& grey = *m_window->shownRun().ghost();
    QCOMPARE(grey.session().policies.global.name, std::string("mixed_float16"));
    QVERIFY(grey.session().training.lossScale.className == "fixed");
    QVERIFY(*shown.last().errorVsFloat64 > *grey.last().errorVsFloat64);
    // Not only at the end: nearly everywhere.
    std::size_t above = 0;
    for (const StepRecord& record : shown.records())
        above += *record.errorVsFloat64 > *grey.recordAt(record.step)->errorVsFloat64 ? 1U : 0U;
    QVERIFY2(above > shown.records().size() * 3 / 4, qPrintable(QString::number(above)));
}

void TestTour::step4APolicyOfItsOwnIsBold()
{
    auto* tree = child<QTreeView>("layerView");
    const QModelIndex cell = layer("dense_2", LayerTreeModel::PolicyColumn);
    QVERIFY(cell.isValid());
    QVERIFY(!cell.data(Qt::FontRole).value<QFont>().bold());
    tree->setFocus();
    tree->setCurrentIndex(cell);
    QTest::keyClick(tree, Qt::Key_F2);
    auto* editor = tree->findChild<QComboBox*>(QStringLiteral("policyEditor"));
    QVERIFY(editor);
    editor->lineEdit()->selectAll();
    QTest::keyClicks(editor, QStringLiteral("float32"));
    const auto before = m_window->shownRun().run();
    const auto session = m_window->document().session();
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_VERIFY(m_window->document().session() != session); // the cell is left a moment later
    waitUntilTrainedAgain();
    QVERIFY(m_window->shownRun().run() != before);
    const QModelIndex own = layer("dense_2", LayerTreeModel::PolicyColumn);
    QVERIFY(own.data().toString().contains(QStringLiteral("float32")));
    QVERIFY(own.data(Qt::FontRole).value<QFont>().bold());
    const QModelIndex inherited = layer("dense_1", LayerTreeModel::PolicyColumn);
    QVERIFY(!inherited.data(Qt::FontRole).value<QFont>().bold());
    const QString from = inherited.data().toString() + inherited.data(Qt::ToolTipRole).toString();
    QVERIFY2(from.contains(QStringLiteral("global")), qPrintable(from));
}

void TestTour::step5TheCursorIsMovedAndPinned()
{
    plots()->setFocus();
    const QString newest = tile("loss");
    QTest::keyClick(plots(), Qt::Key_Left);
    QTest::keyClick(plots(), Qt::Key_Left, Qt::ControlModifier);
    const std::optional<std::int64_t> step = plots()->cursorStep();
    QVERIFY(step);
    QVERIFY2(plots()->accessibleDescription().startsWith(QStringLiteral("Step %1.").arg(*step)),
        qPrintable(plots()->accessibleDescription())); // all plots say that step
    QVERIFY(child<QLabel>("cursorStep")->text().contains(QString::number(*step)));
    QVERIFY(tile("loss") != newest); // what is pinned is what tiles show
    QVERIFY(child<QWidget>("treeStep")->isVisible()); // and layers
    QTest::keyClick(plots(), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY2(plots()->accessibleDescription().startsWith(QStringLiteral("Steps ")),
        qPrintable(plots()->accessibleDescription()));
    QTest::keyClick(plots(), Qt::Key_End);
    QVERIFY(!plots()->pinnedStep());
    QCOMPARE(tile("loss"), newest);
    // A click pins too.
    QWidget* canvas = child<QWidget>("trainingPlotsCanvas");
    QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->rect().center());
    QVERIFY(plots()->pinnedStep());
    QTest::keyClick(plots(), Qt::Key_Home);
    QTest::keyClick(plots(), Qt::Key_Period);
    QVERIFY(plots()->pinnedStep() && *plots()->pinnedStep() >= 0);
    QTest::keyClick(plots(), Qt::Key_End);
}

void TestTour::step6Float8ShowsOperands()
{
    // The layer of step 4 is float32 still, and has no scales.
    child<QTreeView>("layerView")->setCurrentIndex(layer("dense_1", 0));
    choosePolicy(QStringLiteral("float8_from_mixed_bfloat16"));
    const QString text = plots()->accessibleDescription();
    for (const char* part : {"amax", "history", "limit", "scale", "saturated"})
        QVERIFY2(text.contains(QString::fromLatin1(part), Qt::CaseInsensitive),
            qPrintable(QString::fromLatin1(part) + QStringLiteral(": ") + text));
    const QStringList ids = plots()->plots();
    child<QTreeView>("layerView")->setCurrentIndex(layer("logits", 0));
    QTRY_VERIFY(plots()->plots() != ids || plots()->accessibleDescription() != text);
}

void TestTour::step7CompareHasTheRunsAndTheirSweep()
{
    choosePolicy(QStringLiteral("mixed_float16"));
    auto* compare = child<QToolButton>("page6");
    QCOMPARE(compare->text(), QStringLiteral("Compare"));
    QTest::mouseClick(compare, Qt::LeftButton);
    const QAbstractItemModel* runs = child<QTreeView>("comparedRunsTable")->model();
    QCOMPARE(runs->rowCount(), 6); // all so far: steps 1, 2, 3, 4, 6, and this one's
    QStringList marked;
    for (int row = 0; row < runs->rowCount(); ++row)
        for (int column = 0; column < runs->columnCount(); ++column)
            if (const QString cell = runs->index(row, column).data().toString(); cell.startsWith(u'✓'))
                marked += cell;
    QVERIFY(!marked.isEmpty());
    auto* pages = child<QTabWidget>("comparePages");
    const auto open = [&](const char* title) {
        for (int page = 0; page < pages->count(); ++page)
            if (pages->tabText(page)
                    .remove(QLatin1Char('&'))
                    .contains(QLatin1String(title), Qt::CaseInsensitive))
                return pages->setCurrentIndex(page);
        QFAIL(title);
    };
    QVERIFY(child<QWidget>("seedBand")); // "several seeds as a band"
    QVERIFY(child<StackedPlot>("comparePlot")->isVisible());
    open("differ"); // "where two of them part"
    QVERIFY2(child<QLabel>("firstDifferenceText")->text().contains(QStringLiteral("differs: step 0")),
        qPrintable(child<QLabel>("firstDifferenceText")->text()));
    open("memory");
    QVERIFY(child<QWidget>("paretoPlot")->isVisible());
    open("sweep");
    const QString proposed = child<QLineEdit>("sweepValues")->text();
    QVERIFY2(proposed.startsWith(QStringLiteral("2^0, 2^2, .., 2^36")), qPrintable(proposed));
    // All of them take half a minute: some are enough to see it.
    child<QLineEdit>("sweepValues")->selectAll();
    QTest::keyClicks(child<QLineEdit>("sweepValues"), QStringLiteral("2^0, 2^18, .., 2^36"));
    QTest::keyClick(child<QLineEdit>("sweepValues"), Qt::Key_Tab);
    QTest::mouseClick(child<QPushButton>("startSweep"), Qt::LeftButton);
    waitUntilIdle();
    QVERIFY(PlotCommands::of(*child<QWidget>("sweepPlot"))->writeTo(inDirectory("sweep.csv")));
    QFile sweep(inDirectory("sweep.csv"));
    QVERIFY(sweep.open(QIODevice::ReadOnly));
    const QByteArray written = sweep.readAll();
    for (const char* value : {"2^0", "2^18", "2^36"})
        QVERIFY2(written.contains(value), written.constData());
    const QModelIndex swept = runs->index(0, 0); // its runs are one row
    QCOMPARE(runs->rowCount(swept), 3);
    const auto diverges = [&](const QString& scale) {
        for (int row = 0; row < runs->rowCount(swept); ++row)
            for (int column = 0; column < runs->columnCount(); ++column)
                if (runs->index(row, 0, swept).data().toString().contains(scale)
                    && runs->index(row, column, swept).data().toString().contains(QStringLiteral("diverged")))
                    return true;
        return false;
    };
    QVERIFY(diverges(QStringLiteral("2^36")) && !diverges(QStringLiteral("2^18"))); // "where they overflow"
}

void TestTour::step8ThePolicyIsWrittenForKeras()
{
    child<QTabWidget>("tabs")->setCurrentIndex(0);
    auto* action = child<QAction>("exportPolicy");
    QVERIFY2(action->text().contains(QStringLiteral("xport")), qPrintable(action->text()));
    QString text;
    QTimer::singleShot(0, this, [&] {
        auto* dialog = QApplication::activeModalWidget();
        QVERIFY(dialog);
        text = dialog->findChild<QPlainTextEdit*>(QStringLiteral("exportText"))->toPlainText();
        qobject_cast<QDialog*>(dialog)->reject();
    });
    action->trigger();
    const QJsonObject json = QJsonDocument::fromJson(text.toUtf8()).object();
    QCOMPARE(json[QLatin1String("class_name")].toString(), QStringLiteral("DTypePolicyMap"));
    QVERIFY2(text.contains(QStringLiteral("mixed_float16")), qPrintable(text)); // step 7's
    QVERIFY2(
        text.contains(QStringLiteral("sequential/dense_2")), qPrintable(text)); // step 4's layer has its own
}

void TestTour::whatFollowsTheSteps()
{
    openScene("circle");
    // "Below a scene's description are two or three things to try; each is one step that Undo takes back."
    QStringList tries;
    for (QAbstractButton* button : child<QWidget>("sceneStrip")->findChildren<QAbstractButton*>())
        if (button->objectName().startsWith(QStringLiteral("suggestion")) && button->isVisible())
            tries += button->objectName();
    QVERIFY2(tries.size() >= 2 && tries.size() <= 3, qPrintable(tries.join(QLatin1Char(' '))));
    const auto session = m_window->document().session();
    child<QAbstractButton>(qPrintable(tries.first()))->click();
    QVERIFY(!(*m_window->document().session() == *session));
    child<QAction>("undo")->trigger();
    QVERIFY(*m_window->document().session() == *session);
    waitUntilIdle();
    // "A finished run goes on with More steps."
    QCOMPARE(child<QAction>("more")->text().remove(QLatin1Char('&')).left(10), QStringLiteral("More steps"));
    // "F1 explains what has the focus, Shift+F1 opens the glossary, Ctrl+F1 lists all keys."
    QStringList keys;
    for (const QAction* action : m_window->findChildren<QAction*>())
        keys += action->shortcut().toString();
    for (const char* key : {"F1", "Shift+F1", "Ctrl+F1"})
        QVERIFY2(keys.contains(QLatin1String(key)), key);
    QApplication::clipboard()->clear();
    child<QAction>("copyCommand")->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("ulpscope-cli run circle"));
}

QTEST_MAIN(TestTour)
#include "tst_tour.moc"
