// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/birthplace_json.h"

#include "app/io/json/json_members.h"
#include "app/io/runs/recorded_run_tables.h"

#include <limits>

namespace ulpscope {

namespace {

constexpr std::size_t kMaxBirthOperands = 64;

const std::vector<std::string>& passNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Pass pass : {Pass::Forward, Pass::Loss, Pass::Backward, Pass::Update})
            all.emplace_back(passName(pass));
        return all;
    }();
    return names;
}

} // namespace

Json birthplaceJson(const Birthplace& birth)
{
    Json json = Json::object();
    json["step"] = birth.step;
    json["pass"] = passName(birth.pass);
    json["layer"] = birth.layer;
    json["tensor"] = birth.tensor;
    json["role"] = roleName(birth.role);
    json["index"] = birth.index;
    json["value"] = birth.value;
    json["dtype"] = birth.format;
    json["operation"] = birth.operation;
    json["operands"] = Json::array();
    for (const NamedValue& operand : birth.operands)
        json["operands"].push_back({{"name", operand.name}, {"value", operand.value}});
    json["sentence"] = birth.sentence;
    return json;
}

Result<Birthplace> readBirthplace(const Json& json)
{
    JsonMembers members(json);
    Birthplace birth{
        .step = members.whole("step", 0, std::numeric_limits<std::int64_t>::max()),
        .pass = static_cast<Pass>(members.choice("pass", passNames())),
        .layer = members.text("layer"),
        .tensor = members.text("tensor"),
        .role = static_cast<TensorRole>(members.choice("role", roleNames())),
        .index = members.text("index"),
        .value = members.number("value"),
        .format = members.text("dtype"),
        .operation = members.text("operation"),
        .operands = {},
        .sentence = members.text("sentence"),
    };
    for (const Json& item : members.list("operands", kMaxBirthOperands)) {
        JsonMembers operand(item);
        birth.operands.push_back({operand.text("name"), operand.number("value")});
        if (operand.error())
            members.fail(operand.error()->within("operands"));
    }
    if (members.error())
        return *members.error();
    return birth;
}

} // namespace ulpscope
