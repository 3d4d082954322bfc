// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Search: a question filled in by mouse and keyboard, the engine's own answer to it, pauses and restarts, what is wrong with its place,
// and what is made of an answer.
#include "app/search/search.h"
#include "app/session/kept/kept_runs.h"
#include "engine/session/seed_list.h"
#include "tests/ui/window_test.h"
#include "ui/look/fields.h"
#include "ui/look/qcp.h"
#include "ui/search/budget_form.h"
#include "ui/search/models/budget_rows.h"
#include "ui/search/models/chosen_names.h"
#include "ui/search/models/search_report.h"
#include "ui/search/models/search_text.h"
#include "ui/search/search_plot.h"
#include "ui/search/search_results.h"
#include "ui/search/search_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr const char* kMenu = "float32,mixed_bfloat16,bfloat16";
constexpr const char* kBudget = "loss <= 1.0005*float32";
constexpr const char* kSteps = "15";
constexpr const char* kSeeds = "1,2";

} // namespace

class TestSearchView : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void rowsAndSentenceSayTheSame_data();
    void rowsAndSentenceSayTheSame();
    void patternsMeanTheLayersThatAreTicked();
    void theMenuKeepsWhatIsNotInItsList();
    void aPlanCountsWhatThereIs();
    void theFormIsFilledInByHand();
    void theAnswerIsTheEngines();
    void aSearchIsPausedAndGoesOn();
    void whatWasRunIsNotRunAgainAfterARestart();
    void anAnswerIsAppliedAndTakenBack();
    void pointsAndRowsAreOpenedAsRuns();
    void whatIsWrongIsSaidWithItsPlace_data();
    void whatIsWrongIsSaidWithItsPlace();
    void aBudgetBelowFloat32IsRefusedWithItsSpread();
    void whatNothingKeepsIsSaidPlainly();
    void whatWasRefutedIsSaidWhereNoSingleChangeIsCheaper();
    void editsDoNotDisturbASearch();
    void anotherSessionDoesNotDisturbASearch();
    void theWindowClosesWhileItSearches();
    void theFocusStaysAmongTheButtons();
    void whatAnotherWindowSearchesIsSaid();
    void oldSearchesMakeRoom();
    void theReportHasWhatRefutesTheRest();
    void theCommandAsksTheSame();
    void theCommandAsksForAllOfTheForm();
    void theLossScaleIsSearchedAndApplied();
    void aFactorBelowTheSpreadOfTheSeedsIsNoticed();
    void howLongItTakesIsSaidByWhatWasTrained();
    void ticksOfCostsDoNotOverlap();
    void theAnswerIsExported();

private:
    void openTab() { child<QAction>("showTab8")->trigger(); }
    void click(const char* button) const
    {
        auto* widget = child<QWidget>(button);
        QVERIFY2(widget && widget->isVisible() && widget->isEnabled(), button);
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    /// As a person: all of the field is chosen and typed over.
    void type(const char* field, const char* text) const
    {
        auto* line = child<QLineEdit>(field);
        QVERIFY2(line, field);
        line->setFocus();
        line->selectAll();
        QTest::keyClick(line, Qt::Key_Delete);
        QTest::keyClicks(line, QString::fromLatin1(text));
    }
    void ask(
        const char* menu, const char* budget, const char* steps = kSteps, const char* seeds = kSeeds) const
    {
        type("searchMenuText", menu);
        type("budgetSentence", budget);
        type("searchSteps", steps);
        type("searchSeeds", seeds);
    }
    void search() const
    {
        click("searchStart");
        waitUntilIdle();
    }
    QString text(const char* label) const { return child<QLabel>(label)->text(); }
    SearchQuestion question(const char* menu, const char* budget) const
    {
        SessionSpec session = *m_window->document().session();
        session.training.steps = 15;
        return {*searchSpaceOf(session, {.menu = menu}), *parseBudget(budget, 15), {1, 2}};
    }
    SearchAnswer expected(const SearchQuestion& asked) const
    {
        KeptResults kept;
        return *ulpscope::search(asked, *m_kernels, kept, {});
    }
};

void TestSearchView::initTestCase()
{
    startAfresh();
}

void TestSearchView::init()
{
    m_store->clear();
    openWindow({1024, 768});
    openScene("circle");
    openTab();
    waitUntilIdle();
}

void TestSearchView::cleanup()
{
    setFileAnswer({});
    m_window.reset();
}

void TestSearchView::rowsAndSentenceSayTheSame_data()
{
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("again");
    const auto row = [](const char* sentence, const char* again) {
        QTest::newRow(sentence) << QString::fromLatin1(sentence) << QString::fromLatin1(again);
    };
    row("loss <= 1.01*float32", "loss <= 1.01*float32");
    row("loss@500<float32;skipped_steps@50.. == 0", "loss@500 < 1*float32; skipped_steps@50.. == 0");
    row("loss@..9 != 2e-3", "loss@0..9 != 0.002");
    row("diverged_at >= 10; ", "diverged_at >= 10");
}

void TestSearchView::rowsAndSentenceSayTheSame()
{
    QFETCH(QString, sentence);
    QFETCH(QString, again);
    const Result<Budget> budget = parseBudget(sentence.toStdString(), 1000);
    QVERIFY(budget.ok());
    const QString written = sentenceOf(rowsOf(*budget, 1000));
    QCOMPARE(written, again);
    const Result<Budget> same = parseBudget(written.toStdString(), 1000);
    QCOMPARE(same->clauses.size(), budget->clauses.size());
    for (std::size_t i = 0; i < same->clauses.size(); ++i) {
        QCOMPARE(same->clauses[i].key, budget->clauses[i].key);
        QCOMPARE(same->clauses[i].relation, budget->clauses[i].relation);
        QCOMPARE(same->clauses[i].number, budget->clauses[i].number);
        QCOMPARE(same->clauses[i].isTimesFloat32, budget->clauses[i].isTimesFloat32);
        QCOMPARE(same->clauses[i].steps.has_value(), budget->clauses[i].steps.has_value());
    }
}

void TestSearchView::patternsMeanTheLayersThatAreTicked()
{
    const QStringList paths = searchableLayers(*m_window->document().session());
    QCOMPARE(paths, QStringList({u"sequential/dense_1"_s, u"sequential/dense_2"_s, u"sequential/logits"_s}));
    QCOMPARE(patternOf(paths, paths), QString());
    QCOMPARE(layersOf(QString(), paths), paths);
    for (const QStringList& chosen : {QStringList(), paths.mid(1), QStringList(paths[1])})
        QCOMPARE(layersOf(patternOf(chosen, paths), paths), chosen);
    const QStringList odd{u"m/a.b"_s, u"m/aXb"_s, u"m/a+b(1)"_s};
    for (const QString& path : odd)
        QCOMPARE(layersOf(patternOf({path}, odd), odd), QStringList(path));
    QCOMPARE(layersOf(u"dense"_s, paths), paths.mid(0, 2));
    QCOMPARE(layersOf(u"("_s, paths), QStringList()); // no pattern yet
}

void TestSearchView::theMenuKeepsWhatIsNotInItsList()
{
    const QStringList list{u"float32"_s, u"float16"_s};
    QCOMPARE(menuNames(u" a ,, b"_s), QStringList({u"a"_s, u"b"_s}));
    QCOMPARE(menuText(u"own, float32"_s, {u"float16"_s}, list), QStringLiteral("own, float16"));
}

void TestSearchView::aPlanCountsWhatThereIs()
{
    const SearchQuestion asked = question(kMenu, kBudget);
    const SearchPlan plan = planOf(asked.space, asked.seeds.size());
    QCOMPARE(plan.assignments, 27.0);
    QCOMPARE(plan.runs, 54.0);
    QVERIFY(plan.canBeProved);
    QVERIFY(planText(plan, 2.0, 1).contains(u"2 min"_s) && planText(plan, 2.0, 4).contains(u"25 s"_s));
    QVERIFY(planText(plan, std::nullopt, 1).contains(u"how long is said with the first runs"_s));
    const SearchAnswer answer = expected(question(kMenu, kBudget));
    QVERIFY(double(answer.runs) <= plan.runs); // at most, it says
}

void TestSearchView::theFormIsFilledInByHand()
{
    // Ticks write the menu.
    auto* list = child<QListWidget>("searchMenuList");
    QListWidgetItem* item = list->findItems(u"mixed_float16"_s, Qt::MatchExactly).value(0);
    QVERIFY(item && item->checkState() == Qt::Checked);
    list->setFocus();
    list->setCurrentItem(item);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(child<QLineEdit>("searchMenuText")->text(), QStringLiteral("float32, mixed_bfloat16"));
    // And the line ticks.
    type("searchMenuText", "bfloat16");
    QCOMPARE(item->checkState(), Qt::Unchecked);
    QCOMPARE(list->findItems(u"bfloat16"_s, Qt::MatchExactly).value(0)->checkState(), Qt::Checked);
    // Layers likewise.
    auto* layers = child<QListWidget>("searchLayersList");
    layers->setFocus();
    layers->setCurrentRow(0);
    QTest::keyClick(layers, Qt::Key_Space);
    QCOMPARE(child<QLineEdit>("searchLayersText")->text(),
        QStringLiteral("^(sequential/dense_2|sequential/logits)$"));
    type("searchLayersText", "logits");
    QCOMPARE(layers->item(1)->checkState(), Qt::Unchecked);
    QCOMPARE(layers->item(2)->checkState(), Qt::Checked);
    // Rows make the sentence.
    click("budgetAdd");
    QCOMPARE(child<QLineEdit>("budgetSentence")->text(),
        QStringLiteral("loss <= 1.05*float32; skipped_steps == 0"));
    type("budgetSteps2", "50..");
    type("budgetLimit1", "1.5");
    QCOMPARE(child<QLineEdit>("budgetSentence")->text(),
        QStringLiteral("loss <= 1.5*float32; skipped_steps@50.. == 0"));
    // And the sentence the rows.
    type("budgetSentence", "overflows < 3");
    QCOMPARE(child<QComboBox>("budgetKey1")->currentText(), QStringLiteral("overflows"));
    QCOMPARE(child<QComboBox>("budgetRelation1")->currentText(), QStringLiteral("<"));
    QVERIFY(!child<QComboBox>("budgetKey2")->isVisible());
    QVERIFY(!child<QToolButton>("budgetRemove1")->isEnabled()); // the last one stays
    waitUntilIdle();
    QVERIFY2(text("searchPlan").startsWith(u"1 assignment:"_s), qPrintable(text("searchPlan")));
}

void TestSearchView::theAnswerIsTheEngines()
{
    ask(kMenu, kBudget);
    waitUntilIdle();
    QVERIFY2(
        text("searchPlan").startsWith(u"27 assignments: at most 54 runs"_s), qPrintable(text("searchPlan")));
    search();
    const SearchQuestion asked = question(kMenu, kBudget);
    const SearchAnswer answer = expected(asked);
    QVERIFY(answer.assignment && answer.isProved);
    QVERIFY2(text("searchHeadline").startsWith(u"Proved:"_s), qPrintable(text("searchHeadline")));
    const QAbstractItemModel* table = child<QTableView>("searchTable")->model();
    QCOMPARE(std::size_t(table->rowCount()), asked.space.layers.size());
    for (int row = 0; row < table->rowCount(); ++row) {
        QCOMPARE(
            table->index(row, 0).data().toString().toStdString(), asked.space.layers[std::size_t(row)].name);
        QCOMPARE(table->index(row, 1).data().toString().toStdString(),
            asked.space.entries[(*answer.assignment)[std::size_t(row)]].name);
    }
    // What is ringed is the answer.
    QCOMPARE(child<SearchPlot>("searchPlot")->selected()->assignment, *answer.assignment);
    QVERIFY(text("searchReading").contains(u"Keeps the budget under every seed"_s));
    QVERIFY(text("searchState").startsWith(QString::number(answer.runs)));
}

void TestSearchView::aSearchIsPausedAndGoesOn()
{
    ask(kMenu, kBudget, "400");
    click("searchStart");
    QTRY_VERIFY_WITH_TIMEOUT(text("searchState").contains(u"runs"_s), kTrainedMs);
    click("searchPause");
    waitUntilIdle();
    QVERIFY2(text("searchState").startsWith(u"Paused"_s), qPrintable(text("searchState")));
    QTest::qWait(300); // what was under way has told
    const QString held = text("searchState");
    QTest::qWait(700);
    QCOMPARE(text("searchState"), held);
    QVERIFY(!child<QPushButton>("searchStart")->isEnabled());
    click("searchPause");
    click("searchCancel");
    waitUntilIdle();
    QVERIFY2(text("searchHeadline").startsWith(u"Stopped"_s), qPrintable(text("searchHeadline")));
    ask(kMenu, kBudget);
    search();
    QVERIFY(text("searchHeadline").startsWith(u"Proved:"_s));
}

void TestSearchView::whatWasRunIsNotRunAgainAfterARestart()
{
    const QString state = inDirectory("state");
    m_window->keepSessionIn(state);
    ask(kMenu, kBudget);
    search();
    const QString headline = text("searchHeadline");
    QStringList found;
    const auto results = [&] {
        const QDir folder(state + u"/searches"_s);
        const QString task = folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0);
        QFile file(folder.filePath(task + u"/runs.jsonl"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray before = results();
    QVERIFY(!before.isEmpty());
    m_window.reset();
    openWindow({1024, 768});
    m_window->keepSessionIn(state);
    openScene("circle");
    openTab();
    waitUntilIdle();
    QCOMPARE(child<QLineEdit>("budgetSentence")->text(), QString::fromLatin1(kBudget));
    QCOMPARE(child<QLineEdit>("searchSteps")->text(), QString::fromLatin1(kSteps));
    QVERIFY(text("searchState").contains(u"goes on"_s));
    search();
    QCOMPARE(text("searchHeadline"), headline);
    QCOMPARE(results(), before); // nothing was run twice
    // Applying the answer leaves it the same task.
    click("searchApply");
    waitUntilTrainedAgain();
    search();
    QCOMPARE(results(), before);
}

void TestSearchView::anAnswerIsAppliedAndTakenBack()
{
    ask(kMenu, kBudget);
    search();
    const SessionSpec before = *m_window->document().session();
    const SearchQuestion asked = question(kMenu, kBudget);
    const SearchAnswer answer = expected(asked);
    click("searchApply");
    const SessionSpec& after = *m_window->document().session();
    for (std::size_t i = 0; i < asked.space.layers.size(); ++i)
        QCOMPARE(after.model.layers[asked.space.layers[i].members[0].position].policy,
            std::optional(asked.space.entries[(*answer.assignment)[i]].policy));
    QCOMPARE(m_window->document().undoStack().count(), 1);
    child<QAction>("undo")->trigger();
    QVERIFY(*m_window->document().session() == before);
    waitUntilTrainedAgain();
}

void TestSearchView::pointsAndRowsAreOpenedAsRuns()
{
    ask(kMenu, kBudget);
    search();
    const SearchQuestion asked = question(kMenu, kBudget);
    const SearchAnswer answer = expected(asked);
    click("searchOpen");
    waitUntilIdle();
    QCOMPARE(child<QTabWidget>("tabs")->currentIndex(), 0);
    QCOMPARE(m_window->shownRun().run()->session().training.steps, std::int64_t(15));
    const auto policyOf = [&](std::size_t layer) {
        return m_window->shownRun()
            .run()
            ->session()
            .model.layers[asked.space.layers[layer].members[0].position]
            .policy->name;
    };
    for (std::size_t i = 0; i < asked.space.layers.size(); ++i)
        QCOMPARE(policyOf(i), asked.space.entries[(*answer.assignment)[i]].name);
    // A row of the table is the run that refutes it.
    const auto refuted = std::ranges::find_if(
        answer.certificate, [](const CertificateRow& row) { return row.choice.layer == 0; });
    openTab();
    auto* table = child<QTableView>("searchTable");
    table->setFocus();
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Return);
    waitUntilIdle();
    QCOMPARE(child<QTabWidget>("tabs")->currentIndex(), 0);
    if (refuted != answer.certificate.end())
        QCOMPARE(m_window->shownRun().run()->session().training.seed, refuted->refutation.seed);
}

void TestSearchView::whatIsWrongIsSaidWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QString>("said");
    QTest::addColumn<int>("position");
    const auto row = [](const char* field, const char* typed, const char* said, int position) {
        QTest::addRow("%s %s", field, typed)
            << QByteArray(field) << QByteArray(typed) << QString::fromLatin1(said) << position;
    };
    row("budgetSentence", "loss < 1; los < 2",
        "Budget, column 11: unknown number 'los'; did you mean 'loss'?", 10);
    row("budgetSentence", "loss@99999 < 2",
        "Budget, column 6: the run's steps are 0 to 1499, so there is no step 99999", 5);
    row("searchMenuText", "float32, flaot16", "Policies: ", 9);
    row("searchLayersText", "(", "Layers: ", 0);
    row("searchLayersText", "nothing_is_called_so",
        "Layers: no layer but inputs has 'nothing_is_called_so' in its path", 0);
    row("searchSeeds", "1,1", "Seeds: ", 0);
    row("searchSteps", "x", "Steps: expected an integer", 0);
}

void TestSearchView::whatIsWrongIsSaidWithItsPlace()
{
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, typed);
    QFETCH(QString, said);
    QFETCH(int, position);
    type(field.constData(), typed.constData());
    waitUntilIdle();
    QVERIFY2(text("searchPlan").startsWith(said), qPrintable(text("searchPlan")));
    QCOMPARE(child<FaultField>(field.constData())->errorPosition(), position);
    // Search says it again and begins nothing.
    click("searchStart");
    waitUntilIdle();
    QVERIFY2(text("searchPlan").startsWith(said), qPrintable(text("searchPlan")));
    QVERIFY(!child<QWidget>("searchResults")->isVisible());
}

void TestSearchView::aBudgetBelowFloat32IsRefusedWithItsSpread()
{
    ask(kMenu, "loss <= 0.999*float32");
    search();
    QVERIFY2(text("searchHeadline").startsWith(u"This budget cannot be met"_s),
        qPrintable(text("searchHeadline")));
    QVERIFY2(text("searchDetail").contains(u"under 2 of 2 seeds: float32 has "_s),
        qPrintable(text("searchDetail")));
    QVERIFY(!child<QPushButton>("searchApply")->isEnabled());
}

void TestSearchView::whatNothingKeepsIsSaidPlainly()
{
    ask("bfloat16", "error_vs_float64 < 1e-4", "10", "1");
    search();
    QVERIFY2(text("searchHeadline").startsWith(u"Proved: nothing of the menu"_s),
        qPrintable(text("searchHeadline")));
}

void TestSearchView::whatWasRefutedIsSaidWhereNoSingleChangeIsCheaper()
{
    const SearchQuestion asked = question(kMenu, kBudget);
    SearchAnswer answer;
    answer.assignment = asked.space.uniform(0);
    answer.cost = 5;
    answer.float32Cost = 10;
    answer.isProved = true;
    QVERIFY(outcomeOf(asked, answer, true).detail.contains(u"nothing is cheaper"_s));
    answer.cheaperRefuted = 3;
    QVERIFY(outcomeOf(asked, answer, true).detail.contains(u"Every cheaper assignment was run"_s));
    // Before float32's cost is known nothing is a share of it.
    QVERIFY(!costText(asked, 100, 0).contains(u"of"_s + u" 0"_s));
    QVERIFY(!costText(asked, 100, 0).contains(u"Inf"_s));
}

void TestSearchView::editsDoNotDisturbASearch()
{
    const SearchAnswer answer = expected(question(kMenu, kBudget));
    ask(kMenu, kBudget);
    click("searchStart");
    QVERIFY(m_window->document().edit({}, [](SessionSpec& session) { session.training.batchSize = 7; }).ok());
    waitUntilIdle();
    QVERIFY(text("searchHeadline").startsWith(u"Proved:"_s));
    QCOMPARE(child<SearchPlot>("searchPlot")->selected()->assignment, *answer.assignment);
    QVERIFY2(text("searchOf").contains(u"as it was when the search began"_s), qPrintable(text("searchOf")));
}

void TestSearchView::anotherSessionDoesNotDisturbASearch()
{
    ask(kMenu, kBudget, "300");
    click("searchStart");
    openScene("attention-overflow");
    waitUntilIdle();
    QVERIFY(text("searchOf").contains(u"Circle"_s));
    QVERIFY(text("searchHeadline").contains(u"roved"_s));
    // Its layers are others.
    QVERIFY(!child<QPushButton>("searchApply")->isEnabled());
    QVERIFY(child<QPushButton>("searchApply")->toolTip().contains(u"no layer sequential/dense_1"_s));
    const QStringList layers = searchableLayers(*m_window->document().session());
    QCOMPARE(child<QListWidget>("searchLayersList")->count(), layers.size());
}

void TestSearchView::theWindowClosesWhileItSearches()
{
    ask(kMenu, kBudget, "1000000");
    click("searchStart");
    QTRY_VERIFY_WITH_TIMEOUT(text("searchState").contains(u"runs"_s), kTrainedMs);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(m_window->close());
    m_window.reset();
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed()))); // not a million steps
}

void TestSearchView::theFocusStaysAmongTheButtons()
{
    ask(kMenu, kBudget, "400");
    child<QWidget>("searchStart")->setFocus();
    QTest::keyClick(child<QWidget>("searchStart"), Qt::Key_Space);
    QVERIFY(child<QWidget>("searchPause")->hasFocus());
    child<QWidget>("searchCancel")->setFocus();
    QTest::keyClick(child<QWidget>("searchCancel"), Qt::Key_Space);
    waitUntilIdle();
    QVERIFY(child<QWidget>("searchStart")->hasFocus());
}

void TestSearchView::whatAnotherWindowSearchesIsSaid()
{
    const QString state = inDirectory("shared");
    m_window->keepSessionIn(state);
    SearchForms forms;
    forms.keepIn(state + u"/searches"_s);
    const QString folder = forms.folderOf(*m_window->document().session());
    const Result<KeptResults> other
        = KeptResults::open(folder.toStdString(), resultsFileName(), *parseBudget(kBudget, 15));
    QVERIFY(other.ok());
    ask(kMenu, kBudget);
    search();
    QVERIFY2(
        text("searchState").endsWith(u"another process writes to it"_s), qPrintable(text("searchState")));
}

void TestSearchView::oldSearchesMakeRoom()
{
    const QString root = inDirectory("searches");
    SearchForms forms;
    forms.keepIn(root);
    const SearchForm form{.menu = u"float32"_s,
        .layers = u"x"_s,
        .together = u"Dense"_s,
        .lossScales = u"none, 1024"_s,
        .budget = u"loss < 1"_s,
        .seeds = u"1"_s,
        .steps = 7,
        .cost = CostKind::Macs};
    SessionSpec session = *m_window->document().session();
    for (int i = 0; i < SearchForms::kMaxFolders + 8; ++i) {
        session.training.batchSize = i + 1;
        QVERIFY(forms.remember(session, form).ok());
    }
    QCOMPARE(
        QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), qsizetype(SearchForms::kMaxFolders));
    QCOMPARE(forms.formOf(session), std::optional(form));
    // Policies, loss scales, steps and titles make no other task; data and layers do.
    SessionSpec same = session;
    same.title = "another";
    same.training.steps = 3;
    same.model.layers[1].policy = DTypePolicy();
    same.training.lossScale = {"fixed", {{"scale", 4.0}}};
    QCOMPARE(forms.folderOf(same), forms.folderOf(session));
    same.model.layers[1].name = "another";
    QVERIFY(forms.folderOf(same) != forms.folderOf(session));
}

void TestSearchView::theReportHasWhatRefutesTheRest()
{
    ask(kMenu, kBudget);
    search();
    const SearchQuestion asked = question(kMenu, kBudget);
    const SearchAnswer answer = expected(asked);
    QVERIFY(!answer.certificate.empty());
    answerFileDialogs();
    m_filePath = inDirectory("report.html");
    click("searchReport");
    QFile page(m_filePath);
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QByteArray html = page.readAll();
    for (const CertificateRow& row : answer.certificate)
        QVERIFY(html.contains(QByteArray::fromStdString(row.refutation.run)));
    QVERIFY(html.contains("data:image/png;base64,"));
    QVERIFY(!html.contains("<img src=\"front.png\""));
    QVERIFY(html.contains("Proved"));
    m_filePath = inDirectory("report.pdf");
    click("searchReport");
    QFile paper(m_filePath);
    QVERIFY(paper.open(QIODevice::ReadOnly));
    QVERIFY(paper.readAll().startsWith("%PDF"));
    m_filePath = inDirectory("no/such/folder.html");
    click("searchReport");
    QVERIFY(!QFile::exists(m_filePath));
}

void TestSearchView::theCommandAsksTheSame()
{
    ask(kMenu, kBudget);
    waitUntilIdle();
    child<QAction>("copyCommand")->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
        QStringLiteral(
            "ulpscope-cli search circle --menu float32,mixed_bfloat16,bfloat16 --budget 'loss <= 1.0005*float32' --cost bytes "
            "--seeds 1,2 --steps 15 --out found"));
    // A session that no command makes has to be saved first.
    QVERIFY(m_window->document().edit({}, [](SessionSpec& session) { session.training.batchSize = 7; }).ok());
    QApplication::clipboard()->clear();
    child<QAction>("copyCommand")->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QString());
    waitUntilIdle();
}

void TestSearchView::theCommandAsksForAllOfTheForm()
{
    ask(kMenu, kBudget);
    type("searchTogether", "dense_");
    type("searchLossScales", "none, 2^10");
    type("searchLayersText", "dense");
    waitUntilIdle();
    child<QAction>("copyCommand")->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
        QStringLiteral(
            "ulpscope-cli search circle --menu float32,mixed_bfloat16,bfloat16 --layers dense --together dense_ --loss-scale 'none, 2^10' "
            "--budget 'loss <= 1.0005*float32' --cost bytes --seeds 1,2 --steps 15 --out found"));
}

void TestSearchView::theLossScaleIsSearchedAndApplied()
{
    ask("float32, mixed_float16", "loss <= 2*float32");
    type("searchLossScales", "2^10,dynamo");
    waitUntilIdle();
    QVERIFY2(text("searchPlan").startsWith(u"Loss scales: "_s), qPrintable(text("searchPlan")));
    type("searchLossScales", "2^10, none");
    waitUntilIdle();
    QVERIFY2(text("searchPlan").startsWith(u"16 assignments"_s), qPrintable(text("searchPlan")));
    search();
    QVERIFY2(text("searchHeadline").startsWith(u"Proved:"_s), qPrintable(text("searchHeadline")));
    const QAbstractItemModel* table = child<QTableView>("searchTable")->model();
    QCOMPARE(table->rowCount(), 4);
    QCOMPARE(table->index(3, 0).data().toString(), QStringLiteral("loss scale"));
    QCOMPARE(table->index(3, 1).data().toString(), QStringLiteral("2^10"));
    QVERIFY(text("searchReading").contains(u"mixed_float16 in all layers; loss scale: 2^10"_s));
    const SessionSpec before = *m_window->document().session();
    click("searchApply");
    const auto* status = m_window->statusBar();
    QVERIFY2(
        status->currentMessage().contains(u"Undo takes that back"_s), qPrintable(status->currentMessage()));
    const Component applied = m_window->document().session()->training.lossScale;
    QCOMPARE(applied.className, std::string("fixed"));
    QCOMPARE(applied.config.number("scale"), 1024.0);
    child<QAction>("undo")->trigger();
    QVERIFY(m_window->document().session()->training.lossScale == before.training.lossScale);
    QVERIFY2(!status->currentMessage().contains(u"Undo"_s), qPrintable(status->currentMessage()));
    waitUntilIdle();
}

void TestSearchView::aFactorBelowTheSpreadOfTheSeedsIsNoticed()
{
    ask(kMenu, kBudget);
    search();
    QVERIFY2(text("searchDetail").contains(u"from seed to seed float32 itself differs by"_s),
        qPrintable(text("searchDetail")));
    ask(kMenu, "loss <= 3*float32");
    search();
    QVERIFY(!text("searchDetail").contains(u"from seed to seed"_s));
}

/// By the last search of the same work.
void TestSearchView::howLongItTakesIsSaidByWhatWasTrained()
{
    ask(kMenu, kBudget, "300");
    search();
    type("searchSeeds", "1,2,3");
    waitUntilIdle();
    QVERIFY2(text("searchPlan").startsWith(u"27 assignments: at most 81 runs, about "_s),
        qPrintable(text("searchPlan")));
}

/// Costs of some millions, on a plot as narrow as the window lets it be, and wider.
void TestSearchView::ticksOfCostsDoNotOverlap()
{
    const auto asked = std::make_shared<const SearchQuestion>(question(kMenu, kBudget));
    std::vector<TriedAssignment> tried;
    for (std::size_t i = 0; i < 9; ++i)
        tried.push_back({.assignment = assignmentNumber(asked->space, i),
            .cost = 1'585'352.0 + 198'304.0 * double(i),
            .readings = {},
            .refutedBy = {}});
    SearchPlot plot;
    plot.showSearch(asked, tried, {});
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    for (const int width : {320, 345, 395, 500, 600, 700, 990}) {
        plot.resize(width, 240);
        auto* canvas = plot.findChild<QCustomPlot*>();
        QTRY_COMPARE(canvas->viewport().width(), width);
        canvas->replot();
        QVector<double> ticks;
        QVector<QString> labels;
        QCPAxis* axis = canvas->xAxis;
        axis->ticker()->generate(axis->range(), QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr, &labels);
        const QFontMetrics letters(axis->tickLabelFont());
        int shown = 0;
        double before = 0; // where the last label ends
        for (qsizetype i = 0; i < ticks.size(); ++i) {
            if (!axis->range().contains(ticks[i]))
                continue;
            QVERIFY2(!labels[i].contains(u'E') && !labels[i].contains(u'e'), qPrintable(labels[i]));
            const double half = letters.horizontalAdvance(labels[i]) / 2.0;
            const double at = axis->coordToPixel(ticks[i]);
            QVERIFY2(shown == 0 || at - half > before,
                qPrintable(QStringLiteral("%1: %2").arg(width).arg(labels[i])));
            before = at + half;
            ++shown;
        }
        QVERIFY2(shown >= 2, qPrintable(QString::number(width)));
    }
}

void TestSearchView::theAnswerIsExported()
{
    ask("bfloat16", "loss <= 2*float32");
    search();
    QString shown;
    QTimer::singleShot(0, this, [&] {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) {
                shown = dialog->objectName();
                dialog->reject();
            }
    });
    click("searchExport");
    QCOMPARE(shown, QStringLiteral("policyExport"));
    QVERIFY(!m_window->document().session()->model.layers[1].policy); // the session stays as it is
}

QTEST_MAIN(TestSearchView)
#include "tst_search_view.moc"
