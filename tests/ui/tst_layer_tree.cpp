// SPDX-License-Identifier: GPL-3.0-or-later
// The layers as rows: the model keeps Qt's contract through every edit, and a refused edit changes nothing.
#include "app/document.h"
#include "ui/models/layer_edits.h"
#include "ui/models/layer_tree_model.h"

#include <QAbstractItemModelTester>
#include <QFont>
#include <QSignalSpy>
#include <QTest>

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
    void emptyPolicyInheritsAgain();
    void unknownPolicyIsRefusedOnceAndChangesNothing();
    void policyEditIsUndone();
    void renamingFollowsInputs();
    void newLayerIsLikeTheOneBefore();
    void showsTheWorstOfALayersTensors();
    void inputLayerShowsFloatxAndHasNoPolicyToEdit();
    void layersThatFloat8LeavesOutShowTheSource();

private:
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
    QCOMPARE(policy.data().toString(), QStringLiteral("float32 · floatx"));
    QVERIFY(!policy.flags().testFlag(Qt::ItemIsEditable));
    QVERIFY(m_document->edit({}, [](SessionSpec& s) { s.policies.global = *getPolicy("float64"); }).ok());
    QCOMPARE(policy.data().toString(), QStringLiteral("float64 · floatx"));
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
    QVERIFY(dropout.data(Qt::ToolTipRole).toString().contains(QStringLiteral("leaves this layer out")));
}

void TestLayerTree::ownPolicyIsBoldAndInheritedSaysFromWhere()
{
    const QModelIndex policy = cell(1, LayerTreeModel::PolicyColumn);
    QCOMPARE(policy.data().toString(), QStringLiteral("mixed_float16 · global"));
    QVERIFY(policy.data(LayerTreeModel::IsInheritedRole).toBool());
    QVERIFY(!policy.data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(policy.data(Qt::ToolTipRole).toString().contains(QStringLiteral("global policy")));
    QVERIFY(m_model->setData(policy, QStringLiteral("float32")));
    QCOMPARE(policy.data().toString(), QStringLiteral("float32"));
    QVERIFY(policy.data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(!policy.data(LayerTreeModel::IsInheritedRole).toBool());
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
    QVERIFY(policy.data(LayerTreeModel::IsInheritedRole).toBool());
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

void TestLayerTree::showsTheWorstOfALayersTensors()
{
    RunHistory run(
        m_document->session(), {"sequential/dense_1", "sequential/dense_1/kernel", "sequential/dense_10"});
    StepRecord record;
    record.tensors = {{0, TensorRole::OutputGradient, Metric::FlushedPercent, 10},
        {1, TensorRole::WeightGradient, Metric::FlushedPercent, 60},
        {2, TensorRole::OutputGradient, Metric::FlushedPercent, 99},
        {0, TensorRole::Output, Metric::AccumulatedError, 0.25},
        {1, TensorRole::Weight, Metric::NonFinite, 2}};
    run.append({{record}, 100});
    m_model->showRun(&run);
    QCOMPARE(cell(1, LayerTreeModel::FlushedColumn).data().toString(), QStringLiteral("60.0 %"));
    QCOMPARE(cell(1, LayerTreeModel::FlushedColumn).data(LayerTreeModel::BarRole).toDouble(), 0.6);
    QCOMPARE(cell(1, LayerTreeModel::ErrorColumn).data().toString(), QStringLiteral("0.25"));
    QCOMPARE(cell(1, LayerTreeModel::NameColumn).data(LayerTreeModel::SeverityRole).toInt(),
        int(Severity::Failure));
    QVERIFY(!cell(2, LayerTreeModel::FlushedColumn).data().isValid());
}

QTEST_MAIN(TestLayerTree)
#include "tst_layer_tree.moc"
