// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's numerics opened: every value with where it comes from, overridden and given back, and nothing lost when what
// was typed is wrong.
#include "app/session/document.h"
#include "ui/look/models/translation.h"
#include "ui/tree/models/layer_edits.h"
#include "ui/tree/models/numerics_choices.h"
#include "ui/tree/numerics_page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestNumericsPage : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void everyChoiceIsTakenByTheEngine();
    void everyOverrideIsInOneGroup();
    void inheritedValuesFollowThePolicy();
    void aTypedValueOverridesAndIsUndone();
    void aChosenValueOverridesByMouse();
    void resetGivesOneBackAndResetAllAll();
    void wrongTextIsSaidOnceAndStaysToBeMended();
    void aWheelOverAValueChangesNothing();
    void layersWithoutProductsSaySo();
    void aRecipeOfTheSessionFillsInOperands();
    void aLayersOwnRecipeWinsAndIsUndone();

private:
    void choose(const char* form, const char* name) const;
    QComboBox* value(const char* setting) const
    {
        return m_page->findChild<QComboBox*>(QStringLiteral("knob_%1_value").arg(QLatin1String(setting)));
    }
    QToolButton* reset(const char* setting) const
    {
        return m_page->findChild<QToolButton*>(QStringLiteral("knob_%1_reset").arg(QLatin1String(setting)));
    }
    void type(const char* setting, const char* text) const;
    const NumericsSpec& numerics() const { return m_document->session()->model.layers[1].numerics; }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<NumericsPage> m_page;
};

void TestNumericsPage::init()
{
    m_document = std::make_unique<Document>();
    QVERIFY(m_document->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps")).ok());
    m_page = std::make_unique<NumericsPage>(*m_document);
    m_page->resize(420, 600);
    m_page->show();
    m_page->showLayer(LayerPlace{1});
}

void TestNumericsPage::cleanup()
{
    m_page.reset();
    m_document.reset();
}

void TestNumericsPage::type(const char* setting, const char* text) const
{
    QLineEdit* line = value(setting)->lineEdit();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QLatin1String(text));
    QTest::keyClick(line, Qt::Key_Return);
}

void TestNumericsPage::everyChoiceIsTakenByTheEngine()
{
    for (const NumericsOverrideRow& row : numericsOverrides()) {
        QVERIFY(!overrideSyntax(row.kind).isEmpty());
        for (const OverrideChoice& choice : overrideChoices(row.kind)) {
            NumericsSpec spec;
            spec[row.setting] = choice.name.toStdString();
            const auto read = readNumerics(spec);
            QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
            QVERIFY2(!choice.explanation.isEmpty(), qPrintable(choice.name));
        }
    }
}

void TestNumericsPage::everyOverrideIsInOneGroup()
{
    QList<NumericsOverride> settings;
    for (const OverrideGroup& group : overrideGroups())
        for (const NumericsOverride setting : group.settings) {
            QVERIFY(!settings.contains(setting));
            settings += setting;
        }
    QCOMPARE(std::size_t(settings.size()), kNumericsOverrides);
}

void TestNumericsPage::inheritedValuesFollowThePolicy()
{
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("float16"));
    QCOMPARE(value("variable")->currentText(), QStringLiteral("float32"));
    QVERIFY(!reset("forward_kernel")->isEnabled());
    QVERIFY(value("forward_kernel")->toolTip().contains(QStringLiteral("inherited from mixed_float16")));
    QVERIFY(
        m_document
            ->edit({},
                [](SessionSpec& s) { s.model.layers[1].policy = *getPolicy("float8_from_mixed_bfloat16"); })
            .ok());
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("float8_e4m3fn"));
    QCOMPARE(value("weight_gradient_output_gradient")->currentText(), QStringLiteral("float8_e5m2"));
    QVERIFY(value("forward_kernel")->toolTip().contains(QStringLiteral("Scaled")));
}

void TestNumericsPage::aTypedValueOverridesAndIsUndone()
{
    type("forward_accumulator", "sequential:float16");
    QCOMPARE(
        numerics()[NumericsOverride::ForwardAccumulator], std::optional<std::string>("sequential:float16"));
    QCOMPARE(m_document->undoStack().count(), 1);
    QVERIFY(reset("forward_accumulator")->isEnabled());
    QVERIFY(value("forward_accumulator")->lineEdit()->font().bold());
    m_document->undoStack().undo();
    QVERIFY(numerics().isEmpty());
    QCOMPARE(value("forward_accumulator")->currentText(), QStringLiteral("float32"));
}

void TestNumericsPage::aChosenValueOverridesByMouse()
{
    QComboBox* combo = value("forward_input");
    const int row = combo->findText(QStringLiteral("bfloat16"));
    QVERIFY(row > 0);
    combo->setCurrentIndex(row);
    emit combo->activated(row);
    QCOMPARE(numerics()[NumericsOverride::ForwardInput], std::optional<std::string>("bfloat16"));
    combo->setCurrentIndex(0); // "inherit"
    emit combo->activated(0);
    QVERIFY(numerics().isEmpty());
    QCOMPARE(combo->currentText(), QStringLiteral("float16"));
}

void TestNumericsPage::resetGivesOneBackAndResetAllAll()
{
    type("forward_input", "bfloat16");
    type("variable", "bfloat16");
    QTest::mouseClick(reset("forward_input"), Qt::LeftButton);
    QVERIFY(!numerics()[NumericsOverride::ForwardInput].has_value());
    QVERIFY(numerics()[NumericsOverride::Variable].has_value());
    QTest::mouseClick(m_page->findChild<QPushButton*>(QStringLiteral("resetNumerics")), Qt::LeftButton);
    QVERIFY(numerics().isEmpty());
    QCOMPARE(m_document->undoStack().count(), 4);
}

void TestNumericsPage::wrongTextIsSaidOnceAndStaysToBeMended()
{
    QSignalSpy refused(m_document.get(), &Document::refused);
    type("forward_kernel", "flaot8");
    value("forward_input")->lineEdit()->setFocus(); // leaving the field is no second error
    QCOMPARE(refused.count(), 1);
    QVERIFY(engineText(refused.first().first().value<Error>()).contains(QStringLiteral("flaot8")));
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("flaot8"));
    QVERIFY(numerics().isEmpty());
    QVERIFY(!m_document->undoStack().canUndo());
    // Another value goes in, and what is wrong is still there to be mended.
    type("forward_input", "bfloat16");
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("flaot8"));
    type("forward_kernel", "bfloat16");
    QCOMPARE(numerics()[NumericsOverride::ForwardKernel], std::optional<std::string>("bfloat16"));
    type("forward_kernel", "flaot8");
    m_page->showLayer(LayerPlace{2});
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("float16"));
}

void TestNumericsPage::aWheelOverAValueChangesNothing()
{
    QComboBox* combo = value("forward_input");
    const QPointF middle = QRectF(combo->rect()).center();
    QWheelEvent wheel(middle, combo->mapToGlobal(middle), QPoint(), QPoint(0, -120), Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(combo, &wheel);
    QVERIFY(numerics().isEmpty());
}

void TestNumericsPage::layersWithoutProductsSaySo()
{
    const auto* sentence = m_page->findChild<QLabel*>(QStringLiteral("numericsSentence"));
    QVERIFY(m_document->edit({}, [](SessionSpec& s) { insertLayer(s, "Dropout", 2); }).ok());
    m_page->showLayer(LayerPlace{2});
    QVERIFY(!value("forward_input")->isVisible());
    QVERIFY(sentence->text().contains(QStringLiteral("multiplies no matrices")));
    m_page->showLayer(LayerPlace{0});
    QVERIFY(sentence->text().contains(QStringLiteral("the data enter as float32")));
    m_page->showLayer(std::nullopt);
    QVERIFY(sentence->text().contains(QStringLiteral("Choose one")));
    m_page->showLayer(LayerPlace{1});
    QVERIFY(value("forward_input")->isVisible());
}

void TestNumericsPage::choose(const char* form, const char* name) const
{
    auto* chooser = m_page->findChild<QComboBox*>(QLatin1String(form) + QLatin1String("Chooser"));
    QVERIFY(chooser != nullptr);
    const int row = chooser->findText(QLatin1String(name));
    QVERIFY(row >= 0);
    chooser->setCurrentIndex(row);
    emit chooser->activated(row);
}

void TestNumericsPage::aRecipeOfTheSessionFillsInOperands()
{
    choose("sessionRecipe", "mxfp8");
    QCOMPARE(
        QString::fromStdString(m_document->session()->policies.recipe.className), QStringLiteral("mxfp8"));
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("mxfp8_e4m3:rceil"));
    QVERIFY(value("forward_kernel")->toolTip().contains(QStringLiteral("inherited from recipe mxfp8")));
    QVERIFY(!reset("forward_kernel")->isEnabled());
    QCOMPARE(value("forward_accumulator")->currentText(), QStringLiteral("float32"));
    type("forward_kernel", "bfloat16"); // wins
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("bfloat16"));
    reset("forward_kernel")->click();
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("mxfp8_e4m3:rceil"));
}

void TestNumericsPage::aLayersOwnRecipeWinsAndIsUndone()
{
    choose("sessionRecipe", "mxfp8");
    choose("layerRecipe", "none");
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("float16"));
    choose("layerRecipe", "te_delayed");
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("float8_e4m3fn"));
    QVERIFY(value("forward_kernel")
                ->toolTip()
                .contains(QStringLiteral("Scaled by the largest values of earlier steps")));
    choose("layerRecipe", "inherited");
    QVERIFY(!m_document->session()->model.layers[1].recipe);
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("mxfp8_e4m3:rceil"));
    m_document->undoStack().undo();
    QCOMPARE(value("forward_kernel")->currentText(), QStringLiteral("float8_e4m3fn"));
}

QTEST_MAIN(TestNumericsPage)
#include "tst_numerics_page.moc"
