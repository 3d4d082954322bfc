// SPDX-License-Identifier: GPL-3.0-or-later
// Policies come in and go out through a preview: what an import would change is shown before it does, a wrong one says
// where it is wrong and changes nothing, and an export says what it leaves behind.
#include "app/io/keras/policy/keras_policy.h"
#include "engine/session/session_spec.h"
#include "ui/exchange/models/policy_import.h"
#include "ui/exchange/models/policy_tables.h"
#include "ui/exchange/policy_dialogs.h"
#include "ui/exchange/policy_export_dialog.h"
#include "ui/exchange/policy_menu.h"
#include "ui/training/run_bar.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

SessionSpec threeLayers()
{
    SessionSpec session = *Document().session();
    session.model.layers = {session.model.layers[0], {"dense", "Dense", {{"units", std::int64_t{2}}}, {}, {}},
        {"dense_1", "Dense", {{"units", std::int64_t{2}}}, {}, {}},
        {"dense_2", "Dense", {{"units", std::int64_t{1}}}, {}, {}}};
    return session;
}

const QString kMap = QStringLiteral(R"({"module": "keras.dtype_policies", "class_name": "DTypePolicyMap",
 "config": {"default_policy": "mixed_bfloat16", "policy_map": {"sequential/dense_2": {"module": "keras",
 "class_name": "DTypePolicy", "config": {"name": "float32"}, "registered_name": null}}}, "registered_name": null})");

} // namespace

class TestPolicyDialogs : public QObject
{
    Q_OBJECT
private slots:
    void anImportShowsWhatWouldChange();
    void aWrongImportSaysWhere_data();
    void aWrongImportSaysWhere();
    void aClashIsShownAndMayBeImported();
    void anUndecidableKeyIsNotTakenOver();
    void policiesKeptAreSaid();
    void pasteIsOneUndoStep();
    void aFileThatIsNoTextIsRefused();
    void aModelGivesItsPoliciesOrItself();
    void anOlderFamilysPolicyIsReadInEachFamily();
    void theQuantizationReportSaysWhy();
    void exportsAreListedCopiedAndSaved();

private:
    template <class Widget>
    static Widget* child(const QWidget& parent, const char* name)
    {
        return parent.findChild<Widget*>(QString::fromLatin1(name));
    }
};

void TestPolicyDialogs::anOlderFamilysPolicyIsReadInEachFamily()
{
    const char* const text
        = R"({"class_name": "PolicyV1", "config": {"name": "mixed_float16", "loss_scale": 8}})";
    SessionSpec session = threeLayers();
    session.policies.family = PolicyFamily::TfKeras;
    const Result<PolicyImport> read = readPolicyImport(text, session);
    QVERIFY(read.ok());
    QCOMPARE(read->choices.size(), std::size_t{3});
    // The session's own family first, which loses the loss scale and says so.
    QCOMPARE(read->choices[0].after.policies.family, PolicyFamily::TfKeras);
    QVERIFY(read->choices[0].notes.join(u' ').contains(QStringLiteral("dropped")));
    QCOMPARE(read->choices[1].after.policies.family, PolicyFamily::Experimental22);
    QVERIFY(read->choices[1].notes.isEmpty());
    QVERIFY(read->choices[1].after.policies.global.lossScale.has_value());
    QCOMPARE(read->choices[2].after.policies.family, PolicyFamily::Keras3);
    QCOMPARE(read->choices[2].after.policies.global, *getPolicy("mixed_float16"));
    QVERIFY(read->choices[2].notes.join(u' ').contains(QStringLiteral("AttributeError")));
}

void TestPolicyDialogs::anImportShowsWhatWouldChange()
{
    const PolicyImportDialog dialog(kMap, QStringLiteral("a test"), threeLayers());
    auto* apply = child<QPushButton>(dialog, "importApply");
    QTRY_VERIFY(apply->isEnabled());
    QAbstractItemModel* changes = child<QTableView>(dialog, "importChanges")->model();
    const QAbstractItemModelTester tester(changes, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto text = [&](int row, int column) { return changes->index(row, column).data().toString(); };
    QCOMPARE(changes->rowCount(), 3);
    QCOMPARE(text(0, PolicyChangesModel::LayerColumn), QStringLiteral("sequential/dense"));
    QCOMPARE(text(0, PolicyChangesModel::BeforeColumn), QStringLiteral("float32"));
    QCOMPARE(text(0, PolicyChangesModel::AfterColumn), QStringLiteral("mixed_bfloat16"));
    QCOMPARE(text(2, PolicyChangesModel::AfterColumn), QStringLiteral("float32"));
    QVERIFY(child<QLabel>(dialog, "importState")->text().startsWith(QStringLiteral("2 of 3 layers change.")));
    QCOMPARE(dialog.sessionAfter().policies.map.size(), std::size_t{1});
    QCOMPARE(dialog.sessionAfter().policies.global.name, std::string("mixed_bfloat16"));
}

void TestPolicyDialogs::aWrongImportSaysWhere_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("no JSON") << QStringLiteral("{\"class_name\": \n oops}") << QStringLiteral("line 2");
    QTest::newRow("no such policy") << QString(kMap).replace(QStringLiteral("mixed_bfloat16"),
        QStringLiteral("half")) << QStringLiteral("config.default_policy");
    QTest::newRow("wrong module inside of the map") << QString(kMap).replace(
        QStringLiteral("\"name\": \"float32\""), QStringLiteral("\"nam\": \"float32\""))
                                                    << QStringLiteral("sequential/dense_2");
    QTest::newRow("int8 by its name") << QStringLiteral("\"int8\"") << QStringLiteral("ValueError");
}

void TestPolicyDialogs::aWrongImportSaysWhere()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    const PolicyImportDialog dialog(text, QStringLiteral("a test"), threeLayers());
    const QString state = child<QLabel>(dialog, "importState")->text();
    QVERIFY2(state.contains(words), qPrintable(state));
    QVERIFY(!child<QPushButton>(dialog, "importApply")->isEnabled());
    QCOMPARE(child<QPlainTextEdit>(dialog, "importText")->toPlainText(), text);
}

void TestPolicyDialogs::aClashIsShownAndMayBeImported()
{
    const QString clash = QString(kMap).replace(QStringLiteral("\"policy_map\": {"),
        QStringLiteral(
            "\"policy_map\": {\".*_1\": {\"module\": \"keras\", \"class_name\": \"DTypePolicy\", \"config\": "
            "{\"name\": \"float16\"}, \"registered_name\": null}, \".*dense_1\": {\"module\": \"keras\", "
            "\"class_name\": \"DTypePolicy\", \"config\": {\"name\": \"float16\"}, \"registered_name\": "
            "null}, "));
    const PolicyImportDialog dialog(clash, QStringLiteral("a test"), threeLayers());
    QTRY_VERIFY(child<QPushButton>(dialog, "importApply")->isEnabled());
    const QString state = child<QLabel>(dialog, "importState")->text();
    QVERIFY2(
        state.contains(QStringLiteral("ValueError: Path 'sequential/dense_1' matches")), qPrintable(state));
}

void TestPolicyDialogs::anUndecidableKeyIsNotTakenOver()
{
    const QString hostile
        = QString(kMap).replace(QStringLiteral("sequential/dense_2"), QStringLiteral("(?:.*){1,50}[!?]"));
    const PolicyImportDialog dialog(hostile, QStringLiteral("a test"), threeLayers());
    auto* state = child<QLabel>(dialog, "importState");
    QTRY_VERIFY_WITH_TIMEOUT(state->text().contains(QStringLiteral("backtracking")), 60'000);
    QVERIFY(!child<QPushButton>(dialog, "importApply")->isEnabled());
}

void TestPolicyDialogs::policiesKeptAreSaid()
{
    SessionSpec session = threeLayers();
    session.model.layers[1].policy = *getPolicy("float16");
    session.policies.map = {{"x", DTypePolicy{}}};
    const PolicyImportDialog dialog(QStringLiteral("\"mixed_float16\""), QStringLiteral("a test"), session);
    QTRY_VERIFY(child<QPushButton>(dialog, "importApply")->isEnabled());
    const QString state = child<QLabel>(dialog, "importState")->text();
    QVERIFY2(state.contains(QStringLiteral("of their own")) || state.contains(QStringLiteral("of its own")),
        qPrintable(state));
    QVERIFY2(state.contains(QStringLiteral("becomes its default"))
            || state.contains(QStringLiteral("becomes their default")),
        qPrintable(state));
    QCOMPARE(dialog.sessionAfter().training.lossScale.className, std::string("dynamic")); // as compile does
}

void TestPolicyDialogs::pasteIsOneUndoStep()
{
    Document document;
    QVERIFY(document.edit({}, [](SessionSpec& session) { session.model = threeLayers().model; }).ok());
    const auto before = document.session();
    QMainWindow window;
    SessionRunner runner(std::make_shared<const Kernels>(std::move(Kernels::load()).value()), 1);
    const ShownRun shown(runner);
    RunController controller(document, runner, shown);
    controller.setRetrainsAfterEdits(false);
    RunBar bar(document, shown, controller, &window);
    QSettings store(QStringLiteral("/dev/null"), QSettings::IniFormat);
    Settings settings(store);
    PolicyMenu menu(document, shown, bar, settings, &window);
    QSignalSpy failed(&menu, &PolicyMenu::failed);
    auto* paste = menu.findChild<QAction*>(QStringLiteral("importPastedPolicy"));
    QApplication::clipboard()->setText(QString());
    paste->trigger();
    QCOMPARE(failed.count(), 1);

    QApplication::clipboard()->setText(kMap);
    const auto answer = [this](const char* button) {
        QTimer::singleShot(0, this, [button] {
            auto* dialog = qobject_cast<PolicyImportDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto* apply = child<QPushButton>(*dialog, "importApply");
            QTRY_VERIFY(apply->isEnabled());
            if (QByteArray(button) == "importApply")
                QTest::keyClick(dialog, Qt::Key_Return); // the default button
            else
                QTest::keyClick(dialog, Qt::Key_Escape);
        });
    };
    answer("cancel");
    paste->trigger();
    QCOMPARE(document.session(), before);
    answer("importApply");
    paste->trigger();
    QCOMPARE(document.session()->policies.map.size(), std::size_t{1});
    document.undoStack().undo();
    QVERIFY(*document.session() == *before);
}

void TestPolicyDialogs::aFileThatIsNoTextIsRefused()
{
    const QTemporaryDir directory;
    Document document;
    QMainWindow window;
    SessionRunner runner(std::make_shared<const Kernels>(std::move(Kernels::load()).value()), 1);
    const ShownRun shown(runner);
    RunController controller(document, runner, shown);
    RunBar bar(document, shown, controller, &window);
    QSettings store(QStringLiteral("/dev/null"), QSettings::IniFormat);
    Settings settings(store);
    PolicyMenu menu(document, shown, bar, settings, &window);
    QSignalSpy failed(&menu, &PolicyMenu::failed);
    menu.importFile(directory.filePath(QStringLiteral("missing.json")));
    QCOMPARE(failed.count(), 1);
    QFile large(directory.filePath(QStringLiteral("large.json")));
    QVERIFY(large.open(QIODevice::WriteOnly));
    QVERIFY(large.resize(qint64(64) << 20));
    menu.importFile(large.fileName());
    QCOMPARE(failed.count(), 2);
}

void TestPolicyDialogs::aModelGivesItsPoliciesOrItself()
{
    SessionSpec saved = threeLayers();
    saved.model.layers[2].policy = *getPolicy("bfloat16");
    saved.model.layers[3].name = "head";
    QString json;
    for (const ExportTarget& target : exportTargets(saved))
        if (target.id == QStringLiteral("keras-model"))
            json = target.text;
    const PolicyImportDialog dialog(json, QStringLiteral("a test"), threeLayers());
    auto* choice = child<QComboBox>(dialog, "importChoice");
    auto* apply = child<QPushButton>(dialog, "importApply");
    QCOMPARE(choice->count(), 2);
    QTRY_VERIFY(apply->isEnabled());
    const SessionSpec& byName = dialog.sessionAfter();
    QCOMPARE(byName.model.layers[2].policy->name, std::string("bfloat16"));
    QCOMPARE(byName.model.layers[3].name, std::string("dense_2"));
    QVERIFY(!byName.model.layers[3].policy.has_value()); // its name is not in the file
    choice->setCurrentIndex(1);
    QTRY_VERIFY(apply->isEnabled());
    QCOMPARE(dialog.sessionAfter().model.layers[3].name, std::string("head"));
}

void TestPolicyDialogs::theQuantizationReportSaysWhy()
{
    SessionSpec session = threeLayers();
    session.model.layers.push_back({"probs", "Softmax", {}, {}, {}});
    QuantizationDialog dialog(session);
    auto* table = child<QTableView>(dialog, "quantizationTable")->model();
    auto* summary = child<QLabel>(dialog, "quantizationSummary");
    auto* mode = child<QComboBox>(dialog, "quantizationMode");
    QCOMPARE(
        mode->currentData().toString(), QStringLiteral("int8")); // the session's own would be an empty table
    mode->setCurrentIndex(0);
    QCOMPARE(table->rowCount(), 0);
    QVERIFY(summary->text().contains(QStringLiteral("No layer")));
    mode->setCurrentIndex(1);
    QCOMPARE(table->rowCount(), 4);
    QCOMPARE(table->index(0, QuantizationTableModel::PolicyColumn).data().toString(),
        QStringLiteral("int8_from_float32"));
    QVERIFY(table->index(3, QuantizationTableModel::ReasonColumn).data().toString().size() > 10);
    QVERIFY2(summary->text().startsWith(QStringLiteral("3 of 4")), qPrintable(summary->text()));
    for (int i = 0; i < mode->count(); ++i) {
        mode->setCurrentIndex(i);
        QVERIFY2(!summary->text().startsWith(QStringLiteral("ValueError")), qPrintable(mode->currentText()));
    }
}

void TestPolicyDialogs::exportsAreListedCopiedAndSaved()
{
    SessionSpec session = threeLayers();
    session.policies.global = *getPolicy("mixed_float16");
    session.training.lossScale = {"dynamic", {}};
    const std::vector<ExportTarget> targets = exportTargets(session);
    PolicyExportDialog dialog(targets);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    auto* list = child<QListWidget>(dialog, "exportTargets");
    auto* text = child<QPlainTextEdit>(dialog, "exportText");
    QVERIFY(text->isReadOnly());
    QCOMPARE(list->count(), int(targets.size()));
    const QTemporaryDir directory;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        QCOMPARE(list->currentRow(), int(i));
        QCOMPARE(text->toPlainText().toUtf8(), targets[i].text.toUtf8());
        QVERIFY(!targets[i].description.isEmpty());
        const QString leftOut = child<QLabel>(dialog, "leftOut")->text();
        for (const QString& sentence : targets[i].leftOut)
            QVERIFY2(leftOut.contains(sentence.toHtmlEscaped()), qPrintable(sentence));
        QApplication::clipboard()->setText(QString());
        QTest::keySequence(list, QKeySequence::Copy);
        QCOMPARE(QApplication::clipboard()->text(), text->toPlainText());
        const QString path = directory.filePath(QString::number(i));
        QVERIFY(dialog.saveTo(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), text->toPlainText().toUtf8());
        QTest::keyClick(list, Qt::Key_Down);
    }
    QVERIFY(!dialog.saveTo(directory.filePath(QStringLiteral("no/such/folder/x.json"))));
    // Ctrl+C in the text: what is selected, or all.
    list->setCurrentRow(0);
    text->setFocus();
    QTest::keySequence(text, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(), text->toPlainText());
    QTest::keyClick(text, Qt::Key_End, Qt::ShiftModifier);
    QTest::keySequence(text, QKeySequence::Copy);
    QVERIFY(QApplication::clipboard()->text().size() < text->toPlainText().size());
}

QTEST_MAIN(TestPolicyDialogs)
#include "tst_policy_dialogs.moc"
