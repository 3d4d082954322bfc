// SPDX-License-Identifier: GPL-3.0-or-later
// Every line of tests/golden/legacy_policies.jsonl, which tf-keras and the sources of TensorFlow 2.1 to 2.4 wrote
// (make_legacy_policies.py beside it).
#include "app/io/keras/policy/legacy_policy_json.h"
#include "engine/policy/cast_explanation.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>

using namespace ulpscope;

namespace {

using Json = nlohmann::ordered_json;

PolicyFamily familyOf(const Json& line)
{
    return line["family"] == "tf_keras" ? PolicyFamily::TfKeras : PolicyFamily::Experimental22;
}

Json errorOf(const Error& error)
{
    return Json{{"error", kindName(error.kind)}};
}

Json orNull(const std::optional<std::string>& dtype)
{
    return dtype ? Json(*dtype) : Json();
}

Json described(const LegacyPolicy& policy, const Json& expected)
{
    Json words{{"class", policy.policyClass == LegacyPolicyClass::PolicyV1 ? "PolicyV1" : "Policy"},
        {"name", policy.name}, {"compute", orNull(policy.computeDtype)},
        {"variable", orNull(policy.variableDtype)}, {"repr", repr(policy)}, {"config", legacyConfig(policy)},
        {"serialized", serializeLegacy(policy)}};
    if (expected.contains("should_cast_variables"))
        words["should_cast_variables"] = policy.shouldCastVariables();
    return words;
}

PolicyNameArgument nameOf(const Json& json)
{
    if (json.is_string())
        return json.get<std::string>();
    return OtherObject{json.dump()};
}

/// Policy(name), or what from_config makes of a loss scale beside it.
Json made(const Json& line)
{
    const Json& expected = line["result"];
    const bool isV1 = line["family"] == "policy_v1";
    if (line.contains("loss_scale")) {
        const Json envelope{{"class_name", isV1 ? "PolicyV1" : "Policy"},
            {"config", {{"name", line["name"]}, {"loss_scale", line["loss_scale"]}}}};
        const Result<LegacyPolicyRead> read = deserializeLegacy(envelope, familyOf(line));
        if (!read)
            return errorOf(read.error());
        Json words = described(read->policy, expected);
        words["warns"] = familyOf(line) == PolicyFamily::Experimental22 && !read->note.empty();
        return words;
    }
    if (familyOf(line) == PolicyFamily::TfKeras) {
        const Result<LegacyPolicy> policy = makeTfKerasPolicy(nameOf(line["name"]));
        if (!policy)
            return errorOf(policy.error());
        Json words = described(*policy, expected);
        words["warns"] = false;
        return words;
    }
    const Result<LegacyPolicyMade> policy = makeExperimentalPolicy(nameOf(line["name"]), DefaultLossScale{},
        isV1 ? LegacyPolicyClass::PolicyV1 : LegacyPolicyClass::ExperimentalPolicy);
    if (!policy)
        return errorOf(policy.error());
    Json words = described(policy->policy, expected);
    words["warns"] = !policy->warning.empty();
    return words;
}

Json deserialized(const Json& line)
{
    // deserialize() of 2.4 makes the newer Policy of both classes, and writes it as before.
    const bool isOf24 = line["family"] == "policy_v1";
    const Result<LegacyPolicyRead> read
        = deserializeLegacy(line["json"], isOf24 ? PolicyFamily::TfKeras : familyOf(line));
    if (!read && isOf24 && read.error().place == "class_name") // refused there, as before
        return errorOf(deserializeLegacy(line["json"], PolicyFamily::Experimental22).error());
    if (!read)
        return errorOf(read.error());
    Json words = described(read->policy, line["result"]);
    if (isOf24 && words["serialized"].is_object())
        words["serialized"] = {{"class_name", "Policy"}, {"config", words["config"]}};
    return words;
}

Json shortly(const DTypePolicy& policy)
{
    return {{"name", policy.name},
        {"compute", policy.computeDtype.empty() ? Json() : Json(policy.computeDtype)},
        {"variable", policy.variableDtype.empty() ? Json() : Json(policy.variableDtype)}};
}

/// set_global_policy(name), which a new layer then has.
Json asGlobal(const Json& line)
{
    const Result<DTypePolicy> policy = policyOfFamily(familyOf(line), line["name"].get<std::string>());
    if (!policy)
        return errorOf(policy.error());
    if (const std::optional<Error> refusal = familyRefusal(familyOf(line), *policy, true))
        return errorOf(*refusal);
    return shortly(*policy);
}

CallArgument argumentOf(const std::string& text, bool isFirst)
{
    if (text.starts_with("array:"))
        return {ArgumentKind::Array, text.substr(6), isFirst, true};
    if (text.starts_with("python:"))
        return {ArgumentKind::Python, text.substr(7), isFirst, isFirst};
    return {ArgumentKind::Tensor, text, isFirst, true};
}

std::vector<std::string> partsOf(const std::string& text)
{
    std::vector<std::string> parts;
    const QString inside = QString::fromStdString(text).mid(1, qsizetype(text.size()) - 2);
    for (const QString& part : inside.split(u','))
        parts.push_back(part.toStdString());
    return parts;
}

Json seenOf(PolicyFamily family, const LayerDtypes& layer, const CallArgument& argument)
{
    const Result<SeenArgument> seen = convertInput(family, layer, argument);
    if (!seen)
        return errorOf(seen.error());
    return seen->isTensor ? seen->dtype : "python:" + seen->dtype;
}

Json called(const Json& line)
{
    const PolicyFamily family = familyOf(line);
    std::vector<std::vector<CallArgument>> arguments;
    for (std::size_t i = 0; i < line["inputs"].size(); ++i) {
        const auto text = line["inputs"][i].get<std::string>();
        std::vector<CallArgument> parts;
        for (const std::string& part : text.front() == '(' ? partsOf(text) : std::vector<std::string>{text})
            parts.push_back(argumentOf(part, i == 0));
        arguments.push_back(std::move(parts));
    }
    const LegacyPolicy policy = afterFirstCall(
        *makeTfKerasPolicy(line["policy"].get<std::string>()), inferredDtype(arguments[0][0]));
    const LayerDtypes layer = layerDtypes(policy, line["autocast"].get<bool>());
    Json seen = Json::array();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        Json parts = Json::array();
        for (const CallArgument& part : arguments[i])
            parts.push_back(seenOf(family, layer, part));
        seen.push_back(line["inputs"][i].get<std::string>().front() == '(' ? parts : parts[0]);
    }
    return {{"seen", seen}, {"policy", policy.name}, {"compute", orNull(policy.computeDtype)},
        {"variable", orNull(policy.variableDtype)}};
}

/// Without the value, which ends the text.
std::string withoutValue(const std::string& repr)
{
    const std::size_t value = repr.find(", numpy=");
    return value == std::string::npos ? repr : repr.substr(0, value) + ">";
}

Json scoped(const Json& line)
{
    const PolicyFamily family = familyOf(line);
    const LayerDtypes layer
        = layerDtypes(*makeTfKerasPolicy(line["policy"].get<std::string>()), line["autocast"].get<bool>());
    AutocastScope scope;
    for (const Json& name : line["around"])
        scope = scopeFor(family, layerDtypes(*makeTfKerasPolicy(name.get<std::string>())), scope);
    scope = scopeFor(family, layer, scope);
    Json variables = Json::array();
    for (std::size_t i = 0; i < line["variables"].size(); ++i) {
        const auto dtype = line["variables"][i][0].get<std::string>();
        const bool autocast = line["variables"][i][1].get<bool>();
        const SeenVariable inside = readVariable(family, layer, dtype, autocast, scope);
        const SeenVariable outside = readVariable(family, layer, dtype, autocast, AutocastScope());
        const std::string name = "v" + std::to_string(i);
        variables.push_back(
            {{"read", inside.dtype}, {"dtype", inside.dtype}, {"repr", variableRepr(family, name, inside)},
                {"repr_outside", variableRepr(family, name, outside)}});
    }
    return {{"seen", {seenOf(family, layer, {})}}, {"variables", variables}};
}

Json expectedOf(const Json& line)
{
    Json expected = line["result"];
    if (line["op"] == "scopes")
        for (Json& variable : expected["variables"])
            for (const char* key : {"repr", "repr_outside"})
                variable[key] = withoutValue(variable[key].get<std::string>());
    return expected;
}

/// Where a family here stands for several versions: "infer" is of 2.1 and 2.2, "_infer" of the later, PolicyV1 of 2.4.
bool isOfAnotherVersion(const Json& line)
{
    if (familyOf(line) == PolicyFamily::TfKeras)
        return false;
    const bool isRefused = line["result"].is_object() && line["result"].contains("error");
    if (line["op"] == "policy")
        return isRefused && (line["name"] == "infer" || line["name"] == "_infer");
    const Json& json = line["json"];
    if (line["family"] == "policy_v1") // whose loader refuses with other classes than tf-keras'
        return isRefused;
    if (json.is_null()) // Policy("infer") or Policy("_infer")
        return true;
    if (!isLegacyPolicy(json) || !json.contains("config") || !json["config"].is_object())
        return false;
    const Json name = json["config"].value("name", Json());
    return isRefused && (name == "infer" || name == "_infer" || json["class_name"] == "PolicyV1");
}

Json resultOf(const Json& line)
{
    const std::string op = line["op"].get<std::string>();
    if (op == "policy")
        return made(line);
    if (op == "deserialize")
        return deserialized(line);
    if (op == "global")
        return asGlobal(line);
    if (op == "call")
        return called(line);
    if (op == "scopes")
        return scoped(line);
    return line["result"]; // what familyFacts() says in words
}

bool isSame(const Json& json, const Json& ours, const Json& theirs)
{
    // deserialize() gives a text that is no dtype back as it is, and the name of a class that it does not know: a layer takes the
    // first for a name, and has no policy of the second.
    if (theirs.is_object() && theirs.contains("text"))
        return ours.contains("error") && (json.is_string() || ours["error"] == "AttributeError");
    return ours == theirs;
}

} // namespace

class TestLegacyGolden : public QObject
{
    Q_OBJECT

private slots:
    void everyLineIsAsWritten()
    {
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/legacy_policies.jsonl"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        int compared = 0;
        int failed = 0;
        while (!file.atEnd()) {
            const Json line = Json::parse(file.readLine().toStdString());
            if (line["op"] == "versions" || isOfAnotherVersion(line))
                continue;
            ++compared;
            const Json ours = resultOf(line);
            const Json theirs = expectedOf(line);
            if (isSame(line.value("json", Json()), ours, theirs))
                continue;
            ++failed;
            qWarning("%s\n  ours %s", line.dump().c_str(), ours.dump().c_str());
        }
        QCOMPARE(failed, 0);
        QVERIFY2(compared > 1000, qPrintable(QString::number(compared)));
    }
};

QTEST_GUILESS_MAIN(TestLegacyGolden)
#include "tst_legacy_golden.moc"
