// SPDX-License-Identifier: GPL-3.0-or-later
// Files of kept runs: read, written and read again to the same bytes.
#include "tests/fuzz/fuzz_target.h"

#include "app/io/runs/runs_file.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ulpscope;
    const std::filesystem::path folder = "/fuzz/runs";
    const Result<std::vector<SavedRun>> runs = readRuns(fuzz::textOf(data, size), folder);
    if (!fuzz::isFine(runs))
        return 0;
    for (const SavedRun& run : *runs) {
        fuzz::require(!run.run.records.empty(), "a run has a step");
        fuzz::require(run.run.records.back().step + 1 == run.run.totals.steps, "its last step is there");
        for (const RecordedMetric& metric : run.run.metrics)
            fuzz::require(metric.path.index() < run.run.paths.size()
                    && metric.steps.size() == metric.values.size() && !metric.steps.empty(),
                "a figure is of a path and has points");
    }
    const Result<std::string> written = writeRuns(*runs, folder);
    fuzz::requireFine(written, "runs can be written");
    const Result<std::vector<SavedRun>> again = readRuns(*written, folder);
    fuzz::requireFine(again, "what was written can be read");
    const Result<std::string> rewritten = writeRuns(*again, folder);
    fuzz::require(rewritten.ok() && *rewritten == *written, "its bytes survive");
    return 0;
}
