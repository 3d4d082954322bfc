// SPDX-License-Identifier: GPL-3.0-or-later
// The number lab by keyboard and mouse: numbers typed right and wrong, bits toggled, formats and rules chosen, the line
// zoomed from the whole range to neighbours.
#include "app/io/session/session_file.h"
#include "app/session/session_runner.h"
#include "engine/dtype/encoding.h"
#include "engine/kernels/kernels.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/plot_table.h"
#include "ui/look/models/table_models.h"
#include "ui/look/theme.h"
#include "ui/numbers/bit_strip.h"
#include "ui/numbers/models/lab_tables.h"
#include "ui/numbers/models/number_lab.h"
#include "ui/numbers/models/number_scale.h"
#include "ui/numbers/models/tensor_table_model.h"
#include "ui/numbers/number_lab_view.h"
#include "ui/numbers/number_line.h"
#include "ui/numbers/number_line_painter.h"
#include "ui/numbers/stored_table.h"
#include "ui/numbers/tensor_browser.h"

#include "engine/dtype/formats.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <limits>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestNumberLab : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void modelsKeepTheRulesOfModels();
    void opensWithANumberInSeveralFormats();
    void typedNumberIsStoredEverywhere();
    void wrongTextIsSaidWithItsPlaceAndLosesNothing();
    void codeIsReadInTheSelectedFormat();
    void tooLongCodeIsRefused();
    void theCommandShowsTheNumberOfTheLab();
    void clickTogglesABit();
    void keysMoveAmongBitsAndToggle();
    void nanKeepsTheCodeThatWasChosen();
    void bitsTellWhatTheyAre();
    void examplesAreOneClick();
    void overflowRuleChangesWhatIsStored();
    void rulesStandBesideNumbersThatNeedThem();
    void whatIsStoredIsInSightWhereverTheTableIsNarrow();
    void stochasticModesDrawAgain();
    void formatsAreAddedByNameAndRemoved();
    void lineZoomsByWheelAndKeys();
    void theStoredLabelIsNotOnTheLineToIt();
    void lineCountsValuesOfEveryFormat();
    void elementsOfALiveTensorOpenInTheLab();
    void tensorsFollowARunThatTrains();
    void gradientsCarryTheLossScale();
    void nobodyAsksForTensorsThatAreNotSeen();
    void anUpdateThatWasNotKeptSaysWhichWas();
    void anUpdateShowsTheWeightsThatItLeft();
    void aNumberIsFollowedThroughTheStep();
    void escapeClimbsFromTheBitsToTheRun();
    void everythingHasANameAndATip();

private:
    template <class Widget>
    Widget* child(const char* name) const
    {
        return m_view->findChild<Widget*>(QString::fromLatin1(name));
    }
    void type(const QString& text);
    const StoredNumber& row(const char* format) const;

    void train(std::int64_t steps);

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<NumberLabView> m_view;
};

void TestNumberLab::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestNumberLab::init()
{
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_view = std::make_unique<NumberLabView>(*m_runner, *m_shown);
    m_view->resize(1080, 560);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestNumberLab::cleanup()
{
    m_view.reset();
    m_shown.reset();
    m_runner.reset();
}

void TestNumberLab::type(const QString& text)
{
    auto* field = child<QLineEdit>("number");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
}

const StoredNumber& TestNumberLab::row(const char* format) const
{
    for (const StoredNumber& number : m_view->lab().rows())
        if (number.format->name == format)
            return number;
    qFatal("no such row");
}

void TestNumberLab::modelsKeepTheRulesOfModels()
{
    NumberLab lab;
    StoredTableModel stored(lab);
    OverflowTableModel overflow(lab);
    QAbstractItemModelTester storedTester(&stored);
    QAbstractItemModelTester overflowTester(&overflow);
    QVERIFY(lab.addFormat(QStringLiteral("float10_e4m5")));
    lab.setText(QStringLiteral("nan"));
    lab.setText(QStringLiteral("-1e300"));
    lab.removeFormat(0);
    lab.select(1);
    QCOMPARE(stored.rowCount(), 5);
    QCOMPARE(overflow.rowCount(), int(overflowRules().size()));
}

void TestNumberLab::opensWithANumberInSeveralFormats()
{
    QCOMPARE(child<QLineEdit>("number")->text(), QStringLiteral("0.1"));
    auto* table = child<StoredTable>("storedTable");
    QVERIFY(table->model()->rowCount() >= 5);
    QCOMPARE(row("float16").stored, 0.0999755859375);
    QCOMPARE(row("bfloat16").stored, 0.10009765625);
    QCOMPARE(row("float8_e4m3fn").stored, 0.1015625);
    QCOMPARE(row("float8_e5m2").stored, 0.09375);
    QCOMPARE(table->model()->index(2, StoredTableModel::StoredColumn).data().toString(),
        QStringLiteral("0.09997558594"));
    const QString tip = table->model()->index(2, 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("smallest above zero 5.96"))
            && tip.contains(QStringLiteral("largest 65504")),
        qPrintable(tip));
    QVERIFY(child<QLabel>("numberMessage")
                ->toolTip()
                .contains(QStringLiteral("0.1000000000000000055511151231257827021181583404541015625")));
}

void TestNumberLab::typedNumberIsStoredEverywhere()
{
    type(QStringLiteral("65520"));
    QVERIFY(std::isinf(row("float16").stored));
    QVERIFY(std::isnan(row("float8_e4m3fn").stored));
    QCOMPARE(row("bfloat16").stored, 65536.0);
    QCOMPARE(outcomeText(row("float16")), std::string_view("overflow to infinity"));
    type(QStringLiteral("2^-25"));
    QCOMPARE(row("float16").stored, 0.0);
    QCOMPARE(outcomeText(row("float16")), std::string_view("underflow to 0"));
    QCOMPARE(row("float16").errorInUlps, -0.5);
    type(QStringLiteral("2^-24 * 1.5"));
    QCOMPARE(row("float16").stored, std::ldexp(1.0, -23));
    QVERIFY(row("float16").codeClass == CodeClass::Subnormal);
}

void TestNumberLab::wrongTextIsSaidWithItsPlaceAndLosesNothing()
{
    type(QStringLiteral("3+foo"));
    QCOMPARE(child<QLineEdit>("number")->text(), QStringLiteral("3+foo"));
    QVERIFY2(child<QLabel>("numberMessage")->text().contains(QStringLiteral("At character 3")),
        qPrintable(child<QLabel>("numberMessage")->text()));
    QCOMPARE(m_view->lab().errorPosition(), 2);
    QCOMPARE(m_view->lab().value(), 3.0); // of "3", before the text became wrong
    type(QStringLiteral("7"));
    QVERIFY(m_view->lab().error().isEmpty());
    QCOMPARE(m_view->lab().value(), 7.0);
}

void TestNumberLab::codeIsReadInTheSelectedFormat()
{
    m_view->lab().select(3); // float8_e4m3fn
    type(QStringLiteral("0x7E"));
    QCOMPARE(m_view->lab().value(), 448.0);
    QVERIFY(m_view->lab().hint().contains(QStringLiteral("float8_e4m3fn")));
    QVERIFY(m_view->lab().hint().contains(QStringLiteral("0x7Ep0")));
    type(QStringLiteral("0x7Ep0"));
    QCOMPARE(m_view->lab().value(), 126.0);
    QVERIFY(m_view->lab().hint().isEmpty());
}

void TestNumberLab::tooLongCodeIsRefused()
{
    m_view->lab().select(3);
    type(QStringLiteral("0x3C00"));
    QVERIFY(m_view->lab().error().contains(QStringLiteral("14 bits")));
    m_view->lab().select(2);
    type(QStringLiteral("0x3C00"));
    QCOMPARE(m_view->lab().value(), 1.0);
}

void TestNumberLab::clickTogglesABit()
{
    type(QStringLiteral("1"));
    BitStrip* bits = child<StoredTable>("storedTable")->strip(2); // float16, 0x3c00
    QCOMPARE(bits->code(), std::uint64_t{0x3C00});
    QTest::mouseClick(bits, Qt::LeftButton, {}, bits->cell(15).center());
    QCOMPARE(m_view->lab().value(), -1.0);
    QTest::mouseClick(bits, Qt::LeftButton, {}, bits->cell(0).center());
    QCOMPARE(m_view->lab().value(), -1.0009765625);
    QCOMPARE(child<QLineEdit>("number")->text(), QStringLiteral("-1.0009765625"));
    QCOMPARE(row("bfloat16").stored, -1.0);
}

void TestNumberLab::keysMoveAmongBitsAndToggle()
{
    type(QStringLiteral("1"));
    auto* table = child<StoredTable>("storedTable");
    table->setFocus();
    table->selectRow(2);
    QTest::keyClick(table, Qt::Key_Return);
    BitStrip* bits = table->strip(2);
    QVERIFY(bits->hasFocus());
    QCOMPARE(bits->currentBit(), 15);
    QTest::keyClick(bits, Qt::Key_Right);
    QCOMPARE(bits->currentBit(), 14);
    QTest::keyClick(bits, Qt::Key_Space);
    QCOMPARE(bits->code(), std::uint64_t{0x7C00});
    QVERIFY(std::isinf(m_view->lab().value()));
    QTest::keyClick(bits, Qt::Key_0);
    QCOMPARE(bits->code(), std::uint64_t{0x3C00});
    QTest::keyClick(bits, Qt::Key_End);
    QTest::keyClick(bits, Qt::Key_1);
    QCOMPARE(bits->code(), std::uint64_t{0x3C01});
    QTest::keyClick(bits, Qt::Key_Down);
    QVERIFY(table->strip(3)->hasFocus());
    QCOMPARE(m_view->lab().selected(), 3);
}

void TestNumberLab::nanKeepsTheCodeThatWasChosen()
{
    m_view->lab().setCode(2, 0x7D23);
    QVERIFY(std::isnan(m_view->lab().value()));
    QCOMPARE(row("float16").code, std::uint64_t{0x7D23});
    m_view->lab().toggleBit(2, 0);
    QCOMPARE(row("float16").code, std::uint64_t{0x7D22});
    QVERIFY(std::isnan(row("bfloat16").stored));
}

void TestNumberLab::bitsTellWhatTheyAre()
{
    type(QStringLiteral("1"));
    BitStrip* bits = child<StoredTable>("storedTable")->strip(2);
    bits->setFocus();
    QTest::keyClick(bits, Qt::Key_Home);
    QCOMPARE(bits->accessibleName(), QStringLiteral("float16, sign bit, is 0"));
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(bits, Qt::Key_Right);
    QCOMPARE(bits->accessibleName(), QStringLiteral("float16, exponent bit 3 of 5, is 1"));
    QTest::keyClick(bits, Qt::Key_End);
    QCOMPARE(bits->accessibleName(), QStringLiteral("float16, mantissa bit 10 of 10, is 0"));
    // Each bit is a check box to a screen reader.
    QAccessibleInterface* strip = QAccessible::queryAccessibleInterface(bits);
    QVERIFY(strip);
    QCOMPARE(strip->childCount(), 16);
    QAccessibleInterface* bit = strip->child(3);
    QCOMPARE(bit->text(QAccessible::Name), QStringLiteral("float16, exponent bit 3 of 5, is 1"));
    QCOMPARE(bit->role(), QAccessible::CheckBox);
    QVERIFY(bit->state().checked);
    QCOMPARE(strip->indexOfChild(bit), 3);
    QCOMPARE(strip->childAt(bit->rect().center().x(), bit->rect().center().y()), bit);
    QCOMPARE(strip->focusChild(), strip->child(15));
    bit->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    QCOMPARE(bits->code(), std::uint64_t{0x3C00 ^ (1 << 12)});
    QVERIFY(!bit->state().checked);
}

void TestNumberLab::examplesAreOneClick()
{
    QTest::mouseClick(child<QPushButton>("example_464"), Qt::LeftButton);
    QCOMPARE(m_view->lab().value(), 464.0);
    QCOMPARE(child<QLineEdit>("number")->text(), QStringLiteral("464"));
    QTest::mouseClick(child<QPushButton>("example_nan"), Qt::LeftButton);
    QVERIFY(std::isnan(m_view->lab().value()));
}

void TestNumberLab::overflowRuleChangesWhatIsStored()
{
    type(QStringLiteral("1e6"));
    m_view->lab().select(3);
    auto* rules = child<QTableView>("overflowTable");
    QCOMPARE(rules->model()->rowCount(), int(overflowRules().size()));
    auto* rule = child<QComboBox>("overflowRule");
    rule->setFocus();
    while (rule->currentText() != QStringLiteral("ofp8"))
        QTest::keyClick(rule, Qt::Key_Down);
    QCOMPARE(row("float8_e4m3fn").stored, 448.0);
    QVERIFY(std::isinf(row("float16").stored));
    QVERIFY(rule->toolTip().contains(QStringLiteral("largest")));
    for (int i = 0; i < rules->model()->rowCount(); ++i) {
        const bool saturates = overflowRules()[std::size_t(i)].finite != Beyond::Special;
        QCOMPARE(rules->model()->index(i, OverflowTableModel::NumberColumn).data().toString(),
            saturates ? QStringLiteral("448") : QStringLiteral("NaN"));
    }
}

/// Nine of them stood beside numbers that need none.
void TestNumberLab::rulesStandBesideNumbersThatNeedThem()
{
    auto* rules = child<QTableView>("overflowTable");
    m_view->lab().select(2); // float16
    type(QStringLiteral("0.1"));
    QVERIFY(!rules->isVisible());
    for (const char* text : {"70000", "-70000", "inf", "nan"}) {
        type(QString::fromLatin1(text));
        QVERIFY2(rules->isVisible(), text);
    }
    m_view->lab().select(0); // float32
    type(QStringLiteral("70000"));
    QVERIFY(!rules->isVisible());
}

/// The bits, of which there are many, go on in another line.
void TestNumberLab::whatIsStoredIsInSightWhereverTheTableIsNarrow()
{
    auto* table = child<StoredTable>("storedTable");
    for (const int width : {900, 560, 420}) {
        m_view->resize(width, 700);
        QTest::qWait(50);
        const int end = table->columnViewportPosition(StoredTableModel::StoredColumn)
            + table->columnWidth(StoredTableModel::StoredColumn);
        QVERIFY2(end <= table->viewport()->width(),
            qPrintable(QStringLiteral("%1 of %2").arg(end).arg(table->viewport()->width())));
    }
}

void TestNumberLab::stochasticModesDrawAgain()
{
    auto* draw = child<QPushButton>("drawAgain");
    QVERIFY(!draw->isVisible());
    auto* mode = child<QComboBox>("roundingMode");
    QCOMPARE(mode->count(), int(roundingModes().size()));
    mode->setFocus();
    while (mode->currentText() != QStringLiteral("stochastic"))
        QTest::keyClick(mode, Qt::Key_Down);
    QVERIFY(draw->isVisible());
    QSet<double> stored;
    for (int i = 0; i < 40; ++i) {
        QTest::mouseClick(draw, Qt::LeftButton);
        stored.insert(row("float16").stored);
    }
    // 0.1 lies 0.4 ulp above one neighbour: 40 draws that all agree have probability 0.6^40.
    QCOMPARE(stored.size(), 2);
}

void TestNumberLab::formatsAreAddedByNameAndRemoved()
{
    auto* add = child<QComboBox>("addFormat");
    add->setFocus();
    QTest::keyClicks(add->lineEdit(), QStringLiteral("binary8p3se"));
    QTest::keyClick(add->lineEdit(), Qt::Key_Return);
    QCOMPARE(m_view->lab().selectedFormat()->name, std::string_view("binary8p3se"));
    auto* table = child<StoredTable>("storedTable");
    QCOMPARE(table->model()->rowCount(), 6);
    QVERIFY(table->strip(5));
    add->setFocus();
    QTest::keyClicks(add->lineEdit(), QStringLiteral("fixed16_12"));
    QTest::keyClick(add->lineEdit(), Qt::Key_Return);
    QCOMPARE(row("fixed16_12").stored, 410.0 / 4096);
    add->lineEdit()->selectAll();
    QTest::keyClicks(add->lineEdit(), QStringLiteral("flot16"));
    QTest::keyClick(add->lineEdit(), Qt::Key_Return);
    QVERIFY(m_view->lab().error().contains(QStringLiteral("float16")));
    QCOMPARE(add->currentText(), QStringLiteral("flot16"));
    table->setFocus();
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(table->model()->rowCount(), 6);
    QVERIFY(m_view->lab().formats().front()->name != "float32");
    while (table->model()->rowCount() > 1)
        QTest::mouseClick(child<QToolButton>("removeFormat"), Qt::LeftButton);
    QVERIFY(!child<QToolButton>("removeFormat")->isEnabled()); // one stays
}

void TestNumberLab::lineZoomsByWheelAndKeys()
{
    NumberLine& line = m_view->line();
    line.setFocus();
    QVERIFY(!line.scale().isLogarithmic());
    const double width = line.scale().high() - line.scale().low();
    for (const StoredNumber& stored : m_view->lab().rows()) { // 0.1 in each format
        const double place = line.scale().fractionOf(stored.stored);
        QVERIFY2(place > 0.02 && place < 0.98, stored.format->name.data());
    }
    QTest::keyClick(&line, Qt::Key_End);
    QVERIFY(line.scale().isLogarithmic());
    QCOMPARE(line.scale().low(), 0.0);
    QVERIFY(line.scale().high() > 1e38);
    for (int i = 0; i < 200 && line.scale().high() - line.scale().low() > 1e-14; ++i)
        QTest::keyClick(&line, Qt::Key_Plus);
    QVERIFY(!line.scale().isLogarithmic());
    QVERIFY(line.scale().low() <= 0.1 && line.scale().high() >= 0.1);
    for (int i = 0; i < 400; ++i)
        QTest::keyClick(&line, Qt::Key_Minus);
    QVERIFY(line.scale().isLogarithmic());
    QVERIFY(line.scale().high() <= line.scale().largest());
    QTest::keyClick(&line, Qt::Key_Home);
    QVERIFY(std::fabs(line.scale().high() - line.scale().low() - width) < 1e-12);

    const QPointF middle = QRectF(line.rect()).center();
    QWheelEvent wheel(middle, line.mapToGlobal(middle), QPoint(), QPoint(0, 240), Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&line, &wheel);
    QVERIFY(line.scale().high() - line.scale().low() < 0.7 * width);
    const double low = line.scale().low();
    QTest::keyClick(&line, Qt::Key_Right);
    QVERIFY(line.scale().low() > low);
    QTest::mouseDClick(&line, Qt::LeftButton, {}, middle.toPoint());
    QVERIFY(m_view->lab().value() != 0.1);
    QVERIFY(line.accessibleDescription().contains(QStringLiteral("linear")));
    // A number out of sight brings the view along.
    type(QStringLiteral("1e-7"));
    QVERIFY(line.scale().low() <= 1e-7 && 1e-7 <= line.scale().high());
    for (const char* text : {"nan", "inf", "-inf", "0", "-0", "max", "-max", "1e-320"}) {
        m_view->lab().setText(QString::fromLatin1(text));
        QTest::keyClick(&line, Qt::Key_End);
        line.repaint();
        QTest::keyClick(&line, Qt::Key_Home);
        line.repaint();
    }
}

/// The line from the number to what is stored ended before the label, like a minus.
void TestNumberLab::theStoredLabelIsNotOnTheLineToIt()
{
    NumberLine& line = m_view->line();
    const QColor ink = severityColor(Severity::Warning, line.palette());
    const auto index = std::size_t(&row("float16") - m_view->lab().rows().data());
    for (const char* text : {"0.1", "0.09999"}) { // what is stored is smaller, and larger
        type(QString::fromLatin1(text));
        const StoredNumber& number = row("float16");
        QVERIFY(number.stored != number.value);
        const QRect area = NumberLinePainter(m_view->lab(), line.scale(), line, line.palette()).plotArea();
        const double lane = double(area.height()) / double(m_view->lab().rows().size());
        const int center = int(area.top() + lane * double(index + 1) - 0.36 * lane);
        const int at = int(area.left() + line.scale().fractionOf(number.stored) * area.width());
        const QImage image = line.grab().toImage();
        const auto inked = [&](int side) { // beside the dot, above the line: the label alone
            int count = 0;
            for (int x = 7; x < 60; ++x)
                for (int y = 3; y < 8; ++y) {
                    const QColor color = image.pixelColor(at + side * x, center - y);
                    count += std::abs(color.red() - ink.red()) + std::abs(color.green() - ink.green())
                            + std::abs(color.blue() - ink.blue())
                        < 60;
                }
            return count;
        };
        const int side = number.value > number.stored ? 1 : -1;
        QCOMPARE(inked(side), 0);
        QVERIFY(inked(-side) > 0);
    }
}

void TestNumberLab::lineCountsValuesOfEveryFormat()
{
    for (const Format& format : formats()) {
        if (format.bits() > 16)
            continue;
        const double lowest = format.lowest();
        const double largest = format.maxFinite();
        std::vector<double> values;
        for (std::uint64_t code = 0; code < std::uint64_t{1} << format.bits(); ++code) {
            const double value = decode(format, code);
            if (std::isfinite(value) && !(value == 0 && std::signbit(value)))
                values.push_back(value);
        }
        std::sort(values.begin(), values.end());
        QVERIFY2(valuesBetween(format, lowest, largest, 1 << 17) == values, format.name.data());
        QCOMPARE(countBetween(format, lowest, largest), double(values.size() - 1));
        QCOMPARE(countBetween(format, lowest - largest, 2 * largest), double(values.size()));
        QVERIFY(valuesBetween(format, lowest, largest, 1).empty());
        QVERIFY(valuesBetween(format, 2 * largest, 3 * largest, 10).empty());
    }
}

void TestNumberLab::train(std::int64_t steps)
{
    const Result<SessionSpec> circle = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    QVERIFY(circle.ok());
    SessionSpec session = *circle;
    session.training.steps = steps;
    session.training.lossScale = {"fixed", {{"scale", 1024.0}}};
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE(m_runner->state(), SessionRunner::State::Finished);
}

void TestNumberLab::elementsOfALiveTensorOpenInTheLab()
{
    child<QTabWidget>("numberLabTabs")->setCurrentIndex(1);
    auto* table = child<QTableView>("tensorTable");
    auto* model = qobject_cast<TensorTableModel*>(table->model());
    QAbstractItemModelTester tester(model);
    train(20);
    QTRY_VERIFY(model->snapshot() && model->snapshot()->step == 19); // after the end: the last state stays
    QCOMPARE(child<QComboBox>("tensorLayer")->currentText(), QStringLiteral("dense_1"));
    QCOMPARE(child<QComboBox>("tensorName")->currentText(), QStringLiteral("kernel"));
    QCOMPARE(model->rowCount(), 2 * 16);
    QCOMPARE(model->indexText(17), QStringLiteral("[1, 1]"));

    const QModelIndex element = model->index(17, TensorTableModel::ValueColumn);
    table->scrollTo(element);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(element).center());
    QCOMPARE(m_view->lab().value(), model->value(17));
    QVERIFY(*m_view->lab().selectedFormat() == *model->snapshot()->format);
    QVERIFY(m_view->lab().origin().has_value());
    QCOMPARE(m_view->lab().origin()->place, QStringLiteral("dense_1 / kernel [1, 1] at step 19"));
    QCOMPARE(*m_view->lab().origin()->reference, model->reference(17));
    QVERIFY(child<QLabel>("numberMessage")->toolTip().contains(QStringLiteral("float64 has")));

    // Activations are those of the last batch, not of the evaluation after the run.
    auto* tensor = child<QComboBox>("tensorName");
    tensor->setFocus();
    while (tensor->currentText() != QStringLiteral("output"))
        QTest::keyClick(tensor, Qt::Key_Down);
    QTRY_COMPARE(model->snapshot()->name.name, std::string("output"));
    QCOMPARE(model->snapshot()->shape[0], m_runner->history()->session().training.batchSize);
    QCOMPARE(model->snapshot()->format->name, std::string_view("float16"));
    QCOMPARE(model->snapshot()->reference.size(), model->snapshot()->values.size());
    QTest::mouseClick(child<QPushButton>("randomElement"), Qt::LeftButton);
    QCOMPARE(m_view->lab().selectedFormat()->name, std::string_view("float16"));
    QCOMPARE(row("float16").stored, m_view->lab().value());
    QTest::mouseClick(child<QPushButton>("worstElement"), Qt::LeftButton);
    QCOMPARE(m_view->lab().value(), model->value(model->worstRow()));
}

void TestNumberLab::tensorsFollowARunThatTrains()
{
    child<QTabWidget>("numberLabTabs")->setCurrentIndex(1);
    auto* model = qobject_cast<TensorTableModel*>(child<QTableView>("tensorTable")->model());
    const Result<SessionSpec> circle = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    QVERIFY(circle.ok());
    SessionSpec session = *circle;
    session.training.steps = 100'000'000;
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_VERIFY(model->snapshot() && model->snapshot()->step > 0);
    const std::int64_t seen = model->snapshot()->step;
    QTRY_VERIFY(model->snapshot()->step > seen);
    child<QCheckBox>("followRun")->setChecked(false);
    const auto letRunGoOn = [this] { // by more than one report
        const std::int64_t done = m_runner->history()->stepsDone();
        QTRY_VERIFY(m_runner->history()->stepsDone() > done);
        const std::int64_t more = m_runner->history()->stepsDone();
        QTRY_VERIFY(m_runner->history()->stepsDone() > more);
    };
    letRunGoOn(); // an answer may be on its way
    const std::int64_t last = model->snapshot()->step;
    letRunGoOn();
    QCOMPARE(model->snapshot()->step, last);
    m_runner->stop();
    QTRY_COMPARE(m_runner->state(), SessionRunner::State::Paused);
    // What is shown is now the state at which the run stands.
    QTRY_COMPARE(model->snapshot()->step, std::int64_t(m_runner->history()->records().size()) - 1);
}

void TestNumberLab::gradientsCarryTheLossScale()
{
    train(5);
    for (const TensorName& name : m_runner->history()->tensors()) {
        if (name.role == TensorRole::Update)
            continue; // there after sampled steps alone
        QSignalSpy ready(m_runner.get(), &SessionRunner::tensorReady);
        m_runner->askForTensor(m_runner->history().get(), name);
        QTRY_COMPARE(ready.count(), 1);
        const auto snapshot = ready[0][0].value<std::shared_ptr<const TensorSnapshot>>();
        QVERIFY(snapshot->name == name);
        const bool isGradient = name.name.find("gradient") != std::string::npos;
        QCOMPARE(snapshot->scale, isGradient ? 1024.0 : 1.0);
        QVERIFY2(!snapshot->values.empty(), (name.layer + name.name).c_str());
        QCOMPARE(snapshot->values.size(), snapshot->reference.size());
        // Five steps from the same weights: close to float64's, so that the scale is right.
        double largest = 0;
        double off = 0;
        for (std::size_t i = 0; i < snapshot->values.size(); ++i) {
            largest = std::max(largest, std::fabs(snapshot->reference[i]));
            off = std::max(off, std::fabs(snapshot->values[i] - snapshot->reference[i]));
        }
        QVERIFY2(off <= 0.1 * largest, (name.layer + name.name).c_str());
    }
}

void TestNumberLab::nobodyAsksForTensorsThatAreNotSeen()
{
    QSignalSpy ready(m_runner.get(), &SessionRunner::tensorReady);
    train(10); // the line is shown, the tensors are not
    QTest::qWait(60);
    QCOMPARE(ready.count(), 0);
    child<QTabWidget>("numberLabTabs")->setCurrentIndex(1);
    QTRY_COMPARE(ready.count(), 1);
}

/// It said that there were no values yet, after thousands of steps.
void TestNumberLab::anUpdateThatWasNotKeptSaysWhichWas()
{
    child<QTabWidget>("numberLabTabs")->setCurrentIndex(1);
    const auto* about = child<QLabel>("tensorAbout");
    train(20); // tensors are looked at every 8
    auto* tensor = child<QComboBox>("tensorName");
    tensor->setFocus();
    while (tensor->currentText() != QStringLiteral("kernel update"))
        QTest::keyClick(tensor, Qt::Key_Down);
    QTRY_VERIFY2(
        about->text().contains(QStringLiteral("every 8 steps: step 19 has none. For values, click step 16")),
        qPrintable(about->text()));
    m_shown->step().pin(16);
    const auto* model = qobject_cast<TensorTableModel*>(child<QTableView>("tensorTable")->model());
    QTRY_COMPARE(model->rowCount(), 2 * 16);
    QCOMPARE(model->snapshot()->step, std::int64_t{16});
}

/// Which weights did not move: by how much float64's did is beside each, and its bits are a click away.
void TestNumberLab::anUpdateShowsTheWeightsThatItLeft()
{
    child<QTabWidget>("numberLabTabs")->setCurrentIndex(1);
    train(17);
    auto* tensor = child<QComboBox>("tensorName");
    tensor->setFocus();
    while (tensor->currentText() != QStringLiteral("kernel update"))
        QTest::keyClick(tensor, Qt::Key_Down);
    const auto* table = child<QTableView>("tensorTable");
    const auto* model = qobject_cast<TensorTableModel*>(table->model());
    QTRY_COMPARE(model->rowCount(), 2 * 16);
    QVERIFY(!table->isColumnHidden(TensorTableModel::WeightColumn));
    QCOMPARE(model->headerData(TensorTableModel::ValueColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
        QStringLiteral("Update"));
    int unmoved = 0;
    int left = -1;
    for (int row = 0; row < model->rowCount(); ++row)
        if (model->value(row) == 0 && model->reference(row) != 0) {
            left = row;
            ++unmoved;
        }
    QVERIFY(unmoved > 0 && unmoved < model->rowCount());
    QCOMPARE(model->unmoved(), unmoved);
    const auto* about = child<QLabel>("tensorAbout");
    QVERIFY2(about->text().endsWith(
                 QStringLiteral("Did not move, although float64's did: %1 of 32.").arg(unmoved)),
        qPrintable(about->text()));
    // An update is measured in ulps of its weight.
    const double unit = ulp(*model->snapshot()->weightFormat, model->weight(left));
    QCOMPARE(model->errorInUlps(left), -model->reference(left) / unit);
    child<QTableView>("tensorTable")->scrollTo(model->index(left, 0));
    QTest::mouseClick(child<QTableView>("tensorTable")->viewport(), Qt::LeftButton, {},
        table->visualRect(model->index(left, 0)).center());
    QCOMPARE(m_view->lab().value(), model->weight(left));
    tensor->setCurrentText(QStringLiteral("kernel"));
    emit tensor->activated(tensor->currentIndex());
    QTRY_VERIFY(table->isColumnHidden(TensorTableModel::WeightColumn));
}

void TestNumberLab::aNumberIsFollowedThroughTheStep()
{
    auto* pages = child<QTabWidget>("numberLabTabs");
    pages->setCurrentIndex(1);
    train(20);
    auto* table = child<QTableView>("tensorTable");
    auto* model = qobject_cast<TensorTableModel*>(table->model());
    QTRY_VERIFY(model->snapshot() && model->snapshot()->step == 19);
    table->setFocus();
    table->selectRow(17);
    QTest::keyClick(table, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(child<QWidget>("elementHistory")->isVisible());
    auto* history = child<QTableView>("historyTable");
    const auto* rows = qobject_cast<MetricTableModel*>(history->model());
    QTRY_VERIFY(rows->rowCount() > 4);
    QVERIFY2(child<QLabel>("historySentence")
                 ->text()
                 .startsWith(QStringLiteral("dense_1 / kernel [1, 1] at step 19 is ")),
        qPrintable(child<QLabel>("historySentence")->text()));
    const auto cell
        = [&](int row, int column) { return rows->index(row, column).data(Qt::DisplayRole).toString(); };
    QCOMPARE(cell(0, 0), QStringLiteral("forward, dense_1"));
    QCOMPARE(cell(0, 1), QStringLiteral("cast"));
    const int last = rows->rowCount() - 1;
    QCOMPARE(cell(last, 1), QStringLiteral("weight update"));
    QCOMPARE(cell(last, 4), shortNumber(model->value(17), 8));
    QCOMPARE(cell(last, 7), shortNumber(model->reference(17), 8));

    // A row's number is in the lab, as it was before it was rounded.
    history->selectRow(0);
    QTest::keyClick(history, Qt::Key_Return);
    QVERIFY(child<QWidget>("storedTable")->hasFocus());
    QCOMPARE(m_view->lab().selectedFormat()->name, std::string_view("float16"));
    QCOMPARE(shortNumber(row("float16").stored, 8), cell(0, 4));

    // From elsewhere, such as where a NaN was born.
    m_view->followElement({"sequential/dense_2", "output", TensorRole::Output}, QStringLiteral("[2, 3]"));
    QTRY_VERIFY2(child<QLabel>("historySentence")
                     ->text()
                     .startsWith(QStringLiteral("dense_2 / output [2, 3] at step 19 is ")),
        qPrintable(child<QLabel>("historySentence")->text()));

    // The pinned step's, and the newest again.
    pages->setCurrentIndex(2);
    m_shown->step().pin(10);
    QTRY_VERIFY(child<QLabel>("historySentence")->text().contains(QStringLiteral("at step 10")));
    m_shown->step().pin(std::nullopt);
    QTRY_VERIFY(child<QLabel>("historySentence")->text().contains(QStringLiteral("at step 19")));
}

void TestNumberLab::escapeClimbsFromTheBitsToTheRun()
{
    auto* pages = child<QTabWidget>("numberLabTabs");
    auto* ladder = child<QWidget>("ladder");
    QVERIFY2(!ladder->isVisible(), "a typed number is no tensor's");
    pages->setCurrentIndex(1);
    train(3);
    auto* table = child<QTableView>("tensorTable");
    auto* model = qobject_cast<TensorTableModel*>(table->model());
    QTRY_VERIFY(model->snapshot() && model->rowCount() > 0);
    QVERIFY(ladder->isVisible());
    QStringList texts;
    for (int i = 0; i < 5; ++i)
        texts += child<QPushButton>(("rung" + std::to_string(i)).c_str())->text();
    QCOMPARE(texts, QStringLiteral("Run dense_1 kernel element bits").split(QLatin1Char(' ')));
    QVERIFY(!child<QPushButton>("rung3")->isEnabled());
    table->setFocus();
    table->selectRow(5);
    QTest::keyClick(table, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(pages->currentIndex(), 2);
    QTest::mouseClick(child<QPushButton>("rung4"), Qt::LeftButton);
    QCOMPARE(pages->currentIndex(), 0);
    QVERIFY(child<QWidget>("storedTable")->hasFocus());

    QSignalSpy layers(m_view.get(), &NumberLabView::layerWanted);
    QSignalSpy runs(m_view.get(), &NumberLabView::runWanted);
    const auto escape = [] { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); };
    escape();
    QCOMPARE(pages->currentIndex(), 2);
    escape();
    QCOMPARE(pages->currentIndex(), 1);
    QVERIFY(table->hasFocus());
    escape();
    QCOMPARE(layers.count(), 1);
    QCOMPARE(layers[0][0].value<std::string>(), std::string("sequential/dense_1"));
    QTest::mouseClick(child<QPushButton>("rung0"), Qt::LeftButton);
    QCOMPARE(runs.count(), 1);
}

void TestNumberLab::everythingHasANameAndATip()
{
    m_view->lab().setRoundingMode(RoundingMode::Stochastic);
    QStringList troubles;
    for (QWidget* widget : m_view->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy()
            || qobject_cast<QComboBox*>(widget->parentWidget()))
            continue;
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        if (!face || face->text(QAccessible::Name).isEmpty())
            troubles += QString::fromLatin1(widget->metaObject()->className()) + widget->objectName();
    }
    for (const char* name :
        {"number", "roundingMode", "overflowRule", "addFormat", "removeFormat", "drawAgain", "randomBits",
            "lineHome", "lineWhole", "lineZoomIn", "lineZoomOut", "lineLogarithmic"})
        if (child<QWidget>(name)->toolTip().isEmpty())
            troubles += QString::fromLatin1(name);
    QVERIFY2(troubles.isEmpty(), qPrintable(troubles.join(QStringLiteral(", "))));
}

void TestNumberLab::theCommandShowsTheNumberOfTheLab()
{
    const auto word = [this] { return numberCommand(m_view->lab()).section(QStringLiteral(" -- "), 1); };
    NumberLab& lab = m_view->lab();
    QVERIFY(lab.setText(QStringLiteral("0.1")));
    QCOMPARE(word(), QStringLiteral("0.1"));
    QVERIFY(lab.setText(QStringLiteral("−2 × 3")));
    QCOMPARE(word(), QStringLiteral("'-2 * 3'"));
    QVERIFY(lab.setText(QStringLiteral("1e-9")));
    QVERIFY(!lab.setText(QStringLiteral("1e-9 +")));
    QCOMPARE(word(), QStringLiteral("1e-09"));
    lab.select(0);
    QVERIFY(lab.setText(QStringLiteral("0x7E")));
    QCOMPARE(word(), exactText(lab.value()));
    QVERIFY(lab.value() != 126);
}

QTEST_MAIN(TestNumberLab)
#include "tst_number_lab.moc"
