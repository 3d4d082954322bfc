// SPDX-License-Identifier: GPL-3.0-or-later
// A recording of a real training: files of tensors whose names say step, layer and role, in a folder or alone. What is in it is
// known when it is open; numbers are read when they are asked for. The recorders of io/export write such folders.
#pragma once

#include "app/io/recordings/recorded_name.h"
#include "app/io/recordings/recorded_operation.h"
#include "app/io/tensors/tensor_file.h"
#include "engine/base/message.h"

#include <map>
#include <mutex>
#include <optional>
#include <span>

namespace ulpscope {

/// A layer as the recording describes it.
struct RecordedLayer
{
    std::string className; ///< the class in Keras, "Dense", or in another framework
    std::string config; ///< a JSON object, Keras' keys and what the recorder adds
    std::optional<bool> isTraining
        = {}; ///< in training, not in evaluation; nothing where the recording does not say

    bool operator==(const RecordedLayer&) const = default;
};

struct RecordingTensor
{
    RecordedName name;
    TensorEntry entry;
    std::size_t file = 0; ///< the tensor's file, a place in Recording::files()
    std::size_t index = 0; ///< there
};

class Recording
{
public:
    static constexpr std::size_t kMaxFiles = 100'000;
    static constexpr std::size_t kMaxTensors = 2'000'000;

    /// A file of tensors, or a folder, with all that is below it. A tensor's name is matched as it is, then behind its file's path
    /// in the folder without the suffix; of files whose one tensor has no name, by that path alone. What does not match is told in
    /// notices(). Without a pattern, the first of the common ones that fits half of the names in the first files.
    /// Errors have the path as their place; one is that nothing matches.
    static Result<Recording> open(const std::filesystem::path& path,
        const std::optional<NamePattern>& pattern = {}, const std::stop_token& stop = {});

    /// Some of the names in it, as a pattern is tried on them: for asking how they are to be read. Empty: there are no tensors, or they cannot
    /// be listed.
    static std::vector<std::string> someNames(
        const std::filesystem::path& path, std::size_t most, const std::stop_token& stop = {});

    /// The pattern with which the recording was read.
    const NamePattern& pattern() const { return m_pattern; }

    /// The tensors by step, then in the order of their files: recorders write them in the order of computation.
    std::span<const RecordingTensor> tensors() const { return m_tensors; }
    /// The tensors of one step.
    std::span<const RecordingTensor> tensorsAt(std::int64_t step) const;
    /// Rising.
    const std::vector<std::int64_t>& steps() const { return m_steps; }
    /// Layers, in the order in which they first appear.
    const std::vector<std::string>& paths() const { return m_paths; }
    const std::vector<std::filesystem::path>& files() const { return m_files; }

    /// Finds a tensor; null if there is none.
    const RecordingTensor* find(std::int64_t step, std::string_view path, std::string_view role) const;
    /// One tensor ("dense/input") at each step that has it, in step order.
    std::vector<const RecordingTensor*> series(std::string_view tensor) const;
    /// Description of the layer; null if the recording has none.
    const RecordedLayer* layer(std::string_view path) const;
    /// "torch 2.15.0", "keras 3.15.1 on jax"; empty where it does not say.
    const std::string& stack() const { return m_stack; }
    /// Loss scale in the gradients of that step; 1 where the recording does not say.
    double lossScale(std::int64_t step) const;
    /// The operations of that step that made a NaN or an infinity although all their operands were finite. Null where the recorder did
    /// not look at operations.
    const std::vector<RecordedOperation>* operations(std::int64_t step) const;
    /// Sentences on what was left aside, and on what was assumed.
    const std::vector<Message>& notices() const { return m_notices; }

    /// Reads a tensor. Any thread may call it, one at a time. The last file stays open. The error's place is the file and the tensor.
    Result<StoredTensor> read(const RecordingTensor& tensor, const std::stop_token& stop = {});
    /// Bytes of a tensor's elements, whether or not their format is known.
    Result<std::string> bytesOf(const RecordingTensor& tensor, const std::stop_token& stop = {});

private:
    Status add(const std::filesystem::path& file, const std::string& stem, const std::stop_token& stop);
    void takeFacts(const TensorFile& file, std::optional<std::int64_t> step);
    void order();
    /// The file of the tensor, open; m_reading is locked.
    Result<TensorFile*> fileOf(const RecordingTensor& tensor, const std::stop_token& stop);

    NamePattern m_pattern = NamePattern::standard();
    std::vector<std::filesystem::path> m_files;
    std::vector<RecordingTensor> m_tensors;
    std::vector<std::int64_t> m_steps;
    std::vector<std::size_t>
        m_firstOfStep; ///< each step's first tensor, and the place behind the last tensor
    std::vector<std::string> m_paths;
    std::map<std::string, RecordedLayer, std::less<>> m_layers;
    std::string m_layersText; ///< the last that was read
    std::map<std::int64_t, double> m_lossScales;
    std::map<std::int64_t, std::vector<RecordedOperation>> m_operations; ///< keyed by step
    std::string m_stack;
    std::vector<Message> m_notices;
    std::size_t m_unnamed = 0; ///< tensors that do not match
    std::string m_firstUnnamed;
    std::unique_ptr<std::mutex> m_reading = std::make_unique<std::mutex>(); ///< guards the two below
    std::unique_ptr<TensorFile> m_open;
    std::size_t m_openFile = 0;
};

} // namespace ulpscope
