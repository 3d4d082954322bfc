// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/whole_file.h"

#include "engine/file/input_file.h"
#include "engine/file/output_file.h"

#include <system_error>
#include <vector>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

Status writeInPlace(const fs::path& path, std::string_view bytes)
{
    Result<OutputFile> file = OutputFile::create(path);
    if (!file)
        return file.error();
    const Status written = file->write(bytes);
    return written ? file->close() : written;
}

} // namespace

Result<std::string> readWholeFile(const fs::path& path, std::size_t maxBytes, const std::stop_token& stop)
{
    Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    const Error tooLarge{
        path.string(), message("is larger than %1 MiB").with(std::to_string(maxBytes >> 20))};
    if (file->size() > maxBytes)
        return tooLarge;
    std::string bytes;
    bytes.reserve(file->size()); // the system gives memory only for what is written to
    std::vector<char> buffer(std::size_t{1} << 18);
    for (;;) {
        if (stop.stop_requested())
            return stoppedError();
        const Result<std::size_t> got = file->read(buffer);
        if (!got)
            return got.error();
        if (*got == 0)
            return bytes;
        if (bytes.size() + *got > maxBytes)
            return tooLarge;
        bytes.append(buffer.data(), *got);
    }
}

Status writeWholeFile(const fs::path& path, std::string_view bytes, OnLoss onLoss)
{
    std::error_code ignored;
    // A device or a pipe has no content to replace.
    if (const fs::file_status old = fs::status(path, ignored); fs::exists(old) && !fs::is_regular_file(old))
        return writeInPlace(path, bytes);
    const Result<FileDescriptor> written = replaceFile(path, bytes, onLoss);
    return written ? success() : written.error();
}

} // namespace ulpscope
