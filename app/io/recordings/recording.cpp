// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/recording.h"

#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <unordered_set>

namespace ulpscope {

namespace {

constexpr std::size_t kMaxNotices = 100;

/// Files of the folder and of folders in it, sorted by name; no links are followed. An error if there are too many.
Result<std::vector<std::filesystem::path>> filesBelow(
    const std::filesystem::path& folder, const std::stop_token& stop)
{
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    std::error_code failure;
    fs::recursive_directory_iterator entries(folder, failure);
    for (const fs::recursive_directory_iterator end; !failure && entries != end; entries.increment(failure)) {
        if (stop.stop_requested())
            return stoppedError();
        if (!entries->is_regular_file(failure) || entries->is_symlink(failure))
            continue;
        if (files.size() == Recording::kMaxFiles)
            return Error{folder.string(), "has more than 100000 files"};
        files.push_back(entries->path());
    }
    if (failure)
        return Error{folder.string(), "cannot be listed: " + failure.message()};
    std::sort(files.begin(), files.end());
    return files;
}

/// For each tensor of a file the names by which it can be called; without names that a recording does not count as distinct.
std::vector<std::vector<std::string>> namesIn(
    const TensorFile& file, const std::filesystem::path& path, const std::string& stem)
{
    // A .npy file's tensor is named as the file, and that of a .pt file with one tensor "tensor": neither is a name of its own.
    const std::vector<TensorEntry>& tensors = file.tensors();
    const bool isUnnamed
        = tensors.size() == 1 && (tensors.front().name == path.stem() || tensors.front().name == "tensor");
    std::vector<std::vector<std::string>> names;
    for (const TensorEntry& entry : tensors)
        names.push_back({entry.name, isUnnamed ? stem : stem + "/" + entry.name});
    return names;
}

std::optional<RecordedName> firstMatch(const NamePattern& pattern, const std::vector<std::string>& names)
{
    for (const std::string& name : names)
        if (std::optional<RecordedName> found = pattern.match(name))
            return found;
    return std::nullopt;
}

std::string stemIn(const std::filesystem::path& folder, const std::filesystem::path& file)
{
    return (file.parent_path() / file.stem()).lexically_relative(folder).generic_string();
}

/// The first of the common patterns that fits half of the names in the first files; else the standard.
NamePattern likelyPattern(const std::filesystem::path& folder, std::span<const std::filesystem::path> files)
{
    constexpr std::size_t kEnoughFiles = 3;
    std::vector<std::vector<std::string>> names;
    std::size_t looked = 0;
    for (const std::filesystem::path& path : files) {
        const Result<bool> isTensors = beginsAsTensorFile(path);
        if (!isTensors || !*isTensors)
            continue;
        if (const Result<std::unique_ptr<TensorFile>> file = openTensorFile(path)) {
            const auto of = namesIn(**file, path, stemIn(folder, path));
            names.insert(names.end(), of.begin(), of.end());
        }
        if (++looked == kEnoughFiles)
            break;
    }
    for (const std::string_view text : NamePattern::common()) {
        const NamePattern pattern = *NamePattern::parse(text);
        const auto fits = std::ranges::count_if(
            names, [&](const auto& of) { return firstMatch(pattern, of).has_value(); });
        if (fits > 0 && 2 * static_cast<std::size_t>(fits) >= names.size())
            return pattern;
    }
    return NamePattern::standard();
}

Message othersNotice(std::size_t files)
{
    return counted(static_cast<std::int64_t>(files), message("Left aside: %1 file without tensors."),
        message("Left aside: %1 files without tensors."));
}

Message unnamedNotice(std::size_t tensors, const std::string& pattern, const std::string& first)
{
    return counted(static_cast<std::int64_t>(tensors), message("%1 tensor is not named as %2 has it: '%3'."),
        message("%1 tensors are not named as %2 has it: '%3' is the first."))
        .with(verbatim(pattern))
        .with(verbatim(first));
}

Message takenForNotice(const std::string& pattern)
{
    return message("By their names the tensors were taken for %1.").with(verbatim(pattern));
}

Message twiceNotice(std::size_t tensors)
{
    return counted(static_cast<std::int64_t>(tensors),
        message("%1 tensor has the step, layer and role of another; of these the first counts."),
        message("%1 tensors have the step, layer and role of another; of these the first counts."));
}

} // namespace

Result<Recording> Recording::open(
    const std::filesystem::path& path, const std::optional<NamePattern>& given, const std::stop_token& stop)
{
    Recording recording;
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure)) {
        const Result<std::vector<std::filesystem::path>> files = filesBelow(path, stop);
        if (!files)
            return files.error();
        recording.m_pattern = given ? *given : likelyPattern(path, *files);
        std::size_t others = 0;
        for (const std::filesystem::path& file : *files) {
            const Result<bool> isTensors = beginsAsTensorFile(file);
            if (!isTensors || !*isTensors) {
                ++others;
                continue;
            }
            const Status added = recording.add(file, stemIn(path, file), stop);
            if (!added
                && (added.error().kind == ErrorKind::Stopped || recording.m_tensors.size() == kMaxTensors))
                return added.error();
            if (!added && recording.m_notices.size() < kMaxNotices)
                recording.m_notices.push_back(message("Left aside: %1.").with(added.error().sentence()));
        }
        if (others > 0)
            recording.m_notices.push_back(othersNotice(others));
    } else {
        recording.m_pattern = given ? *given : likelyPattern(path.parent_path(), std::array{path});
        if (const Status added = recording.add(path, path.stem().string(), stop); !added)
            return added.error();
    }
    const std::string pattern = shownLine(recording.m_pattern.text());
    if (recording.m_tensors.empty())
        return Error{path.string(),
            recording.m_unnamed == 0 ? message("has no tensors")
                                     : message("no tensor is named as %1 has it; the first is '%2'")
                                           .with(verbatim(pattern))
                                           .with(verbatim(shownText(recording.m_firstUnnamed, 200)))};
    if (recording.m_unnamed > 0)
        recording.m_notices.push_back(
            unnamedNotice(recording.m_unnamed, pattern, shownText(recording.m_firstUnnamed, 200)));
    if (!given && recording.m_pattern.text() != NamePattern::standard().text())
        recording.m_notices.push_back(takenForNotice(pattern));
    recording.order();
    return recording;
}

std::vector<std::string> Recording::someNames(
    const std::filesystem::path& path, std::size_t most, const std::stop_token& stop)
{
    std::error_code failure;
    const bool isFolder = std::filesystem::is_directory(path, failure);
    const Result<std::vector<std::filesystem::path>> files
        = isFolder ? filesBelow(path, stop) : std::vector<std::filesystem::path>{path};
    std::vector<std::string> names;
    if (!files)
        return names;
    for (const std::filesystem::path& each : *files) {
        const Result<bool> isTensors = beginsAsTensorFile(each);
        if (!isTensors || !*isTensors)
            continue;
        const Result<std::unique_ptr<TensorFile>> file = openTensorFile(each, stop);
        if (!file)
            continue;
        for (const auto& of : namesIn(**file, each, stemIn(isFolder ? path : path.parent_path(), each)))
            if (names.size() < most)
                names.push_back(isFolder ? of.back() : of.front());
        if (names.size() == most || stop.stop_requested())
            break;
    }
    return names;
}

Status Recording::add(const std::filesystem::path& path, const std::string& stem, const std::stop_token& stop)
{
    const Result<std::unique_ptr<TensorFile>> file = openTensorFile(path, stop);
    if (!file)
        return file.error();
    const std::vector<std::vector<std::string>> names = namesIn(**file, path, stem);
    std::optional<std::int64_t> step;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::optional<RecordedName> name = firstMatch(m_pattern, names[i]);
        if (!name) {
            if (m_unnamed++ == 0)
                m_firstUnnamed = stem + "/" + (*file)->tensors()[i].name;
            continue;
        }
        if (m_tensors.size() == kMaxTensors)
            return Error{path.string(), "with this file there are more than 2000000 tensors"};
        step = name->step;
        m_tensors.push_back({*std::move(name), (*file)->tensors()[i], m_files.size(), i});
    }
    takeFacts(**file, step);
    for (const std::string& notice : (*file)->notices())
        if (m_notices.size() < kMaxNotices)
            m_notices.push_back(Message(path.filename().string() + ": " + notice, Message::Kind::Plain));
    m_files.push_back(path);
    return success();
}

/// Reads the notes that recorders write beside the tensors; skips other entries.
void Recording::takeFacts(const TensorFile& file, std::optional<std::int64_t> step)
{
    for (const auto& [key, value] : file.facts()) {
        if (key == "stack")
            m_stack = value;
        if (key == "loss_scale" && step)
            if (const std::optional<double> scale = parseNumber(value); scale && *scale > 0)
                m_lossScales[*step] = *scale;
        if (key == "operations" && step)
            m_operations[*step] = recordedOperations(value);
        if (key != "layers" || value == m_layersText)
            continue;
        m_layersText = value;
        const Result<Json> layers = parsePythonJson(value);
        if (!layers || !layers->is_object())
            continue;
        for (auto layer = layers->begin(); layer != layers->end(); ++layer) {
            const Json* name = findMember(*layer, "class_name");
            const Json* config = findMember(*layer, "config");
            if (name == nullptr || !name->is_string() || config == nullptr || !config->is_object())
                continue;
            RecordedLayer recorded{name->get<std::string>(), config->dump(), {}};
            if (const Json* training = findMember(*layer, "training");
                training != nullptr && training->is_boolean())
                recorded.isTraining = training->get<bool>();
            RecordedLayer& known = m_layers[layer.key()];
            if (!known.className.empty() && known.isTraining != recorded.isTraining)
                recorded.isTraining.reset(); // another in another step
            known = std::move(recorded);
        }
    }
}

void Recording::order()
{
    std::stable_sort(m_tensors.begin(), m_tensors.end(),
        [](const RecordingTensor& a, const RecordingTensor& b) { return a.name.step < b.name.step; });
    std::unordered_set<std::string_view> known;
    std::unordered_set<std::string> ofStep;
    std::size_t twice = 0;
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        const RecordedName& name = m_tensors[i].name;
        if (m_steps.empty() || m_steps.back() != name.step) {
            m_steps.push_back(name.step);
            m_firstOfStep.push_back(i);
            ofStep.clear();
        }
        twice += ofStep.insert(name.tensor()).second ? 0U : 1U;
        if (known.insert(name.path).second)
            m_paths.push_back(name.path);
    }
    m_firstOfStep.push_back(m_tensors.size());
    if (twice > 0)
        m_notices.push_back(twiceNotice(twice));
}

std::span<const RecordingTensor> Recording::tensorsAt(std::int64_t step) const
{
    const auto found = std::lower_bound(m_steps.begin(), m_steps.end(), step);
    if (found == m_steps.end() || *found != step)
        return {};
    const auto place = static_cast<std::size_t>(found - m_steps.begin());
    return std::span(m_tensors).subspan(
        m_firstOfStep[place], m_firstOfStep[place + 1] - m_firstOfStep[place]);
}

const RecordingTensor* Recording::find(std::int64_t step, std::string_view path, std::string_view role) const
{
    for (const RecordingTensor& tensor : tensorsAt(step))
        if (tensor.name.path == path && tensor.name.role == role)
            return &tensor;
    return nullptr;
}

std::vector<const RecordingTensor*> Recording::series(std::string_view tensor) const
{
    std::vector<const RecordingTensor*> result;
    for (const RecordingTensor& each : m_tensors)
        if (each.name.tensor() == tensor)
            result.push_back(&each);
    return result;
}

const RecordedLayer* Recording::layer(std::string_view path) const
{
    const auto found = m_layers.find(path);
    return found == m_layers.end() ? nullptr : &found->second;
}

double Recording::lossScale(std::int64_t step) const
{
    const auto found = m_lossScales.find(step);
    return found == m_lossScales.end() ? 1 : found->second;
}

const std::vector<RecordedOperation>* Recording::operations(std::int64_t step) const
{
    const auto found = m_operations.find(step);
    return found == m_operations.end() ? nullptr : &found->second;
}

Result<TensorFile*> Recording::fileOf(const RecordingTensor& tensor, const std::stop_token& stop)
{
    if (m_open == nullptr || m_openFile != tensor.file) {
        Result<std::unique_ptr<TensorFile>> opened = openTensorFile(m_files[tensor.file], stop);
        if (!opened)
            return opened.error();
        m_open = *std::move(opened);
        m_openFile = tensor.file;
    }
    if (tensor.index >= m_open->tensors().size() || m_open->tensors()[tensor.index].name != tensor.entry.name)
        return Error{m_files[tensor.file].string(), "has changed since it was opened"};
    return m_open.get();
}

Result<StoredTensor> Recording::read(const RecordingTensor& tensor, const std::stop_token& stop)
{
    const std::lock_guard lock(*m_reading);
    const Result<TensorFile*> file = fileOf(tensor, stop);
    if (!file)
        return file.error();
    Result<StoredTensor> read = (*file)->read(tensor.index, nullptr, stop);
    if (!read)
        return Error{m_files[tensor.file].string() + "::" + tensor.entry.name, read.error().message,
            read.error().kind};
    return read;
}

Result<std::string> Recording::bytesOf(const RecordingTensor& tensor, const std::stop_token& stop)
{
    const std::lock_guard lock(*m_reading);
    const Result<TensorFile*> file = fileOf(tensor, stop);
    if (!file)
        return file.error();
    return (*file)->bytesOf(tensor.index, stop);
}

} // namespace ulpscope
