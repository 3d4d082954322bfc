// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger against bytes counted by hand, and against what a built optimizer really keeps.
#include "app/judge/runs/ledger.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

using namespace ulpscope;

namespace {

constexpr double kBatch = 10;

/// 8 - Dense 6 - LayerNormalization - BatchNormalization - Dense 2, a batch of 10.
SessionSpec normalized(const std::string& policy)
{
    SessionSpec session;
    session.model.layers = {
        {"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{8}}}, {}, {}},
        {"dense", "Dense", {{"units", std::int64_t{6}}}, {}, {}},
        {"layer_norm", "LayerNormalization", {}, {}, {}},
        {"batch_norm", "BatchNormalization", {}, {}, {}},
        {"logits", "Dense", {{"units", std::int64_t{2}}}, {}, {}},
    };
    session.policies.global = *getPolicy(policy);
    session.data = {"csv", {{"file", std::string("any.csv")}}}; // not read to count
    session.training.loss = {"MeanSquaredError", {}};
    session.training.lossScale = {"none", {}};
    session.training.optimizer = {"Adam", {}};
    session.training.batchSize = static_cast<std::int64_t>(kBatch);
    return session;
}

constexpr double kKernels = 8 * 6 + 6 * 2;
constexpr double kBiases = 6 + 2;
constexpr double kGains = 4 * 6; ///< gamma and beta of both normalizations
constexpr double kMoving = 2 * 6;
constexpr double kOutputs = 6 + 6 + 6 + 2;

} // namespace

class TestLedger : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
        m_kernels = std::make_unique<Kernels>(*std::move(kernels));
    }

    void bytesAreThoseCountedByHand_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<double>("weights");
        QTest::addColumn<double>("masters");
        QTest::addColumn<double>("activations");
        QTest::addColumn<double>("state");
        QTest::addColumn<double>("scales");
        // Moving averages do not train; the rest has two moments.
        const double trained = kKernels + kBiases + kGains;
        QTest::newRow("float32") << "float32" << 4 * (trained + kMoving) << 0.0 << kBatch * 4 * (8 + kOutputs)
                                 << 2 * 4 * trained << 0.0;
        // Normalizations take their variables as they are stored: in float32. The input is cast once.
        QTest::newRow("mixed float16")
            << "mixed_float16" << 2 * (kKernels + kBiases) + 4 * (kGains + kMoving)
            << 4 * (kKernels + kBiases) << kBatch * (4 * 8 + 2 * 8 + 2 * kOutputs) << 2 * 4 * trained << 0.0;
        QTest::newRow("pure float16") << "float16" << 2 * (trained + kMoving) << 0.0
                                      << kBatch * (4 * 8 + 2 * 8 + 2 * kOutputs) << 2 * 2 * trained << 0.0;
        // Kernels and the inputs of both Dense layers in a byte, biases in bfloat16; three scales with 1024 amaxes each.
        QTest::newRow("float8") << "float8_from_mixed_bfloat16"
                                << kKernels + 2 * kBiases + 4 * (kGains + kMoving) << 4 * (kKernels + kBiases)
                                << kBatch * (4 * 8 + 8 + 6 + 2 * kOutputs) << 2 * 4 * trained
                                << 2 * 3 * 4 * 1025.0;
        // Kernels are int8, do not train, and have a float32 scale a unit; nothing needs the inputs again.
        QTest::newRow("int8") << "int8_from_float32" << kKernels + 4 * (kBiases + kGains + kMoving) << 0.0
                              << kBatch * 4 * (8 + kOutputs) << 2 * 4 * (kBiases + kGains) << 4 * (6 + 2.0);
    }

    void bytesAreThoseCountedByHand()
    {
        QFETCH(QString, policy);
        QFETCH(double, weights);
        QFETCH(double, masters);
        QFETCH(double, activations);
        QFETCH(double, state);
        QFETCH(double, scales);
        const Ledger ledger = ledgerFor(normalized(policy.toStdString()));
        QCOMPARE(ledger.bytes.weights, weights);
        QCOMPARE(ledger.bytes.masterCopies, masters);
        QCOMPARE(ledger.bytes.activations, activations);
        QCOMPARE(ledger.bytes.optimizerState, state);
        QCOMPARE(ledger.bytes.scales, scales);
    }

    void adafactorKeepsRowsAndColumns()
    {
        SessionSpec session = normalized("float32");
        session.training.optimizer = {"Adafactor", {}};
        // Keras keeps the velocity of every variable, and of matrices the means of rows and columns too.
        QCOMPARE(
            ledgerFor(session).bytes.optimizerState, 4 * (kKernels + kBiases + kGains + (8 + 6) + (6 + 2.0)));
    }

    void blocksHaveScales()
    {
        SessionSpec session = normalized("bfloat16");
        session.training.batchSize = 40;
        session.model.layers
            = {session.model.layers[0], {"dense", "Dense", {{"units", std::int64_t{70}}}, {}, {}}};
        session.model.layers[0].config = {{"shape", std::vector<std::int64_t>{100}}};
        session.policies.recipe = {"mxfp8", {}};
        const Ledger mx = ledgerFor(session);
        // Kernel [100, 70] along 100: 4 blocks of 32 a column. Nothing before the layer trains, so no other copy.
        // Input [40, 100] along the batch, of which the weight gradient is the sum: 2 blocks a column.
        QCOMPARE(mx.bytes.scales, 4 * 70 + 2 * 100.0);
        QCOMPARE(mx.bytes.weights, 100 * 70 + 70 * 2.0);
        QCOMPARE(mx.bytes.masterCopies, 100 * 70 * 2.0); // the bias is taken as it is stored
        QCOMPARE(mx.bytes.activations, 40 * (100 * 4 + 100 + 70 * 2.0));
        // Under Keras' float8 policy too: an operand that a recipe scales by blocks has no amax history.
        session.policies.global = *getPolicy("float8_from_mixed_bfloat16");
        QCOMPARE(ledgerFor(session).bytes.scales, 4 * 70 + 2 * 100.0);
        session.policies.global = *getPolicy("bfloat16");
        session.policies.recipe = {"nvfp4", {}};
        // Kernel in tiles of 16 x 16: 7 x 5. Input transformed, blocks of 16 along 40. Each tensor has a float32 scale too.
        QCOMPARE(ledgerFor(session).bytes.scales, 7 * 5 + 4 + 3 * 100 + 4.0);
        session.policies.recipe = {"te_delayed", {{"amax_history_len", std::int64_t{16}}}};
        QCOMPARE(ledgerFor(session).bytes.scales, 3 * 4 * 17.0);
        session.policies.recipe = {"te_current", {}}; // one scale each of kernel and kept input
        QCOMPARE(ledgerFor(session).bytes.scales, 4 + 4.0);
    }

    void aKernelThatTwoProductsRoundUnlikeIsKeptTwice()
    {
        SessionSpec session = normalized("bfloat16");
        session.policies.recipe = {"mxfp8", {}};
        const LedgerRow logits
            = ledgerFor(session).rows.at(4); // [6, 2]: along 6 forward, along 2 for the gradient
        QCOMPARE(logits.variables.at(0).castBytes, 2 * 6 * 2.0);
        session.policies.recipe = {"te_block", {}}; // tiles are alike whichever axis is summed over
        QCOMPARE(ledgerFor(session).rows.at(4).variables.at(0).castBytes, 6 * 2.0);
    }

    void embeddingsAreTakenAsTheyAreStored()
    {
        SessionSpec session = normalized("mixed_float16");
        session.model.layers
            = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{4}}}, {}, {}},
                {"table", "Embedding", {{"input_dim", std::int64_t{50}}, {"output_dim", std::int64_t{3}}}, {},
                    {}}};
        const Ledger ledger = ledgerFor(session);
        QCOMPARE(ledger.bytes.weights, 50 * 3 * 4.0);
        QCOMPARE(ledger.bytes.masterCopies, 0.0);
        QCOMPARE(ledger.bytes.activations, kBatch * (4 * 4 + 4 * 3 * 2)); // ids are not cast
    }

    void multiplyAddsFollowTheProducts()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.batchSize = 10;
        const double forward = 10 * (2 * 16 + 16 * 16 + 16);
        const Ledger mixed = ledgerFor(session);
        QCOMPARE(mixed.multiplyAdds.size(), std::size_t{1});
        QCOMPARE(mixed.multiplyAdds.at("float16 x float16 -> float32"), 3 * forward - 10 * 2 * 16);
        session.policies.global = *getPolicy("float8_from_mixed_bfloat16");
        QCOMPARE(ledgerFor(session).multiplyAdds.at("float8_e4m3fn x float8_e4m3fn -> float32"), forward);
    }

    /// What the ledger asks for is what is made, for every optimizer, with and without what numerics add.
    void optimizersKeepWhatTheySay()
    {
        const UpdateNumerics compensated{
            &float32Format(), *storedVariableByName("bfloat16:kahan"), *castTargetByName("float16", false)};
        Tensor matrix(Shape{5, 3}, float32Format());
        Tensor vector(Shape{3}, float32Format());
        for (const OptimizerClass& row : optimizerCatalog()) {
            for (const std::int64_t steps : {1, 4}) {
                Config config = *checkConfig({{"gradient_accumulation_steps", steps}}, row.parameters);
                const std::unique_ptr<Optimizer> optimizer = row.make(config, {});
                const std::vector<VariableUpdate> variables{
                    {&matrix, nullptr, nullptr}, {&vector, nullptr, &compensated}};
                optimizer->build(variables);
                for (std::size_t slot = 0; slot < variables.size(); ++slot) {
                    const auto said = optimizer->keeps(variables[slot]);
                    QCOMPARE(said.size(), optimizer->keptCount(slot));
                    for (std::size_t i = 0; i < said.size(); ++i) {
                        QCOMPARE(said[i].name, optimizer->keptName(slot, i));
                        QVERIFY(said[i].shape == optimizer->kept(slot, i).shape());
                        QVERIFY(*said[i].format == optimizer->kept(slot, i).format());
                    }
                }
            }
        }
    }

private:
    Ledger ledgerFor(const SessionSpec& session) const
    {
        const Result<Ledger> ledger = ledgerOf(session, *m_kernels);
        if (!ledger)
            qWarning("%s", ledger.error().text().c_str()); // fails the test
        return ledger ? *ledger : Ledger{};
    }

    std::unique_ptr<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestLedger)
#include "tst_ledger.moc"
