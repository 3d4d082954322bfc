// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/recording_files.h"

#include "engine/file/whole_file.h"

#include <utility>

namespace ulpscope {

namespace {

constexpr const char* kKeptName = "ulpscope-names.txt";
constexpr std::size_t kLongestPattern = 4096;

class RecordingFile : public TensorFile
{
public:
    explicit RecordingFile(std::shared_ptr<Recording> recording)
        : m_recording(std::move(recording))
    {
        m_tensors.reserve(m_recording->tensors().size());
        for (const RecordingTensor& tensor : m_recording->tensors()) {
            m_tensors.push_back(tensor.entry);
            m_tensors.back().name = std::to_string(tensor.name.step) + "/" + tensor.name.tensor();
        }
    }

    std::string_view kind() const override { return "recording"; }

protected:
    Result<std::string> readBytes(std::size_t index, const std::stop_token& stop) override
    {
        return m_recording->bytesOf(m_recording->tensors()[index], stop);
    }

private:
    std::shared_ptr<Recording> m_recording;
};

} // namespace

std::filesystem::path keptPatternFile(const std::filesystem::path& recording)
{
    std::error_code failure;
    if (std::filesystem::is_directory(recording, failure))
        return recording / kKeptName;
    return recording.string() + "." + kKeptName;
}

Result<std::optional<NamePattern>> keptPattern(const std::filesystem::path& recording)
{
    const std::filesystem::path file = keptPatternFile(recording);
    std::error_code failure;
    if (!std::filesystem::exists(file, failure))
        return std::optional<NamePattern>();
    Result<std::string> text = readWholeFile(file, kLongestPattern);
    if (!text)
        return text.error();
    while (!text->empty() && (text->back() == '\n' || text->back() == '\r'))
        text->pop_back();
    const Result<NamePattern> pattern = NamePattern::parse(*text);
    if (!pattern)
        return Error{file.string(), pattern.error().message};
    return std::optional(*pattern);
}

Status keepPattern(const std::filesystem::path& recording, const NamePattern& pattern)
{
    return writeWholeFile(keptPatternFile(recording), pattern.text() + "\n");
}

std::unique_ptr<TensorFile> asTensorFile(std::shared_ptr<Recording> recording)
{
    return std::make_unique<RecordingFile>(std::move(recording));
}

} // namespace ulpscope
