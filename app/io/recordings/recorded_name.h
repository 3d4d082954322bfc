// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the name of a recorded tensor: its step, its layer and its role there.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Kind of a role, by its name.
enum class RecordedRole : std::uint8_t {
    Input, ///< "input", "input_1"
    Output, ///< "output", "output_1"
    Gradient, ///< "output_gradient", "weight_gradient"
    Variable, ///< any other: "weight", "kernel", "query.kernel"
};

struct RecordedName
{
    std::int64_t step = 0;
    std::string path; ///< "encoder.0.fc1", "sequential/dense"; may be empty
    std::string role; ///< "input"

    RecordedRole kind() const;
    /// Name for messages: "encoder.0.fc1/input".
    std::string tensor() const { return path.empty() ? role : path + "/" + role; }

    bool operator==(const RecordedName&) const = default;
};

/// The role that a recorder meant, where others have words of their own for it: "grad_output" and "output_grad" are "output_gradient",
/// "activation" and "in" are "input", "weight.grad" is "weight_gradient". Any other is itself.
std::string canonicalRole(std::string_view role);

/// How names say it: text with {step} (digits), {path} (any text, as long as fits), {role} (any text without a slash) and {*} for
/// what does not matter. What a pattern has no place for is 0, "" or "tensor".
class NamePattern
{
public:
    /// The error has no place. At least one of {path} and {role}, none of the three twice, at most four {*}.
    static Result<NamePattern> parse(std::string_view text);
    /// {step}/{path}/{role}
    static NamePattern standard();
    /// Patterns in common use, the most specific first.
    static std::span<const std::string_view> common();

    const std::string& text() const { return m_text; }
    /// Returns nullopt where the name does not fit, or its step is beyond 2^53. The role is canonicalRole().
    std::optional<RecordedName> match(std::string_view name) const;

private:
    enum class Place : std::uint8_t { Literal, Step, Path, Role, Any };
    struct Part
    {
        Place place;
        std::string literal;
    };
    struct Search;

    bool matchFrom(Search& search, std::size_t part, std::size_t at) const;

    std::string m_text;
    std::vector<Part> m_parts;
};

} // namespace ulpscope
