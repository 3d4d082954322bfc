// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters of catalogued things (layers, optimizers, losses, datasets, loss scales): their description, which forms,
// files and checks are made from, and their values.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ulpscope {

using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

/// "true", "16", "0.5", "\"relu\"", "[28, 28]": a value as JSON would write it.
std::string toText(const ParameterValue& value);

/// A name that a text may have, and what it is of.
struct NamedMeaning
{
    std::string name;
    std::string meaning;
};

/// One parameter. The alternative that defaultValue holds is the parameter's type.
struct ParameterSpec
{
    std::string name;
    ParameterValue defaultValue;
    std::string description;
    /// Inclusive bounds of an integer, a number, or each entry of a list.
    std::optional<double> minimum = {};
    std::optional<double> maximum = {};
    /// The allowed texts, empty for any text.
    std::vector<std::string> choices = {};
    /// Values of a text that forms offer; the reader of the text checks it.
    std::vector<NamedMeaning> words = {};
    /// Whether the parameter has no default and must be given.
    bool isRequired = false;
    /// A text that names a file or folder; a relative one starts from the session file's folder.
    bool isPath = false;
    /// For a list: whether an integer is accepted as a list of one element.
    bool mayBeInteger = false;
    /// For choices: whether a choice may have arguments, as in "constant(0.5)". The caller checks them.
    bool choicesTakeArguments = false;
    /// For a path: whether it must be set before training. It may be empty in an unfinished session.
    bool mustBeChosen = false;
};

/// "an integer >= 1", "a number in [0, 1]": what a value of the parameter must be.
Message expectation(const ParameterSpec& spec);
/// "expected an integer, got 1.5"
Message expectedMessage(Message what, std::string got);
/// "missing: expected an integer"
Message missingMessage(Message what);

/// Named values in the order in which they were given.
class Config
{
public:
    using Entry = std::pair<std::string, ParameterValue>;

    Config() = default;
    Config(std::initializer_list<Entry> entries)
        : m_entries(entries)
    {
    }

    const std::vector<Entry>& entries() const { return m_entries; }
    const ParameterValue* find(std::string_view name) const;
    void set(const std::string& name, ParameterValue value);
    void remove(std::string_view name);

    /// Typed reads of a checked config; a contract that the name exists with that type.
    bool flag(std::string_view name) const;
    std::int64_t integer(std::string_view name) const;
    double number(std::string_view name) const;
    const std::string& text(std::string_view name) const;
    const std::vector<std::int64_t>& list(std::string_view name) const;

    bool operator==(const Config&) const = default;

private:
    std::vector<Entry> m_entries;
};

/// Checks each value against its spec and fills in defaults, in the order of `specs`. An integer is taken where a
/// number is wanted, or a list that may be one. The error's place is the parameter: "units: expected an integer >= 1, got 0".
Result<Config> checkConfig(const Config& config, const std::vector<ParameterSpec>& specs);

/// The config with relative paths resolved against `folder`; empty texts stay.
Config withPathsFrom(
    const std::filesystem::path& folder, const Config& config, const std::vector<ParameterSpec>& specs);

/// A row of a catalog: a class by name with its parameters. The catalog's own struct adds how to make one.
struct ClassSpec
{
    std::string name;
    std::string description;
    std::vector<ParameterSpec> parameters;
};

/// A catalogued class with values for its parameters: {"SGD", {{"learning_rate", 0.1}}}.
struct Component
{
    std::string className;
    Config config;

    bool operator==(const Component&) const = default;
};

} // namespace ulpscope
