// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments and output that the commands on recordings share.
#pragma once

#include "app/io/recordings/findings/local_error.h"
#include "app/io/recordings/recording.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <limits>
#include <string>

namespace ulpscope::cli {

struct RecordingArgument
{
    std::string path;
    std::string names; ///< --names; empty: as they are kept, or as they look
    bool isKept = false; ///< --keep-names

    /// WHAT, --names, --keep-names
    void addTo(CLI::App& command);
    Recording open() const;
    /// The pattern from --names, or the one kept beside that recording; empty: the tensors' names say it.
    std::optional<NamePattern> patternFor(const std::string& recording) const;
};

/// A tensor by "layer/role" at a step, or at the first step that has it. Errors are at TENSOR or --step.
const RecordingTensor* recordedTensor(
    const Recording& recording, const std::string& tensor, std::optional<std::int64_t> step);

/// "--steps 10..200", "--steps 7"; all where it is empty. first and last, both inside.
std::pair<std::int64_t, std::int64_t> stepRange(const std::string& text);

inline constexpr const char* kNamesFooter
    = "A recording is a folder or a file of tensors named STEP/LAYER/ROLE, as the recorders of `policy export` write it; the role is\n"
      "input, output, a weight's own name, or any of these with _gradient. Other names are known if they are common (step_7/fc.weight,\n"
      "grad_output), else told by --names, as in\n"
      "'rank_0/iter_{step}/{path}_{role}': {step} digits, {path} any text, {role} any text without a slash, {*} what does not matter;\n"
      "a tensor's name is tried alone, then behind its file's path in the folder, without the suffix.\n";

// A layer's local error as JSON, and where it left the finite numbers as text.
nlohmann::ordered_json localErrorJson(const LocalError& error);
nlohmann::ordered_json dotProductJson(const DotProductStudy& study);
/// Lines on the first value that is not finite; none if all are.
std::string localErrorNotes(const LocalError& error);
/// A line for each of the largest terms.
std::string dotProductTerms(const DotProductStudy& study);

} // namespace ulpscope::cli
