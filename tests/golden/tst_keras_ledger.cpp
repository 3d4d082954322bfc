// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger's variables and optimizer states against those of real Keras: ledger.jsonl, written by make_ledger.py.
#include "app/judge/runs/ledger.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace ulpscope;

namespace {

/// The model of make_ledger.py.
SessionSpec sessionUnder(const std::string& policy)
{
    SessionSpec session;
    const std::string source
        = policy.substr(policy.rfind("_from_") == std::string::npos ? 0 : policy.rfind("_from_") + 6);
    session.model.layers = {
        {"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{9}}}, {}, {}},
        {"dense", "Dense", {{"units", std::int64_t{6}}}, {}, *getPolicy(policy)},
        {"layer_norm", "LayerNormalization", {}, {}, *getPolicy(source)},
        {"batch_norm", "BatchNormalization", {}, {}, *getPolicy(source)},
        {"einsum", "EinsumDense",
            {{"equation", std::string("ab,bcd->acd")}, {"output_shape", std::vector<std::int64_t>{2, 4}},
                {"bias_axes", std::string("cd")}},
            {}, *getPolicy(policy)},
    };
    session.data = {"csv", {{"file", std::string("any.csv")}}}; // not read to count
    session.training.loss = {"MeanSquaredError", {}};
    session.training.lossScale = {"none", {}};
    return session;
}

Component componentOf(const QJsonObject& json)
{
    Component component{json["class"].toString().toStdString(), {}};
    for (auto member = json.begin(); member != json.end(); ++member) {
        const std::string name = member.key().toStdString();
        if (member.value().isBool())
            component.config.set(name, member.value().toBool());
        else if (name.ends_with("steps"))
            component.config.set(name, std::int64_t{member.value().toInt()});
        else if (member.value().isDouble())
            component.config.set(name, member.value().toDouble());
    }
    return component;
}

/// Keras' scales of integers and float8, which it has as weights.
bool isScale(const QString& name)
{
    return name.contains(QStringLiteral("scale")) || name.contains(QStringLiteral("amax"))
        || name.endsWith(QStringLiteral("_zero")) || name == QStringLiteral("g_idx");
}

} // namespace

class TestKerasLedger : public QObject
{
    Q_OBJECT
private slots:
    void variablesAndStatesAreThoseOfKeras_data()
    {
        QTest::addColumn<QJsonObject>("expected");
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/ledger.jsonl"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        while (!file.atEnd()) {
            const QJsonObject line = QJsonDocument::fromJson(file.readLine()).object();
            if (line.contains(QStringLiteral("policy")))
                QTest::newRow(qPrintable(line[QStringLiteral("policy")].toString())) << line;
        }
    }

    void variablesAndStatesAreThoseOfKeras()
    {
        QFETCH(QJsonObject, expected);
        const Result<Kernels> kernels = Kernels::load();
        QVERIFY(kernels.ok());
        SessionSpec session = sessionUnder(expected[QStringLiteral("policy")].toString().toStdString());
        const QJsonObject layers = expected[QStringLiteral("layers")].toObject();
        for (const QJsonValue& optimizer : expected[QStringLiteral("optimizers")].toArray()) {
            session.training.optimizer = componentOf(optimizer[QStringLiteral("optimizer")].toObject());
            const Result<Ledger> ledger = ledgerOf(session, *kernels);
            QVERIFY2(ledger.ok(), ledger.ok() ? "" : ledger.error().text().c_str());
            QCOMPARE(ledger->bytes.optimizerState, optimizer[QStringLiteral("bytes")].toDouble());
            QCOMPARE(ledger->rows.size(), std::size_t{5});
            for (std::size_t i = 1; i < 5; ++i)
                compareVariables(ledger->rows[i], layers);
        }
    }

private:
    static void compareVariables(const LedgerRow& row, const QJsonObject& layers)
    {
        const QString name = QString::fromStdString(row.path.substr(row.path.rfind('/') + 1));
        double scales = 0;
        double others = 0;
        qsizetype count = 0;
        for (const QJsonValue& weight : layers[name].toArray()) {
            const QString weightName = weight[QStringLiteral("name")].toString();
            const double bytes = weight[QStringLiteral("bytes")].toDouble();
            if (isScale(weightName)) {
                scales += bytes;
                continue;
            }
            others += bytes;
            ++count;
            const auto found = std::find_if(row.variables.begin(), row.variables.end(),
                [&](const LedgerVariable& variable) { return variable.name == weightName.toStdString(); });
            QVERIFY2(found != row.variables.end(), qPrintable(weightName));
            QCOMPARE(found->trainable, weight[QStringLiteral("trainable")].toBool());
            QCOMPARE(found->bytes, bytes);
            if (found->stored->name == "int4") // Keras packs two into an int8
                continue;
            QCOMPARE(QString::fromUtf8(found->stored->name.data(), qsizetype(found->stored->name.size())),
                weight[QStringLiteral("dtype")].toString());
            const QJsonArray shape = weight[QStringLiteral("shape")].toArray();
            QCOMPARE(qsizetype{found->shape.rank()}, shape.size());
            for (int axis = 0; axis < found->shape.rank(); ++axis)
                QCOMPARE(int(found->shape[axis]), shape[axis].toInt());
        }
        QCOMPARE(qsizetype(row.variables.size()), count);
        QCOMPARE(row.bytes.scales, scales);
        double stored = 0;
        for (const LedgerVariable& variable : row.variables)
            stored += variable.bytes;
        QCOMPARE(stored, others);
    }
};

QTEST_GUILESS_MAIN(TestKerasLedger)
#include "tst_keras_ledger.moc"
