// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/recording_file.h"

#include <utility>

namespace ulpscope {

namespace {

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

std::unique_ptr<TensorFile> asTensorFile(std::shared_ptr<Recording> recording)
{
    return std::make_unique<RecordingFile>(std::move(recording));
}

} // namespace ulpscope
