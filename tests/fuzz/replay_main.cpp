// SPDX-License-Identifier: GPL-3.0-or-later
// A fuzz target without a fuzzer: gives it every file that is named, and every file inside folders that are. To have seen
// no file is a failure.
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> filesIn(int argc, char** argv)
{
    std::vector<fs::path> files;
    for (int i = 1; i < argc; ++i) {
        if (!fs::is_directory(argv[i])) {
            files.emplace_back(argv[i]);
            continue;
        }
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(argv[i]))
            if (entry.is_regular_file())
                files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

int main(int argc, char** argv)
{
    fs::path current;
    try {
        const std::vector<fs::path> files = filesIn(argc, argv);
        for (const fs::path& file : files) {
            current = file;
            std::ifstream stream(file, std::ios::binary);
            if (!stream) {
                std::fprintf(stderr, "%s: cannot be read\n", file.c_str());
                return 1;
            }
            const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
        }
        std::printf("%zu files\n", files.size());
        return files.empty() ? 1 : 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", current.c_str(), error.what());
        return 1;
    }
}
