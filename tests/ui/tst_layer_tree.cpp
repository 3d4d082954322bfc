// SPDX-License-Identifier: GPL-3.0-or-later
// The layers as a tree: the model keeps Qt's contract through every edit, a refused edit changes nothing, and what Keras
// would raise is marked.
#include "app/session/document.h"
#include "engine/model/model_plan.h"
#include "ui/forms/models/policy_palette_model.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/policy_text.h"
#include "ui/tree/models/layer_edits.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAbstractItemModelTester>
#include <QFont>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestLayerTree : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void keepsTheContractOfModels();
    void ownPolicyIsBoldAndInheritedSaysFromWhere();
    void aRecipeStandsBesideThePolicy();
    void emptyPolicyInheritsAgain();
    void unknownPolicyIsRefusedOnceAndChangesNothing();
    void policyEditIsUndone();
    void renamingFollowsInputs();
    void newLayerIsLikeTheOneBefore();
    void transformerBlockIsSevenLayers();
    void showsTheWorstOfALayersTensors();
    void sharesAreOfTheRunOrOfThePinnedStep();
    void theTipOfALayerIsShort();
    void aPolicyWithoutRoomIsAbbreviated();
    void inputLayerShowsFloatxAndHasNoPolicyToEdit();
    void layersThatFloat8LeavesOutShowTheSource();

    void attentionShowsItsLayersBelowIt();
    void attentionPassesItsPolicyOn();
    void aLayerInsideHasItsOwnPolicyAndGivesItBack();
    void columnsSayWhatThePolicyMeans();
    void overriddenNumericsShowInTheTree();
    void whatKerasWouldRaiseIsMarked_data();
    void whatKerasWouldRaiseIsMarked();
    void keysThatClashAreMarkedAndNameTheKeys();
    void severalLayersAreOneUndoStep();
    void policiesTravelAsKerasJson();
    void pastedTextIsAPolicyOrRefused_data();
    void pastedTextIsAPolicyOrRefused();
    void aDroppedPolicyIsForTheLayerOrAllSelected();
    void nothingIsDroppedOnAnInput();
    void paletteOffersEveryCommonPolicyOnce();

private:
    void addAttention();
    QModelIndex cell(int row, int column) const { return m_model->index(row, column); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<LayerTreeModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestLayerTree::init()
{
    m_document = std::make_unique<Document>();
    const Status opened
        = m_document->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps"));
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().text().c_str());
    m_model = std::make_unique<LayerTreeModel>(*m_document);
    m_tester = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestLayerTree::cleanup()
{
    m_tester.reset();
    m_model.reset();
    m_document.reset();
}

void TestLayerTree::keepsTheContractOfModels()
{
    QCOMPARE(m_model->rowCount(), 4);
    QVERIFY(m_document->edit({}, [](SessionSpec& s) { insertLayer(s, "Dense", 2); }).ok());
    QCOMPARE(m_model->rowCount(), 5);
    QVERIFY(m_document->edit({}, [](SessionSpec& s) { moveLayer(s, 2, 3); }).ok());
    QVERIFY(m_document->edit({}, [](SessionSpec& s) { removeLayer(s, 3); }).ok());
    QCOMPARE(m_model->rowCount(), 4);
    while (m_document->undoStack().canUndo())
        m_document->undoStack().undo();
    QCOMPARE(m_model->rowCount(), 4);
}

void TestLayerTree::inputLayerShowsFloatxAndHasNoPolicyToEdit()
{
    const QModelIndex policy = cell(0, LayerTreeModel::PolicyColumn);
    QCOMPARE(policy.data().toString(), QStringLiteral("float32 · default dtype"));
    QVERIFY(!policy.flags().testFlag(Qt::ItemIsEditable));
    QVERIFY(m_document->edit({}, [](SessionSpec& s) { s.policies.global = *getPolicy("float64"); }).ok());
    QCOMPARE(policy.data().toString(), QStringLiteral("float64 · default dtype"));
}

void TestLayerTree::layersThatFloat8LeavesOutShowTheSource()
{
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& s) {
                        s.policies.global = *getPolicy("float8_from_mixed_bfloat16");
                        insertLayer(s, "Dropout", 2);
                    })
                .ok());
    QCOMPARE(cell(1, LayerTreeModel::PolicyColumn).data().toString(),
        QStringLiteral("float8_from_mixed_bfloat16 · global"));
    const QModelIndex dropout = cell(2, LayerTreeModel::PolicyColumn);
    QCOMPARE(dropout.data().toString(), QStringLiteral("mixed_bfloat16 · global"));
    QVERIFY(dropout.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Dropout has no float8 call")));
}

void TestLayerTree::aRecipeStandsBesideThePolicy()
{
    QVERIFY(m_document->edit({}, [](SessionSpec& s) { s.policies.recipe = {"mxfp8", {}}; }).ok());
    const QModelIndex policy = cell(1, LayerTreeModel::PolicyColumn);
    QCOMPARE(policy.data().toString(), QStringLiteral("mixed_float16 + mxfp8 · global"));
    QVERIFY(m_document->edit({},
                          [](SessionSpec& s) {
                              s.model.layers[1].recipe = Component{"none", {}};
                          })
                .ok());
    QCOMPARE(policy.data().toString(), QStringLiteral("mixed_float16 · global"));
}

void TestLayerTree::ownPolicyIsBoldAndInheritedSaysFromWhere()
{
    const QModelIndex policy = cell(1, LayerTreeModel::PolicyColumn);
    QCOMPARE(policy.data().toString(), QStringLiteral("mixed_float16 · global"));
    QVERIFY(policy.data(IsInheritedRole).toBool());
    QVERIFY(!policy.data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(policy.data(Qt::ToolTipRole).toString().contains(QStringLiteral("global policy")));
    QVERIFY(m_model->setData(policy, QStringLiteral("float32")));
    QCOMPARE(policy.data().toString(), QStringLiteral("float32"));
    QVERIFY(policy.data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(!policy.data(IsInheritedRole).toBool());
}

void TestLayerTree::emptyPolicyInheritsAgain()
{
    const QModelIndex policy = cell(1, LayerTreeModel::PolicyColumn);
    QVERIFY(m_model->setData(policy, QStringLiteral("bfloat16")));
    QVERIFY(m_model->setData(policy, QString()));
    QVERIFY(!m_document->session()->model.layers[1].policy.has_value());
}

void TestLayerTree::unknownPolicyIsRefusedOnceAndChangesNothing()
{
    QSignalSpy refused(m_model.get(), &LayerTreeModel::editRefused);
    const auto before = m_document->session();
    QVERIFY(!m_model->setData(cell(1, LayerTreeModel::PolicyColumn), QStringLiteral("mixed_float17")));
    QCOMPARE(refused.count(), 1);
    QVERIFY(refused.first().first().toString().contains(QStringLiteral("mixed_float17")));
    QCOMPARE(m_document->session(), before);
    QVERIFY(!m_document->undoStack().canUndo());
}

void TestLayerTree::policyEditIsUndone()
{
    const QModelIndex policy = cell(3, LayerTreeModel::PolicyColumn);
    QVERIFY(m_model->setData(policy, QStringLiteral("float32")));
    m_document->undoStack().undo();
    QVERIFY(policy.data(IsInheritedRole).toBool());
    m_document->undoStack().redo();
    QCOMPARE(policy.data().toString(), QStringLiteral("float32"));
}

void TestLayerTree::renamingFollowsInputs()
{
    SessionSpec session = *m_document->session();
    session.model.layers[2].inputs = {"dense_1"};
    renameLayer(session, 1, "first");
    QCOMPARE(session.model.layers[1].name, std::string("first"));
    QCOMPARE(session.model.layers[2].inputs, std::vector<std::string>{"first"});
}

void TestLayerTree::newLayerIsLikeTheOneBefore()
{
    SessionSpec session = *m_document->session();
    insertLayer(session, "Dense", 3);
    const LayerSpec& added = session.model.layers[3];
    QVERIFY(added.name != session.model.layers[2].name);
    QVERIFY(added.config == session.model.layers[2].config);
}

void TestLayerTree::transformerBlockIsSevenLayers()
{
    SessionSpec session = *m_document->session();
    session.model.layers
        = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{5, 8}}}, {}, {}}};
    insertTransformerBlock(session, 1);
    QCOMPARE(session.model.layers.size(), std::size_t{8});
    insertTransformerBlock(session, 8);
    QCOMPARE(session.model.layers.size(), std::size_t{15});
    const Result<ModelPlan> plan = planModel(session.model, session.policies, 1);
    QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().text().c_str());
    QVERIFY(plan->layers.back().outputShape == (Shape{5, 8}));
}

void TestLayerTree::showsTheWorstOfALayersTensors()
{
    RunHistory run(
        m_document->session(), {"sequential/dense_1", "sequential/dense_1/kernel", "sequential/dense_10"});
    StepRecord record;
    record.tensors = {{PathId(0), TensorRole::OutputGradient, Metric::FlushedPercent, 10},
        {PathId(1), TensorRole::WeightGradient, Metric::FlushedPercent, 60},
        {PathId(2), TensorRole::OutputGradient, Metric::FlushedPercent, 99},
        {PathId(0), TensorRole::Output, Metric::AccumulatedError, 0.25},
        {PathId(1), TensorRole::Update, Metric::LostPercent, 12.5},
        {PathId(1), TensorRole::Weight, Metric::NonFinite, 2}};
    RunTotals totals;
    totals.add(record);
    run.append({record}, totals);
    m_model->showRun(&run);
    QCOMPARE(cell(1, LayerTreeModel::FlushedColumn).data().toString(), QStringLiteral("60.0 %"));
    QCOMPARE(cell(1, LayerTreeModel::FlushedColumn).data(BarRole).toDouble(), 0.6);
    QCOMPARE(cell(1, LayerTreeModel::LostColumn).data().toString(), QStringLiteral("12.5 %"));
    QVERIFY(cell(1, LayerTreeModel::LostColumn).data(IsLinkRole).toBool());
    QCOMPARE(cell(1, LayerTreeModel::LostColumn).data(SortRole).toDouble(), 12.5);
    QVERIFY(
        cell(2, LayerTreeModel::LostColumn).data(SortRole).toDouble() < 0); // none: below all that have one
    const std::optional<TensorName> update = worstUpdate(run, "sequential/dense_1");
    QVERIFY(update && *update == (TensorName{"sequential/dense_1", "kernel update", TensorRole::Update}));
    QVERIFY(!worstUpdate(run, "sequential/dense_10"));
    QCOMPARE(cell(1, LayerTreeModel::ErrorColumn).data().toString(), QStringLiteral("0.25"));
    QCOMPARE(cell(1, LayerTreeModel::NameColumn).data(SeverityRole).toInt(), int(Severity::Failure));
    QVERIFY(!cell(2, LayerTreeModel::FlushedColumn).data().isValid());
}

/// As the tiles and the plots' legends are.
void TestLayerTree::sharesAreOfTheRunOrOfThePinnedStep()
{
    RunHistory run(m_document->session(), {"sequential/dense_1", "sequential/dense_1/kernel"});
    RunTotals totals;
    for (int step = 0; step < 4; ++step) {
        StepRecord record;
        record.step = step;
        record.tensors = {{PathId(0), TensorRole::OutputGradient, Metric::FlushedPercent, 10.0 * step},
            {PathId(0), TensorRole::InputGradient, Metric::FlushedPercent, 100}, // no one counts it
            {PathId(1), TensorRole::Update, Metric::LostPercent, 20.0 * step}};
        totals.add(record);
        run.append({record}, totals);
    }
    const auto header
        = [this] { return m_model->headerData(LayerTreeModel::FlushedColumn, Qt::Horizontal).toString(); };
    m_model->showRun(&run);
    QCOMPARE(cell(1, LayerTreeModel::FlushedColumn).data().toString(), QStringLiteral("15.0 %"));
    QCOMPARE(cell(1, LayerTreeModel::LostColumn).data().toString(), QStringLiteral("30.0 %"));
    QCOMPARE(header(), QStringLiteral("Flushed, run"));
    m_model->showRun(&run, 2);
    QCOMPARE(cell(1, LayerTreeModel::FlushedColumn).data().toString(), QStringLiteral("20.0 %"));
    QCOMPARE(cell(1, LayerTreeModel::LostColumn).data().toString(), QStringLiteral("40.0 %"));
    QCOMPARE(header(), QStringLiteral("Flushed, step"));
}

void TestLayerTree::theTipOfALayerIsShort()
{
    RunHistory run(m_document->session(),
        {"sequential/dense_1", "sequential/dense_1/kernel", "sequential/dense_1/bias"});
    StepRecord record;
    for (const TensorRole role :
        {TensorRole::Input, TensorRole::Output, TensorRole::Weight, TensorRole::OutputGradient,
            TensorRole::InputGradient, TensorRole::WeightGradient, TensorRole::Update})
        for (int path = 0; path < (role == TensorRole::OutputGradient ? 1 : 3); ++path)
            for (const Metric metric : {Metric::Amax, Metric::FlushedPercent, Metric::LostPercent,
                     Metric::AccumulatedError, Metric::LocalError, Metric::NonFinite})
                record.tensors.push_back({PathId(std::size_t(path)), role, metric, 1.0 + path});
    RunTotals totals;
    totals.add(record);
    run.append({record}, totals);
    m_model->showRun(&run, 0);
    m_model->setStale(true);
    const QString tip = cell(1, LayerTreeModel::NameColumn).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.count(QLatin1Char('\n')) < 5, qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("At step 0"))
            && tip.contains(QStringLiteral("% of bias gradient, the worst of 4")),
        qPrintable(tip));
}

void TestLayerTree::aPolicyWithoutRoomIsAbbreviated()
{
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& session) {
                        session.policies.global = *getPolicy("mixed_bfloat16");
                        session.model.layers[1].policy = *getPolicy("float8_from_mixed_bfloat16");
                    })
                .ok());
    QCOMPARE(cell(1, LayerTreeModel::PolicyColumn).data(BriefTextRole).toStringList(),
        (QStringList{QStringLiteral("float8_from_mixed_bfloat16"), QStringLiteral("f8/mix_bf16")}));
    QCOMPARE(cell(2, LayerTreeModel::PolicyColumn).data(BriefTextRole).toStringList().last(),
        QStringLiteral("mix_bf16"));
    std::set<QString> brief;
    for (const std::string& name : commonPolicyNames())
        brief.insert(briefPolicyName(QString::fromStdString(name)));
    QCOMPARE(brief.size(), commonPolicyNames().size()); // no two look alike
    QVERIFY(cell(1, LayerTreeModel::PolicyColumn)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("float8_from_mixed_bfloat16")));
}

/// input_layer, dense_1, steps, mha, flatten, dense_2, logits
void TestLayerTree::addAttention()
{
    const Status added = m_document->edit({}, [](SessionSpec& s) {
        const LayerSpec steps{
            "steps", "Reshape", {{"target_shape", std::vector<std::int64_t>{4, 4}}}, {}, {}};
        const LayerSpec attention{"mha", "MultiHeadAttention",
            {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{3}}}, {}, {}};
        s.model.layers.insert(
            s.model.layers.begin() + 2, {steps, attention, {"flatten", "Flatten", {}, {}, {}}});
    });
    QVERIFY2(added.ok(), added.ok() ? "" : added.error().text().c_str());
}

void TestLayerTree::attentionShowsItsLayersBelowIt()
{
    addAttention();
    QCOMPARE(m_model->rowCount(), 7);
    const QModelIndex mha = cell(3, 0);
    QStringList names;
    for (int row = 0; row < m_model->rowCount(mha); ++row) {
        const QModelIndex child = m_model->index(row, 0, mha);
        QCOMPARE(child.parent(), mha);
        QVERIFY(!m_model->hasChildren(child));
        names += child.data().toString();
    }
    for (const char* name : {"query", "key", "value", "attention_output"})
        QVERIFY2(names.contains(QLatin1String(name)), name);
    QCOMPARE(
        m_model->index(0, LayerTreeModel::ClassColumn, mha).data().toString(), QStringLiteral("EinsumDense"));
    QVERIFY(!m_model->hasChildren(cell(1, 0)));
    m_document->undoStack().undo();
    QCOMPARE(m_model->rowCount(), 4);
}

void TestLayerTree::attentionPassesItsPolicyOn()
{
    addAttention();
    const QModelIndex query = m_model->index(0, LayerTreeModel::OriginColumn, cell(3, 0));
    QCOMPARE(query.data().toString(), QStringLiteral("global"));
    QVERIFY(m_model->setData(cell(3, LayerTreeModel::PolicyColumn), QStringLiteral("bfloat16")));
    QCOMPARE(query.data().toString(), QStringLiteral("passed on by mha"));
    QCOMPARE(query.siblingAtColumn(LayerTreeModel::PolicyColumn).data().toString(),
        QStringLiteral("bfloat16 · from mha"));
    QVERIFY(cell(3, LayerTreeModel::PolicyColumn)
                .data(Qt::WhatsThisRole)
                .toString()
                .contains(QStringLiteral("passes its policy on")));
}

void TestLayerTree::aLayerInsideHasItsOwnPolicyAndGivesItBack()
{
    addAttention();
    const QModelIndex policy = m_model->index(1, LayerTreeModel::PolicyColumn, cell(3, 0));
    QVERIFY(m_model->setData(policy, QStringLiteral("float32")));
    QCOMPARE(policy.data().toString(), QStringLiteral("float32"));
    QCOMPARE(m_document->session()->model.layers[3].children.size(), std::size_t{1});
    QVERIFY(m_model->setData(policy, QString()));
    QVERIFY(m_document->session()->model.layers[3].children.empty());
    QVERIFY(!policy.siblingAtColumn(LayerTreeModel::NameColumn).flags().testFlag(Qt::ItemIsEditable));
}

void TestLayerTree::columnsSayWhatThePolicyMeans()
{
    QVERIFY(m_model->setData(
        cell(1, LayerTreeModel::PolicyColumn), QStringLiteral("float8_from_mixed_bfloat16")));
    const auto text = [&](int column) { return cell(1, column).data().toString(); };
    QCOMPARE(text(LayerTreeModel::ComputeColumn), QStringLiteral("bfloat16"));
    QCOMPARE(text(LayerTreeModel::VariableColumn), QStringLiteral("float32"));
    QCOMPARE(text(LayerTreeModel::OutputColumn), QStringLiteral("bfloat16"));
    QCOMPARE(text(LayerTreeModel::QuantizationColumn), QStringLiteral("float8"));
    QCOMPARE(text(LayerTreeModel::OriginColumn), QStringLiteral("own"));
    m_model->setShowsOriginWithPolicy(false);
    QCOMPARE(cell(2, LayerTreeModel::PolicyColumn).data().toString(), QStringLiteral("mixed_float16"));
    QVERIFY(
        m_document->edit({},
                      [](SessionSpec& s) {
                          s.policies.map = {{".*dense_2", *getPolicy("float64")}};
                      })
            .ok());
    QCOMPARE(cell(2, LayerTreeModel::OriginColumn).data().toString(), QStringLiteral("map key '.*dense_2'"));
    for (int column = 0; column < LayerTreeModel::ColumnCount; ++column)
        QVERIFY(!m_model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
}

void TestLayerTree::overriddenNumericsShowInTheTree()
{
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& s) {
                        s.model.layers[1].numerics[NumericsOverride::Variable] = "bfloat16";
                        s.model.layers[1].numerics[NumericsOverride::ForwardKernel] = "float8_e4m3fn";
                    })
                .ok());
    QVERIFY(cell(1, LayerTreeModel::PolicyColumn).data().toString().contains(QStringLiteral("2 overridden")));
    QCOMPARE(cell(1, LayerTreeModel::VariableColumn).data().toString(), QStringLiteral("bfloat16"));
    QVERIFY(cell(1, LayerTreeModel::VariableColumn).data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(!cell(1, LayerTreeModel::ComputeColumn).data(Qt::FontRole).value<QFont>().bold());
}

void TestLayerTree::whatKerasWouldRaiseIsMarked_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("severity");
    QTest::newRow("integers") << "int32"
                              << "ValueError" << int(Severity::Failure);
    QTest::newRow("no calibration") << "gptq/4/128_from_float32"
                                    << "AttributeError" << int(Severity::Warning);
    QTest::newRow("fine") << "float16"
                          << "" << -1;
}

void TestLayerTree::whatKerasWouldRaiseIsMarked()
{
    QFETCH(QString, policy);
    QFETCH(QString, words);
    QFETCH(int, severity);
    const QModelIndex index = cell(1, LayerTreeModel::PolicyColumn);
    QVERIFY(m_model->setData(index, policy));
    const QVariant sign = index.data(SeverityRole);
    QCOMPARE(sign.isValid() ? sign.toInt() : -1, severity);
    QCOMPARE(index.data(ProblemRole).toString().isEmpty(), words.isEmpty());
    for (const int role : {int(ProblemRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)})
        QVERIFY(index.data(role).toString().contains(words));
}

void TestLayerTree::keysThatClashAreMarkedAndNameTheKeys()
{
    QVERIFY(
        m_document
            ->edit({},
                [](SessionSpec& s) {
                    s.policies.map = {{".*dense_1", *getPolicy("float64")}, {".*_1", *getPolicy("float16")}};
                })
            .ok());
    const QModelIndex index = cell(1, LayerTreeModel::PolicyColumn);
    QCOMPARE(index.data(SeverityRole).toInt(), int(Severity::Failure));
    QVERIFY(index.data(ProblemRole).toString().contains(QStringLiteral("ValueError")));
    QVERIFY(index.data(ProblemRole).toString().contains(QStringLiteral(".*_1")));
    QVERIFY(!cell(2, LayerTreeModel::PolicyColumn).data(SeverityRole).isValid());
}

void TestLayerTree::severalLayersAreOneUndoStep()
{
    QVERIFY(m_model->setPolicies({cell(0, 0), cell(1, 0), cell(3, 0)}, *getPolicy("float32")));
    QCOMPARE(m_document->undoStack().count(), 1);
    QVERIFY(!m_document->session()->model.layers[0].policy.has_value());
    QVERIFY(m_document->session()->model.layers[1].policy.has_value());
    QVERIFY(!m_document->session()->model.layers[2].policy.has_value());
    QVERIFY(m_document->session()->model.layers[3].policy.has_value());
    m_document->undoStack().undo();
    QVERIFY(!m_document->session()->model.layers[1].policy.has_value());
}

void TestLayerTree::policiesTravelAsKerasJson()
{
    const std::unique_ptr<QMimeData> data(m_model->mimeData({cell(1, 0)}));
    QVERIFY(data);
    QVERIFY(data->text().contains(QStringLiteral("\"class_name\": \"DTypePolicy\"")));
    const Result<DTypePolicy> back = policyFromPastedText(data->text());
    QVERIFY(back.ok());
    QCOMPARE(back->name, std::string("mixed_float16"));
    QVERIFY(!m_model->mimeData({cell(0, 0)}));
}

void TestLayerTree::pastedTextIsAPolicyOrRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("a name") << " bfloat16\n"
                            << "bfloat16";
    QTest::newRow("a name in quotes") << "\"mixed_bfloat16\""
                                      << "mixed_bfloat16";
    QTest::newRow("an object") << policyToText(*getPolicy("float8_from_float32")) << "float8_from_float32";
    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("prose") << "Dear all,\nnothing here"
                           << "";
    QTest::newRow("broken JSON") << "{\"class_name\""
                                 << "";
    QTest::newRow("a map")
        << R"({"module": "keras", "class_name": "DTypePolicyMap", "config": {"default_policy": )"
           R"("float32", "policy_map": {}}, "registered_name": null})"
        << "";
}

void TestLayerTree::pastedTextIsAPolicyOrRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, name);
    const Result<DTypePolicy> policy = policyFromPastedText(text);
    QCOMPARE(policy.ok(), !name.isEmpty());
    if (policy)
        QCOMPARE(QString::fromStdString(policy->name), name);
}

void TestLayerTree::aDroppedPolicyIsForTheLayerOrAllSelected()
{
    QMimeData data;
    data.setText(QStringLiteral("bfloat16"));
    QVERIFY(m_model->canDropMimeData(&data, Qt::CopyAction, -1, -1, cell(2, 0)));
    QVERIFY(m_model->dropMimeData(&data, Qt::CopyAction, -1, -1, cell(2, 0)));
    QVERIFY(m_document->session()->model.layers[2].policy.has_value());
    QVERIFY(!m_document->session()->model.layers[1].policy.has_value());
    m_model->setPolicyTargets([&](const QModelIndex&) { return QModelIndexList{cell(1, 0), cell(3, 0)}; });
    data.setText(QStringLiteral("float32"));
    QVERIFY(m_model->dropMimeData(&data, Qt::CopyAction, -1, -1, cell(1, 0)));
    QCOMPARE(m_document->session()->model.layers[1].policy->name, std::string("float32"));
    QCOMPARE(m_document->session()->model.layers[3].policy->name, std::string("float32"));
    QCOMPARE(m_document->undoStack().count(), 2);
}

void TestLayerTree::nothingIsDroppedOnAnInput()
{
    QMimeData data;
    data.setText(QStringLiteral("bfloat16"));
    QVERIFY(!m_model->canDropMimeData(&data, Qt::CopyAction, -1, -1, cell(0, 0)));
    QVERIFY(!m_model->dropMimeData(&data, Qt::CopyAction, -1, -1, cell(0, 0)));
    QVERIFY(!m_model->dropMimeData(&data, Qt::CopyAction, -1, -1, {}));
    data.setText(QStringLiteral("no policy at all"));
    QVERIFY(!m_model->canDropMimeData(&data, Qt::CopyAction, -1, -1, cell(1, 0)));
}

void TestLayerTree::paletteOffersEveryCommonPolicyOnce()
{
    PolicyPaletteModel palette;
    const QAbstractItemModelTester tester(&palette, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QStringList names;
    for (int group = 0; group < palette.rowCount(); ++group) {
        const QModelIndex title = palette.index(group, 0);
        QVERIFY(palette.policyName(title).isEmpty());
        QVERIFY(!palette.mimeData({title}));
        for (int row = 0; row < palette.rowCount(title); ++row) {
            const QModelIndex entry = palette.index(row, 0, title);
            names += palette.policyName(entry);
            QVERIFY(entry.data(Qt::ToolTipRole).toString().contains(QStringLiteral("computes in")));
            const std::unique_ptr<QMimeData> data(palette.mimeData({entry}));
            QCOMPARE(QString::fromStdString(policyFromPastedText(data->text())->name), names.last());
        }
    }
    QStringList wanted;
    for (const std::string& name : commonPolicyNames())
        wanted += QString::fromStdString(name);
    names.sort();
    wanted.sort();
    QCOMPARE(names, wanted);
}

QTEST_MAIN(TestLayerTree)
#include "tst_layer_tree.moc"
