// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/sweep/session_files.h"

#include "engine/base/sha256.h"
#include "engine/data/dataset_catalog.h"
#include "engine/file/input_file.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReadAtOnce = std::size_t{1} << 18; ///< bytes

/// Gives each path that the session itself has to `change`, which may change it.
void changePaths(
    SessionSpec& session, const std::function<void(std::string_view place, std::string& path)>& change)
{
    if (const DatasetClass* row = findRow(datasetCatalog(), session.data.className))
        for (const ParameterSpec& spec : row->parameters) {
            const ParameterValue* value = spec.isPath ? session.data.config.find(spec.name) : nullptr;
            if (value == nullptr)
                continue;
            std::string path = std::get<std::string>(*value);
            change("data." + spec.name, path);
            session.data.config.set(spec.name, path);
        }
    change("training.initial_weights", session.training.initialWeights);
    change("training.initial_state", session.training.initialState);
}

/// The session with the path of the catalog's own file where it names none.
SessionSpec withDefaultPaths(SessionSpec session)
{
    if (const DatasetClass* row = findRow(datasetCatalog(), session.data.className))
        for (const ParameterSpec& spec : row->parameters)
            if (spec.isPath && session.data.config.find(spec.name) == nullptr)
                session.data.config.set(spec.name, spec.defaultValue);
    return session;
}

/// The files of a folder by name, or the file itself.
std::vector<fs::path> filesAt(const fs::path& path)
{
    std::error_code error;
    if (!fs::is_directory(path, error))
        return {path};
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
        if (entry.is_regular_file(error))
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

/// False: it cannot be read to its end, or it was asked to stop.
bool addFile(Sha256& sum, const fs::path& path, const std::stop_token& stop)
{
    Result<InputFile> file = InputFile::open(path);
    std::vector<char> bytes(kReadAtOnce);
    while (file && !stop.stop_requested()) {
        const Result<std::size_t> count = file->read(bytes);
        if (!count)
            return false;
        if (*count == 0)
            return true;
        sum.add({bytes.data(), *count});
    }
    return false;
}

std::string digestOf(const fs::path& path, const std::stop_token& stop)
{
    Sha256 sum;
    for (const fs::path& file : filesAt(path)) {
        if (file != path)
            sum.add(file.filename().string() + '\n');
        if (!addFile(sum, file, stop))
            return "-";
    }
    return sum.digits();
}

} // namespace

Result<std::string> fileDigests(const SessionSpec& session, const std::stop_token& stop)
{
    std::string lines;
    SessionSpec named = withDefaultPaths(session);
    changePaths(named, [&](std::string_view place, const std::string& path) {
        if (!path.empty())
            lines += std::string(place) + ' ' + digestOf(session.origin.folder / path, stop) + '\n';
    });
    if (stop.stop_requested())
        return stoppedError();
    return lines;
}

SessionSpec withoutPaths(const SessionSpec& session)
{
    SessionSpec nameless = session;
    changePaths(nameless, [](std::string_view, std::string& path) { path.clear(); });
    return nameless;
}

SessionSpec withAbsolutePaths(const SessionSpec& session)
{
    SessionSpec anywhere = session;
    changePaths(anywhere, [&](std::string_view, std::string& path) {
        if (!path.empty())
            path = fs::absolute(session.origin.folder / path).lexically_normal().string();
    });
    return anywhere;
}

} // namespace ulpscope
