// SPDX-License-Identifier: GPL-3.0-or-later
// Every line of tests/golden/keras_policies.jsonl, which Keras itself wrote (make_keras_policies.py beside it).
#include "app/io/keras/policy/keras_policy.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>

#include <map>

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

Json lookup(const Json& argument, const KerasLoader& loader)
{
    const Result<KerasPolicy> map = policyFromJson(argument[0], loader);
    if (!map)
        return errorOf(map.error());
    const Result<MapLookup> found = std::get<DTypePolicyMap>(*map).find(argument[1].get<std::string>());
    if (!found)
        return errorOf(found.error());
    return described(KerasPolicy(found->policy));
}

/// map[key] = value, as Keras does it: what get() does not take is a ValueError, but a key that is there is one first.
Status assign(DTypePolicyMap& map, const std::string& key, const Json& value, const KerasLoader& loader)
{
    const Result<KerasPolicy> policy = policyFromJson(value, loader);
    if (!policy && !map.contains(key))
        return valueError(policy.error().place, policy.error().message);
    return map.insert(key, policy ? policyOrDefault(*policy) : DTypePolicy{});
}

Json editOne(DTypePolicyMap& map, const Json& edit, const KerasLoader& loader)
{
    const auto key = edit[1].get<std::string>();
    if (edit[0] == "in")
        return map.contains(key);
    Status done = success();
    if (edit[0] == "del") {
        done = map.erase(key);
    } else {
        done = assign(map, key, edit[2], loader);
    }
    return done ? Json() : errorOf(done.error());
}

Json edited(const Json& argument, const KerasLoader& loader)
{
    DTypePolicyMap map = std::get<DTypePolicyMap>(*policyFromJson(argument[0], loader));
    Json results = Json::array();
    for (const Json& edit : argument[1])
        results.push_back(editOne(map, edit, loader));
    Json keys = Json::array();
    for (const auto& [key, policy] : map.entries)
        keys.push_back(key);
    results.push_back(keys);
    return results;
}

Json equal(const Json& argument, const KerasLoader& loader)
{
    const Result<KerasPolicy> a = policyFromJson(argument[0], loader);
    const Result<KerasPolicy> b = policyFromJson(argument[1], loader);
    if (!a || !b)
        return errorOf(a ? b.error() : a.error());
    return kerasEqual(std::get<DTypePolicy>(*a), std::get<DTypePolicy>(*b));
}

Json outcome(const Json& line, KerasVersion version)
{
    const Json& argument = line["argument"];
    KerasLoader loader{{}, version};
    if (line.contains("global"))
        loader.global = *policyFromJson(line["global"], loader);
    if (line["op"] == "get")
        return described(policyFromJson(argument, loader));
    if (line["op"] == "get_object")
        return described(asKerasPolicy(getPolicyOfObject(argument.get<std::string>())));
    if (line["op"] == "set")
        return described(globalPolicyFromJson(argument, version));
    if (line["op"] == "equal")
        return equal(argument, loader);
    if (line["op"] == "lookup")
        return lookup(argument, loader);
    return edited(argument, loader);
}

} // namespace

class TestKerasGolden : public QObject
{
    Q_OBJECT
private slots:
    void isAsInKeras_data();
    void isAsInKeras();
};

namespace {

/// The lines of a file of the generator's, without the first, which names the version.
std::vector<Json> linesOf(const QString& name, const std::string& version)
{
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/") + name);
    std::vector<Json> lines;
    if (!file.open(QIODevice::ReadOnly))
        return lines;
    const Json head = Json::parse(file.readLine().toStdString());
    if (head["generator"] != "tests/golden/make_keras_policies.py" || head["keras"] != version)
        return lines;
    while (!file.atEnd())
        lines.push_back(Json::parse(file.readLine().toStdString()));
    return lines;
}

Json withoutResult(Json line)
{
    line.erase("result");
    return line;
}

} // namespace

void TestKerasGolden::isAsInKeras_data()
{
    QTest::addColumn<KerasVersion>("version");
    QTest::newRow("3.15.1") << KerasVersion::Release;
    QTest::newRow("3.16") << KerasVersion::Head;
}

void TestKerasGolden::isAsInKeras()
{
    QFETCH(KerasVersion, version);
    std::vector<Json> lines = linesOf("keras_policies.jsonl", "3.16.0");
    QVERIFY(lines.size() > 2000);
    if (version == KerasVersion::Release) { // whose file has the lines that differ alone
        std::map<std::string, Json> results;
        for (const Json& line : linesOf("keras_policies_3.15.1.jsonl", "3.15.1"))
            results[withoutResult(line).dump()] = line["result"];
        QVERIFY(results.size() > 100);
        for (Json& line : lines)
            if (const auto found = results.find(withoutResult(line).dump()); found != results.end())
                line["result"] = found->second;
    }
    QStringList differences;
    for (const Json& line : lines) {
        const Json got = outcome(line, version);
        // Python's set is the only operation of "edit" without a result.
        if (got != line["result"])
            differences.append(QString::fromStdString(line.dump() + "\n      got " + got.dump()));
    }
    for (const QString& difference : differences.mid(0, 30))
        qWarning("%s", qPrintable(difference));
    QCOMPARE(differences.size(), 0);
}

QTEST_APPLESS_MAIN(TestKerasGolden)
#include "tst_keras_golden.moc"
