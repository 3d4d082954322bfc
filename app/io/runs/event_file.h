// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard's event files: records of TFRecord's frame (tensorflow/core/lib/io/record_writer.cc), each an Event as tensorflow/core/util/
// event.proto and summary.proto have it, with scalars as simple_value and histograms as histo.
#pragma once

#include "engine/file/output_file.h"
#include "engine/probe/records.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulpscope {

/// CRC-32C (Castagnoli, reflected).
std::uint32_t crc32c(std::string_view bytes);

class EventFile
{
public:
    static Result<EventFile> create(const std::filesystem::path& path);
    /// Opens an existing file; new events are appended.
    static Result<EventFile> append(const std::filesystem::path& path);

    /// The step's metrics by their names in history.csv, tensors' as path/role/metric, and where there are histograms of exponents, these
    /// as path/role/exponent: of a magnitude in [2^e, 2^(e+1)) the bucket from e to e + 1. A step's wall time is its number, in seconds, so
    /// that a file is the same each time.
    Status write(const StepRecord& record, const std::vector<std::string>& paths);
    Status close() { return m_file.close(); }

    /// TensorBoard recognizes event files by their name.
    static constexpr const char* kName = "events.out.tfevents.0.ulpscope";

private:
    explicit EventFile(OutputFile file)
        : m_file(std::move(file))
    {
    }

    Status writeRecord(std::string_view event);

    OutputFile m_file;
};

} // namespace ulpscope
