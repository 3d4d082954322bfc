// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/keras_file.h"

#include "app/io/json/json_text.h"
#include "app/io/tensors/hdf5/hdf5_format.h"
#include "app/io/tensors/hdf5/hdf5_tensors.h"
#include "app/io/tensors/stored_values.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope {

namespace {

std::optional<std::size_t> archiveEntry(const ZipReader& archive, std::string_view name)
{
    const auto& entries = archive.entries();
    const auto found = std::find_if(
        entries.begin(), entries.end(), [&](const ZipReader::Entry& entry) { return entry.name == name; });
    if (found == entries.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - entries.begin());
}

Result<Json> jsonOf(const ZipReader& archive, std::string_view name)
{
    const std::optional<std::size_t> entry = archiveEntry(archive, name);
    if (!entry || archive.entries()[*entry].bytes > kLargestJson)
        return Error{std::string(name), entry ? "is larger than 16 MiB" : "is missing"};
    const Result<std::string> text = archive.read(*entry);
    Result<Json> json = text ? parsePythonJson(*text) : Result<Json>(text.error());
    if (!json)
        return json.error().within(std::string(name));
    return json;
}

/// Renames the groups of Keras 2.13 to today's names (saving_lib.py, H5IOStore).
void renameOldGroups(std::vector<TensorEntry>& tensors)
{
    constexpr std::string_view kOld = "_layer_checkpoint_dependencies/";
    constexpr std::string_view kToday = "layers/";
    if (std::ranges::any_of(
            tensors, [&](const TensorEntry& entry) { return entry.name.starts_with(kToday); }))
        return;
    for (TensorEntry& entry : tensors)
        for (std::size_t at = 0; (at = entry.name.find(kOld, at)) != std::string::npos; at += kToday.size())
            entry.name.replace(at, kOld.size(), kToday);
}

class KerasFile : public TensorFile
{
public:
    explicit KerasFile(std::unique_ptr<TensorFile> variables)
        : m_variables(std::move(variables))
    {
        m_tensors = m_variables->tensors();
        renameOldGroups(m_tensors);
        remarkAmaxes(m_tensors);
        m_notices = m_variables->notices();
    }

    std::string_view kind() const override { return "keras"; }
    void addFact(FileFact fact) { m_facts.push_back(std::move(fact)); }

protected:
    Result<std::string> readBytes(std::size_t index, const std::stop_token& stop) override
    {
        return m_variables->bytesOf(index, stop);
    }

private:
    std::unique_ptr<TensorFile> m_variables;
};

/// Texts among the object's members.
void addTexts(KerasFile& file, const Json& object, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (const Json* value = findMember(object, name); value != nullptr && value->is_string())
            file.addFact({name, value->get<std::string>()});
}

} // namespace

bool isKerasArchive(const ZipReader& archive)
{
    return archiveEntry(archive, "metadata.json") && archiveEntry(archive, "config.json");
}

Result<std::string> kerasConfigText(const std::filesystem::path& path)
{
    Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    const Result<ZipReader> archive = ZipReader::open(*std::move(file), "a .keras file");
    if (!archive)
        return Error{path.string(), archive.error().sentence()};
    const std::optional<std::size_t> entry = archiveEntry(*archive, "config.json");
    if (!entry || archive->entries()[*entry].bytes > kLargestJson)
        return Error{path.string(), entry ? "config.json is larger than 16 MiB" : "it has no config.json"};
    Result<std::string> text = archive->read(*entry);
    if (!text)
        return Error{path.string(), "config.json " + text.error().message.text()};
    return text;
}

namespace {

/// tf_keras/src/saving/legacy/hdf5_format.py, save_model_to_hdf5: the model and its training are attributes of the file.
Result<std::optional<std::string>> modelTextOfHdf5(const Hdf5Reader& reader)
{
    const Result<std::optional<std::string>> model = reader.textAttribute("model_config", kLargestJson);
    const Result<std::optional<std::string>> training = reader.textAttribute("training_config", kLargestJson);
    if (!model || !*model || !training || !*training)
        return model;
    const Result<Json> compiled = parsePythonJson(**training);
    Result<Json> whole = parsePythonJson(**model);
    if (!compiled || !whole || !compiled->is_object() || !whole->is_object())
        return model;
    Json compile = *compiled;
    if (const Json* optimizer = findMember(compile, "optimizer_config"); optimizer != nullptr)
        compile["optimizer"] = Json(*optimizer);
    (*whole)["compile_config"] = std::move(compile);
    return std::optional(whole->dump());
}

} // namespace

Result<std::optional<std::string>> kerasModelText(const std::filesystem::path& path)
{
    const auto opened = [&path] { return InputFile::open(path); };
    if (Result<InputFile> file = opened(); file)
        if (const Result<ZipReader> archive = ZipReader::open(*std::move(file), "a .keras file");
            archive && isKerasArchive(*archive)) {
            Result<std::string> text = kerasConfigText(path);
            if (!text)
                return text.error();
            return std::optional(*std::move(text));
        }
    Result<InputFile> file = opened();
    if (!file)
        return file.error();
    const Result<Hdf5Reader> reader = Hdf5Reader::open(*std::move(file));
    if (!reader)
        return std::optional<std::string>();
    Result<std::optional<std::string>> text = modelTextOfHdf5(*reader);
    if (!text)
        return Error{path.string(), text.error().sentence()};
    return text;
}

Result<std::unique_ptr<TensorFile>> openKerasFile(const ZipReader& archive)
{
    const Result<Json> metadata = jsonOf(archive, "metadata.json");
    if (!metadata)
        return metadata.error();
    const Result<Json> config = jsonOf(archive, "config.json");
    if (!config)
        return config.error();
    const std::optional<std::size_t> weights = archiveEntry(archive, "model.weights.h5");
    if (!weights)
        return Error{"", "it has no model.weights.h5; other stores of weights are not read"};
    Result<std::string> bytes = archive.read(*weights);
    if (!bytes)
        return Error{"", "model.weights.h5 " + bytes.error().message.text()};
    Result<std::unique_ptr<TensorFile>> variables = openHdf5Image(*std::move(bytes));
    if (!variables)
        return Error{"", "model.weights.h5 " + variables.error().message.text()};
    auto file = std::make_unique<KerasFile>(*std::move(variables));
    addTexts(*file, *metadata, {"keras_version", "date_saved"});
    addTexts(*file, *config, {"class_name", "registered_name"});
    if (const Json* compiled = findMember(*config, "compile_config"); compiled != nullptr)
        if (const Json* optimizer = findMember(*compiled, "optimizer"); optimizer != nullptr)
            if (const Json* name = findMember(*optimizer, "class_name"); name != nullptr && name->is_string())
                file->addFact({"optimizer", name->get<std::string>()});
    return std::unique_ptr<TensorFile>(std::move(file));
}

} // namespace ulpscope
