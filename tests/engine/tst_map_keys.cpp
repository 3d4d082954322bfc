// SPDX-License-Identifier: GPL-3.0-or-later
// For each key of a policy map: the layers for which it decides, or why it decides for none.
#include "engine/model/map_reader.h"

#include <QTest>

using namespace ulpscope;

namespace {

PolicyHolder layer(const std::string& path)
{
    return {.path = path, .name = path.substr(path.rfind('/') + 1), .className = "Dense"};
}

} // namespace

class TestMapKeys : public QObject
{
    Q_OBJECT
private slots:
    void saysWhyAKeyDecidesForNone_data();
    void saysWhyAKeyDecidesForNone();
    void saysNothingOfAKeyThatDecides();
};

void TestMapKeys::saysWhyAKeyDecidesForNone_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("remark");
    QTest::newRow("another prefix")
        << "sequential/mha/query"
        << "Decides for no layer: a key has to match the whole path, which is mha/query.";
    QTest::newRow("no prefix")
        << "dense"
        << "Decides for no layer: a key has to match the whole path, which is sequential/dense.";
    QTest::newRow("a pattern without the prefix") << "mha/(key|value)"
                                                  << "Matches no layer of this model.";
    QTest::newRow("a pattern with another prefix")
        << "encoder/mha/(query|value)"
        << "Decides for no layer: a key has to match the whole path, which is mha/query.";
    QTest::newRow("no path")
        << "flatten"
        << "Decides for no layer: Keras gives flatten no path, so that it takes the map's default.";
    QTest::newRow("a policy of its own") << "own"
                                         << "Decides for no layer: own has a policy of its own.";
    QTest::newRow("a policy from its parent")
        << "mha/attention_output"
        << "Decides for no layer: mha/attention_output takes the policy of mha.";
    QTest::newRow("an exact key") << "exac."
                                  << "Decides for no layer: exact has a key that is exactly its path.";
    QTest::newRow("a typing error") << "mha/qurey"
                                    << "Matches no layer of this model; did you mean mha/query?";
    QTest::newRow("nothing like it") << "decoder_9"
                                     << "Matches no layer of this model.";
    QTest::newRow("no regular expression") << "("
                                           << "re.error: missing ), unterminated subpattern at position 0";
}

void TestMapKeys::saysWhyAKeyDecidesForNone()
{
    QFETCH(QString, key);
    QFETCH(QString, remark);
    MapQuestion question;
    question.policies.map = {{"exact", *getPolicy("float16")}, {key.toStdString(), *getPolicy("bfloat16")}};
    question.layers = {layer("sequential/dense"), layer("mha/query"), layer("mha/attention_output"),
        layer("flatten"), layer("own"), layer("exact")};
    question.layers[2].passedOn = *getPolicy("float32");
    question.layers[2].parentPath = "mha";
    question.layers[3].hasPath = false;
    question.layers[4].own = *getPolicy("float32");
    const MapFindings findings = *MapReader().read(question);
    QCOMPARE(QString::fromStdString(keyRemark(question, findings, 1).text()), remark);
    QVERIFY(findings.keys[1].decides.empty());
}

void TestMapKeys::saysNothingOfAKeyThatDecides()
{
    MapQuestion question;
    question.policies.map = {{"dense.*", *getPolicy("float16")}};
    question.layers = {layer("dense"), layer("dense_1"), layer("flatten")};
    const MapFindings findings = *MapReader().read(question);
    QVERIFY(keyRemark(question, findings, 0).empty());
    QCOMPARE(findings.keys[0].decides, (std::vector<std::size_t>{0, 1}));
}

QTEST_APPLESS_MAIN(TestMapKeys)
#include "tst_map_keys.moc"
