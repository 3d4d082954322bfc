// SPDX-License-Identifier: GPL-3.0-or-later
// Forms are made from the catalogs: every parameter of every row gets an editor with a name and an explanation, and what is
// typed keeps its type.
#include "engine/data/dataset_catalog.h"
#include "engine/layer/layer_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/scaling/loss_scale.h"
#include "ui/forms/component_form.h"
#include "ui/forms/form_pages.h"
#include "ui/forms/parameter_form.h"
#include "ui/look/fields.h"
#include "ui/look/glyphs.h"
#include "ui/shell/input_guards.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestForms : public QObject
{
    Q_OBJECT
private slots:
    void everyCatalogRowGetsItsEditors();
    void typedTextKeepsTheType_data();
    void typedTextKeepsTheType();
    void showingValuesIsNoEdit();
    void onlyAFileThatMustBeGivenIsAskedFor();
    void anEditReachesTheDocumentAndUndoComesBack();
    void aRefusedEditStaysWithItsReason();
    void whoseArithmeticItIsIsSaidLive();
    void whatCompileDoesIsSaidLive();
    void anOptimizerThatKerasRefusesIsSaidLive();
    void theWheelScrollsAndDoesNotEdit();
    void whatEveryOptimizerHasIsFoldedAwayUntilItIsUsed();
    void whatEveryOptimizerHasStaysWhenAnotherIsChosen();
    void aFieldOutlivesTheFormThatItChanges();
    void anIconWithoutRoomIsEmpty();
};

void TestForms::anIconWithoutRoomIsEmpty()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter")));
    QVERIFY(glyphIcon(Glyph::Open).pixmap(QSize(16, 0), 1.0).isNull());
    QVERIFY(!glyphIcon(Glyph::Open).pixmap(QSize(16, 16), 1.0).isNull());
}

void TestForms::aFieldOutlivesTheFormThatItChanges()
{
    // A layer is renamed, and the form is another layer's from then on, while its field still handles the key.
    ParameterForm form;
    const std::vector<ParameterSpec> named{{"name", std::string("a"), "Its name."}};
    form.showValues(named, {});
    form.show();
    QVERIFY(QTest::qWaitForWindowExposed(&form));
    const QPointer<QLineEdit> field = form.findChild<QLineEdit*>(QStringLiteral("parameter_name"));
    bool wasThere = false;
    connect(&form, &ParameterForm::valueEdited, &form, [&] {
        form.showValues({{"name", std::string("b"), "Another's."}, {"units", std::int64_t{1}, "Units."}}, {});
        wasThere = !field.isNull();
    });
    field->setFocus();
    QTest::keyClick(field, Qt::Key_X);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(wasThere);
    QCOMPARE(form.fieldCount(), 2);
    const QList<QLineEdit*> names = form.findChildren<QLineEdit*>(QStringLiteral("parameter_name"));
    QCOMPARE(names.size(), 1);
    QVERIFY(names.first() != field);
    QTRY_VERIFY(names.first()->isVisible());
    QTRY_VERIFY(field.isNull());
}

void TestForms::whatEveryOptimizerHasIsFoldedAwayUntilItIsUsed()
{
    ComponentForm form({.name = "optimizer"}, QStringLiteral("Optimizer"), classSpecs(optimizerCatalog()));
    form.showComponent({"SGD", {}});
    form.show();
    QVERIFY(QTest::qWaitForWindowExposed(&form));
    const auto line = [&](const char* name) {
        auto* found = form.findChild<QLineEdit*>(QStringLiteral("parameter_") + QLatin1String(name));
        return found && found->isVisible();
    };
    QVERIFY(line("learning_rate") && line("momentum"));
    QVERIFY(!line("clipnorm"));
    auto* more = form.findChild<QToolButton*>(QStringLiteral("optimizerMore"));
    QVERIFY(more->isVisible() && more->toolTip().contains(QStringLiteral("clipnorm")));
    more->setFocus();
    QTest::keyClick(more, Qt::Key_Space);
    QVERIFY(line("clipnorm"));
    QTest::keyClick(more, Qt::Key_Space);
    QVERIFY(!line("clipnorm"));
    QSignalSpy edited(&form, &ComponentForm::componentEdited);
    form.showComponent({"Adam", {{"clipnorm", 1.0}}});
    QTRY_VERIFY(line("clipnorm") && line("beta_1")); // not its default: never out of sight
    auto* clipnorm = form.findChild<QLineEdit*>(QStringLiteral("parameter_clipnorm"));
    clipnorm->selectAll();
    QTest::keyClicks(clipnorm, QStringLiteral("2"));
    QTest::keyClick(clipnorm, Qt::Key_Return);
    QCOMPARE(edited.count(), 1);
    const auto component = edited.first().first().value<Component>();
    QCOMPARE(component.config.number("clipnorm"), 2.0);
    // Losses share too little to fold.
    ComponentForm loss({.name = "loss"}, QStringLiteral("Loss"), classSpecs(lossCatalog()));
    loss.showComponent({lossCatalog()[0].name, {}});
    loss.show();
    QVERIFY(!loss.findChild<QToolButton*>(QStringLiteral("lossMore"))->isVisible());
}

void TestForms::whatEveryOptimizerHasStaysWhenAnotherIsChosen()
{
    // Or a session whose loop needs an optimizer that clips would refuse every other optimizer.
    ComponentForm form({.name = "optimizer"}, QStringLiteral("Optimizer"), classSpecs(optimizerCatalog()));
    auto* chooser = form.findChild<QComboBox*>(QStringLiteral("optimizerChooser"));
    QSignalSpy edited(&form, &ComponentForm::componentEdited);
    const auto choose = [&](const char* name) {
        const int row = chooser->findText(QLatin1String(name));
        chooser->setCurrentIndex(row);
        emit chooser->activated(row);
        return edited.takeFirst().first().value<Component>();
    };
    form.showComponent({"SGD", {{"learning_rate", 0.1}, {"momentum", 0.9}, {"global_clipnorm", 1.0}}});
    QCOMPARE(choose("Adam"), (Component{"Adam", {{"global_clipnorm", 1.0}}}));
    form.showComponent({"Adam", {{"global_clipnorm", 1.0}}});
    form.show();
    QVERIFY(QTest::qWaitForWindowExposed(&form));
    auto* rate = form.findChild<QLineEdit*>(QStringLiteral("parameter_learning_rate"));
    rate->selectAll();
    QTest::keyClicks(rate, QStringLiteral("0.01"));
    QTest::keyClick(rate, Qt::Key_Return);
    QCOMPARE(edited.takeFirst().first().value<Component>(), // in the order of a file that is read
        (Component{"Adam", {{"learning_rate", 0.01}, {"global_clipnorm", 1.0}}}));
    // AdamW decays if nothing is said; SGD does not.
    form.showComponent({"AdamW", {{"weight_decay", 0.004}}});
    QCOMPARE(choose("SGD"), (Component{"SGD", {}}));
}

void TestForms::theWheelScrollsAndDoesNotEdit()
{
    QObject owner;
    new WheelGuard(&owner);
    QScrollArea area;
    auto* combo = new QComboBox;
    for (const int item : {1, 2, 3})
        combo->addItem(QString::number(item));
    area.setWidget(combo);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    const auto turnWheel = [&] {
        QWheelEvent event(QPointF(5, 5), combo->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120), Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(combo, &event);
    };
    combo->clearFocus();
    QCOMPARE(combo->focusPolicy(), Qt::StrongFocus);
    turnWheel();
    QCOMPARE(combo->currentIndex(), 0);
    combo->setFocus();
    QVERIFY(combo->hasFocus());
    turnWheel();
    QCOMPARE(combo->currentIndex(), 1);
}

void TestForms::everyCatalogRowGetsItsEditors()
{
    std::vector<ClassSpec> rows;
    const auto add
        = [&](const std::vector<ClassSpec>& more) { rows.insert(rows.end(), more.begin(), more.end()); };
    add(classSpecs(layerCatalog()));
    add(classSpecs(optimizerCatalog()));
    add(classSpecs(scheduleCatalog()));
    add(classSpecs(lossCatalog()));
    add(classSpecs(datasetCatalog()));
    add(classSpecs(lossScaleCatalog()));
    QVERIFY(rows.size() > 10);
    for (const ClassSpec& row : rows) {
        ParameterForm form;
        form.showValues(row.parameters, {});
        QCOMPARE(form.fieldCount(), static_cast<int>(row.parameters.size()));
        for (const ParameterSpec& parameter : row.parameters) {
            const auto* editor
                = form.findChild<QWidget*>(QString::fromStdString("parameter_" + parameter.name));
            QVERIFY2(editor, parameter.name.c_str());
            QVERIFY(!editor->accessibleName().isEmpty());
            QVERIFY2(!editor->toolTip().isEmpty(), parameter.name.c_str());
        }
    }
}

void TestForms::typedTextKeepsTheType_data()
{
    using List = std::vector<std::int64_t>;
    QTest::addColumn<QString>("text");
    QTest::addColumn<ParameterValue>("like");
    QTest::addColumn<bool>("isValue");
    QTest::addColumn<ParameterValue>("value");
    const ParameterValue none;
    QTest::newRow("integer") << QStringLiteral(" 16 ") << ParameterValue(std::int64_t(0)) << true
                             << ParameterValue(std::int64_t(16));
    QTest::newRow("no integer") << QStringLiteral("1.5") << ParameterValue(std::int64_t(0)) << false << none;
    QTest::newRow("number") << QStringLiteral("1e-5") << ParameterValue(0.0) << true << ParameterValue(1e-5);
    QTest::newRow("hex float") << QStringLiteral("0x1p-3") << ParameterValue(0.0) << true
                               << ParameterValue(0.125);
    QTest::newRow("no number") << QStringLiteral("fast") << ParameterValue(0.0) << false << none;
    QTest::newRow("list") << QStringLiteral("[28, 28]") << ParameterValue(List()) << true
                          << ParameterValue(List{28, 28});
    QTest::newRow("list without brackets")
        << QStringLiteral("28,28") << ParameterValue(List()) << true << ParameterValue(List{28, 28});
    QTest::newRow("no list") << QStringLiteral("28, wide") << ParameterValue(List()) << false << none;
    QTest::newRow("text") << QStringLiteral("/data") << ParameterValue(std::string()) << true
                          << ParameterValue(std::string("/data"));
}

void TestForms::typedTextKeepsTheType()
{
    QFETCH(QString, text);
    QFETCH(ParameterValue, like);
    QFETCH(bool, isValue);
    QFETCH(ParameterValue, value);
    const std::optional<ParameterValue> parsed = parseParameter(text, like);
    QCOMPARE(parsed.has_value(), isValue);
    if (isValue)
        QVERIFY(*parsed == value);
}

void TestForms::showingValuesIsNoEdit()
{
    for (const LayerClass& row : layerCatalog()) {
        ParameterForm form;
        QSignalSpy edited(&form, &ParameterForm::valueEdited);
        form.showValues(row.parameters, {});
        form.showValues(row.parameters, {});
        QCOMPARE(edited.count(), 0);
        // Nor is to look into a field and to leave it as it was.
        const QList<QComboBox*> boxes = form.findChildren<QComboBox*>();
        if (boxes.isEmpty())
            continue;
        form.show();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        for (QComboBox* box : boxes) {
            box->setFocus();
            box->clearFocus();
            QVERIFY2(edited.isEmpty(), qPrintable(box->objectName()));
        }
    }
}

void TestForms::onlyAFileThatMustBeGivenIsAskedFor()
{
    const std::vector<ParameterSpec> files{{.name = "needed",
                                               .defaultValue = std::string(),
                                               .description = "a",
                                               .isPath = true,
                                               .mustBeChosen = true},
        {.name = "spare", .defaultValue = std::string(), .description = "b", .isPath = true}};
    ParameterForm form;
    form.showValues(files, {});
    QVERIFY(form.findChild<QLineEdit*>(QStringLiteral("parameter_needed"))
                ->placeholderText()
                .contains(tr("none yet")));
    QVERIFY(form.findChild<QLineEdit*>(QStringLiteral("parameter_spare"))
                ->placeholderText()
                .contains(tr("may be")));
}

void TestForms::anEditReachesTheDocumentAndUndoComesBack()
{
    Document document;
    TrainingPage page(document);
    auto* weight = page.findChild<QLineEdit*>(QStringLiteral("parameter_loss_weight"));
    QVERIFY(weight);
    const QString before = weight->text();
    weight->selectAll();
    QTest::keyClicks(weight, QStringLiteral("1e-5"));
    QTest::keyClick(weight, Qt::Key_Return);
    QCOMPARE(document.session()->training.lossWeight, 1e-5);
    document.undoStack().undo();
    QCOMPARE(weight->text(), before);
}

void TestForms::aRefusedEditStaysWithItsReason()
{
    Document document;
    TrainingPage page(document);
    QSignalSpy refused(&document, &Document::refused);
    auto* batch = page.findChild<FaultField*>(QStringLiteral("parameter_batch_size"));
    auto* reason = page.findChild<QLabel*>(QStringLiteral("reason_batch_size"));
    QVERIFY(batch && reason);
    const auto type = [&](const char* text) {
        batch->selectAll();
        QTest::keyClicks(batch, QString::fromLatin1(text));
        QTest::keyClick(batch, Qt::Key_Return);
    };
    for (const char* wrong : {"0", "many", "-3"}) {
        type(wrong);
        QCOMPARE(batch->text(), QString::fromLatin1(wrong));
        QVERIFY(batch->isWrong());
        QVERIFY2(
            reason->text().startsWith(QStringLiteral("expected an integer")), qPrintable(reason->text()));
        QVERIFY2(reason->text().contains(QString::fromLatin1(wrong)), qPrintable(reason->text()));
    }
    QVERIFY(!document.undoStack().canUndo());
    // Another edit leaves it to be mended; what is right goes through.
    QVERIFY(document.edit({}, [](SessionSpec& session) { session.training.seed = 9; }).ok());
    QVERIFY(batch->isWrong());
    QCOMPARE(batch->text(), QStringLiteral("-3"));
    type("8");
    QVERIFY(!batch->isWrong() && reason->isHidden());
    QCOMPARE(document.session()->training.batchSize, std::int64_t{8});
    document.undoStack().undo();
    QVERIFY(batch->text() != QStringLiteral("8"));
    // And of another session nothing was refused.
    type("0");
    QVERIFY(batch->isWrong());
    document.undoStack().setClean();
    QVERIFY(document.openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps")).ok());
    QVERIFY(!batch->isWrong() && reason->isHidden());
    QCOMPARE(batch->text(), QString::number(document.session()->training.batchSize));
    QCOMPARE(refused.count(), 0); // what is said at the field is not said again above the window
}

void TestForms::whoseArithmeticItIsIsSaidLive()
{
    Document document;
    TrainingPage page(document);
    auto* outcome = page.findChild<QLabel*>(QStringLiteral("arithmeticOutcome"));
    auto* arithmetic = page.findChild<QComboBox*>(QStringLiteral("parameter_arithmetic"));
    QVERIFY(outcome && arithmetic);
    QVERIFY(
        document.edit({}, [](SessionSpec& session) { session.policies.global = *getPolicy("mixed_float16"); })
            .ok());
    QVERIFY2(
        outcome->text().contains(QStringLiteral("written: not keras-jax: ")), qPrintable(outcome->text()));
    QVERIFY2(outcome->text().contains(QStringLiteral("float16 is not proved")), qPrintable(outcome->text()));
    arithmetic->setCurrentText(QStringLiteral("written"));
    emit arithmetic->activated(arithmetic->currentIndex());
    QVERIFY(document.session()->training.arithmetic == ArithmeticKind::Written);
    QVERIFY2(outcome->text().contains(QStringLiteral("written: asked for")), qPrintable(outcome->text()));
}

void TestForms::whatCompileDoesIsSaidLive()
{
    Document document;
    TrainingPage page(document);
    auto* sentence = page.findChild<QLabel*>(QStringLiteral("compileOutcome"));
    QVERIFY(sentence);
    const QString plain = sentence->text();
    QVERIFY(
        document.edit({}, [](SessionSpec& session) { session.policies.global = *getPolicy("mixed_float16"); })
            .ok());
    QVERIFY(sentence->text() != plain);
    QVERIFY2(sentence->text().contains(QStringLiteral("LossScaleOptimizer")), qPrintable(sentence->text()));
    auto* loop = page.findChild<QComboBox*>(QStringLiteral("parameter_training_loop"));
    auto* floatx = page.findChild<QComboBox*>(QStringLiteral("parameter_floatx"));
    auto* family = page.findChild<QComboBox*>(QStringLiteral("parameter_policy_family"));
    QVERIFY(loop && floatx && family);
    const auto choose = [](QComboBox* combo, const QString& text) {
        combo->setCurrentText(text);
        emit combo->activated(combo->currentIndex());
    };
    choose(loop, QStringLiteral("custom"));
    QVERIFY(document.session()->training.loop == TrainingLoop::Custom);
    choose(floatx, QStringLiteral("float64"));
    QCOMPARE(document.session()->policies.floatx, std::string("float64"));
    choose(family, QStringLiteral("tf_keras"));
    QVERIFY(document.session()->policies.family == PolicyFamily::TfKeras);
    choose(family, QStringLiteral("experimental"));
    QVERIFY2(
        sentence->text().contains(QStringLiteral("TensorFlow 2.1 to 2.3")), qPrintable(sentence->text()));
    for (int i = 0; i < 4; ++i)
        document.undoStack().undo();
    QCOMPARE(loop->currentText(), QStringLiteral("fit"));
}

void TestForms::anOptimizerThatKerasRefusesIsSaidLive()
{
    Document document;
    TrainingPage page(document);
    auto* sentence = page.findChild<QLabel*>(QStringLiteral("compileOutcome"));
    QVERIFY(sentence);
    const auto train = [&](const char* policy) {
        return document
            .edit({},
                [&](SessionSpec& session) {
                    session.policies.global = *getPolicy(policy);
                    session.training.optimizer.config.set("use_ema", true);
                    session.training.optimizer.config.set("ema_overwrite_frequency", std::int64_t{10});
                })
            .ok();
    };
    const QString refusal = QStringLiteral("optimizer.ema_overwrite_frequency: Keras on JAX raises");
    QVERIFY(train("mixed_bfloat16"));
    QVERIFY2(!sentence->text().contains(refusal), qPrintable(sentence->text()));
    QVERIFY(train("float8_from_mixed_bfloat16"));
    QVERIFY2(sentence->text().contains(refusal), qPrintable(sentence->text()));
}

QTEST_MAIN(TestForms)
#include "tst_forms.moc"
