// SPDX-License-Identifier: GPL-3.0-or-later
// Every line of tests/golden/keras_policies.jsonl, which Keras itself wrote (make_keras_policies.py beside it).
#include "engine/io/keras/keras_policy.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>

using namespace ulpscope;

namespace {

using Json = nlohmann::ordered_json;

Json errorOf(const Error& error)
{
    return Json{{"error", kindName(error.kind)}};
}

Json described(const Result<KerasPolicy>& policy)
{
    if (!policy)
        return errorOf(policy.error());
    Json words = policyDescription(*policy);
    if (std::holds_alternative<DTypePolicyMap>(*policy))
        words["repr"] = nullptr; // Keras has an address in it
    return words;
}

Result<KerasPolicy> asKerasPolicy(const Result<DTypePolicy>& policy)
{
    if (!policy)
        return policy.error();
    return KerasPolicy(*policy);
}

Json lookup(const Json& argument, const KerasPolicy& global)
{
    const Result<KerasPolicy> map = policyFromJson(argument[0], global);
    if (!map)
        return errorOf(map.error());
    const Result<MapLookup> found = std::get<DTypePolicyMap>(*map).find(argument[1].get<std::string>());
    if (!found)
        return errorOf(found.error());
    return described(KerasPolicy(found->policy));
}

Json editOne(DTypePolicyMap& map, const Json& edit)
{
    const auto key = edit[1].get<std::string>();
    if (edit[0] == "in")
        return map.contains(key);
    Status done = success();
    if (edit[0] == "del") {
        done = map.erase(key);
    } else {
        done = assignFromJson(map, key, edit[2]);
    }
    return done ? Json() : errorOf(done.error());
}

Json edited(const Json& argument)
{
    DTypePolicyMap map = std::get<DTypePolicyMap>(*policyFromJson(argument[0]));
    Json results = Json::array();
    for (const Json& edit : argument[1])
        results.push_back(editOne(map, edit));
    Json keys = Json::array();
    for (const auto& [key, policy] : map.entries)
        keys.push_back(key);
    results.push_back(keys);
    return results;
}

Json equal(const Json& argument)
{
    const Result<KerasPolicy> a = policyFromJson(argument[0]);
    const Result<KerasPolicy> b = policyFromJson(argument[1]);
    return kerasEqual(std::get<DTypePolicy>(*a), std::get<DTypePolicy>(*b));
}

Json outcome(const Json& line)
{
    const Json& argument = line["argument"];
    KerasPolicy global;
    if (line.contains("global"))
        global = *policyFromJson(line["global"]);
    if (line["op"] == "get")
        return described(policyFromJson(argument, global));
    if (line["op"] == "get_object")
        return described(asKerasPolicy(getPolicyOfObject(argument.get<std::string>())));
    if (line["op"] == "set")
        return described(globalPolicyFromJson(argument));
    if (line["op"] == "equal")
        return equal(argument);
    if (line["op"] == "lookup")
        return lookup(argument, global);
    return edited(argument);
}

} // namespace

class TestKerasGolden : public QObject
{
    Q_OBJECT
private slots:
    void isAsInKeras();
};

void TestKerasGolden::isAsInKeras()
{
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/keras_policies.jsonl"));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    const Json head = Json::parse(file.readLine().toStdString());
    QCOMPARE(head["generator"].get<std::string>(), std::string("tests/golden/make_keras_policies.py"));
    int lines = 0;
    QStringList differences;
    for (; !file.atEnd(); ++lines) {
        const Json line = Json::parse(file.readLine().toStdString());
        const Json got = outcome(line);
        // Python's set is the only operation of "edit" without a result.
        if (got != line["result"])
            differences.append(QString::fromStdString(line.dump() + "\n      got " + got.dump()));
    }
    QVERIFY(lines > 2000);
    for (const QString& difference : differences.mid(0, 30))
        qWarning("%s", qPrintable(difference));
    QCOMPARE(differences.size(), 0);
}

QTEST_APPLESS_MAIN(TestKerasGolden)
#include "tst_keras_golden.moc"
