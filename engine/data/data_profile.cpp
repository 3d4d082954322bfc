// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/data_profile.h"

#include "engine/file/csv_guess.h"
#include "engine/file/idx.h"
#include "engine/file/input_file.h"
#include "engine/file/npz.h"
#include "engine/file/whole_file.h"
#include "engine/file/workbook.h"

#include <algorithm>
#include <array>
#include <functional>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestOwnText = std::size_t{1} << 28; // as data "characters" take it
constexpr std::int64_t kLooksForStop = 4096; ///< number of values between two looks at `stop`

Result<std::string> beginningOfFile(const std::string& path)
{
    Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    std::string bytes(std::size_t{1} << 16, '\0');
    std::size_t size = 0;
    Result<std::size_t> count = 0;
    while (size < bytes.size() && (count = file->read(std::span(bytes).subspan(size))) && *count > 0)
        size += *count;
    if (!count)
        return count.error();
    bytes.resize(size);
    return bytes;
}

bool hasTableSuffix(const std::string& path)
{
    constexpr std::array<std::string_view, 4> kSuffixes{".csv", ".tsv", ".tab", ".data"};
    std::string suffix = fs::path(path).extension().string();
    std::ranges::transform(
        suffix, suffix.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return std::ranges::find(kSuffixes, suffix) != kSuffixes.end();
}

/// Detects the kind by the file's first bytes; text files are told apart by their names.
Result<DataFileKind> kindOf(const std::string& path)
{
    const Result<std::string> begin = beginningOfFile(path);
    if (!begin)
        return begin.error();
    const std::string_view bytes = *begin;
    if (bytes.empty())
        return Error{path, message("is empty")};
    if (const std::string_view kind = workbookKind(bytes); !kind.empty())
        return workbookError(path, kind);
    if (bytes.starts_with("PK"))
        return DataFileKind::Npz;
    if (bytes.starts_with("\x93NUMPY"))
        return DataFileKind::Npy;
    if (bytes.starts_with("\x1f\x8b")
        || (bytes.size() >= 4 && bytes.starts_with(std::string_view("\0\0", 2))))
        return DataFileKind::Idx;
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))
        return Error{path, "is a text in UTF-16; save it as UTF-8"};
    if (bytes.find('\0') != std::string_view::npos)
        return Error{path, message("is neither a CSV, NPZ, NPY or IDX file nor a text")};
    return hasTableSuffix(path) || guessCsv(bytes).isTable ? DataFileKind::Csv : DataFileKind::Text;
}

/// How many values are told apart now. Where those are too many, the columns with the most give way until half of them is
/// free: they are classes least.
std::size_t toldApartWithin(std::vector<FieldCounter>& counters)
{
    std::size_t told = 0;
    std::vector<FieldCounter*> byCount;
    for (FieldCounter& counter : counters) {
        told += counter.toldApart();
        byCount.push_back(&counter);
    }
    if (told <= kMaxToldApart)
        return told;
    std::ranges::stable_sort(byCount, std::greater<>(), &FieldCounter::toldApart);
    for (std::size_t i = 0; 2 * told > kMaxToldApart; ++i) {
        told -= byCount[i]->toldApart();
        byCount[i]->tellNoMoreApart();
    }
    return told;
}

Status profileCsv(DataProfile& profile, const DataSource& source, const std::stop_token& stop)
{
    Result<std::string> text = readWholeFile(source.file, kLargestCsv, stop);
    if (!text)
        return text.error();
    profile.bytes = text->size();
    profile.form = source.form ? *source.form : guessCsv(*text).form;
    Result<CsvReader> csv = CsvReader::ofText(source.file, *std::move(text), profile.form, stop);
    if (!csv)
        return csv.error();
    profile.hasNames = csv->hasNames();
    const std::size_t columns = csv->names().size();
    std::vector<FieldCounter> counters(columns);
    std::size_t toldApart = 0; // at most: some columns give way by themselves
    Result<bool> isThere = false;
    while ((isThere = csv->next()) && *isThere) {
        ++profile.examples;
        bool isIncomplete = false;
        for (std::size_t c = 0; c < columns; ++c) {
            toldApart += counters[c].addCell(csv->cells()[c], profile.form.decimalPoint) ? std::size_t{1} : 0;
            isIncomplete = isIncomplete || csvIsMissing(csv->cells()[c]);
        }
        profile.incompleteLines += isIncomplete ? 1 : 0;
        if (toldApart > kMaxToldApart)
            toldApart = toldApartWithin(counters);
    }
    if (!isThere)
        return isThere.error();
    for (std::size_t c = 0; c < columns; ++c) {
        profile.fields.push_back({.name = csv->names()[c], .type = {}});
        counters[c].finish(profile.fields.back());
    }
    if (columns < 2)
        return Error{source.file,
            "expected at least 2 columns, a feature and a target, with "
                + (profile.form.separator == '\t' ? std::string("a tab")
                                                  : "'" + std::string(1, profile.form.separator) + "'")
                + " between them"};
    if (profile.examples == 0)
        return Error{source.file, "has no line with cells"};
    return success();
}

template <class Values>
Status countNumbers(const Values& values, FieldProfile& field, const std::stop_token& stop)
{
    FieldCounter counter;
    std::int64_t untilLook = 0;
    for (const auto value : values) {
        counter.addNumber(static_cast<double>(value));
        if (--untilLook < 0) {
            untilLook = kLooksForStop;
            if (stop.stop_requested())
                return stoppedError();
        }
    }
    counter.finish(field);
    return success();
}

Status countArray(const NpyArray& array, FieldProfile& field, const std::stop_token& stop)
{
    return std::visit([&](const auto& values) { return countNumbers(values, field, stop); }, array.values);
}

Status profileNpz(DataProfile& profile, const std::stop_token& stop)
{
    const auto add = [&](const NpzEntry& entry, const Result<NpyArray>& array) {
        FieldProfile field{.name = entry.name, .type = entry.header.type, .shape = entry.header.shape};
        if (!array)
            field.problem = array.error().message.text();
        else if (const Status counted = countArray(*array, field, stop); !counted)
            return counted;
        profile.fields.push_back(std::move(field));
        return success();
    };
    if (const Status visited = visitNpz(profile.file, add, stop); !visited)
        return visited;
    if (profile.fields.empty())
        return Error{profile.file, "has no arrays"};
    return success();
}

Result<FieldProfile> fieldOfFile(
    DataFileKind kind, const std::string& file, const std::string& name, const std::stop_token& stop)
{
    FieldProfile field{.name = name, .type = "uint8"};
    if (kind == DataFileKind::Idx) {
        const Result<IdxArray> array = readIdx(file, stop);
        if (!array)
            return array.error();
        field.shape = array->extents;
        if (const Status counted = countNumbers(array->values, field, stop); !counted)
            return counted.error();
        return field;
    }
    const Result<NpyHeader> header = loadNpyHeader(file);
    if (!header)
        return header.error();
    const Result<NpyArray> array = loadNpy(file, stop);
    if (!array)
        return array.error();
    field.type = header->type;
    field.shape = header->shape;
    if (const Status counted = countArray(*array, field, stop); !counted)
        return counted.error();
    return field;
}

/// A file beside the other, whose name says that it has the targets where the other's says features, or the other way round.
std::string partnerOf(const std::string& file)
{
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Pair, 9> kWords{{{"images-idx3", "labels-idx1"}, {"images.idx3", "labels.idx1"},
        {"features", "targets"}, {"features", "labels"}, {"images", "labels"}, {"data", "labels"},
        {"inputs", "targets"}, {"X", "y"}, {"x", "y"}}};
    const fs::path path(file);
    const std::string name = path.filename().string();
    const auto renamed = [&](std::string_view from, std::string_view to) -> std::string {
        for (std::size_t at = 0; (at = name.find(from, at)) != std::string::npos; ++at) {
            std::string other = name;
            other.replace(at, from.size(), to);
            std::error_code ignored;
            if (const fs::path partner = path.parent_path() / other; fs::is_regular_file(partner, ignored))
                return partner.string();
        }
        return {};
    };
    for (const auto& [features, targets] : kWords) {
        if (std::string partner = renamed(features, targets); !partner.empty())
            return partner;
        if (std::string partner = renamed(targets, features); !partner.empty())
            return partner;
    }
    return {};
}

/// Features in one file, targets in another.
Status profilePair(DataProfile& profile, const DataSource& source, const std::stop_token& stop)
{
    profile.targetsFile = source.targetsFile.empty() ? partnerOf(source.file) : source.targetsFile;
    Result<FieldProfile> features = fieldOfFile(profile.kind, profile.file, "features", stop);
    if (!features)
        return features.error();
    profile.fields.push_back(*std::move(features));
    if (profile.targetsFile.empty())
        return success();
    Result<FieldProfile> targets = fieldOfFile(profile.kind, profile.targetsFile, "targets", stop);
    if (!targets)
        return targets.error();
    profile.fields.push_back(*std::move(targets));
    if (source.targetsFile.empty() && profile.fields[0].shape.size() < profile.fields[1].shape.size()) {
        std::swap(profile.file, profile.targetsFile); // the targets' file was chosen
        std::swap(profile.fields[0], profile.fields[1]);
        std::swap(profile.fields[0].name, profile.fields[1].name);
    }
    return success();
}

Status profileText(DataProfile& profile, const std::stop_token& stop)
{
    const Result<std::string> text = readWholeFile(profile.file, kLargestOwnText, stop);
    if (!text)
        return text.error();
    FieldProfile field{.name = "characters", .type = "text"};
    std::vector<unsigned char> bytes(text->begin(), text->end());
    if (const Status counted = countNumbers(bytes, field, stop); !counted)
        return counted;
    field.first = {text->substr(0, 200)};
    profile.examples = static_cast<std::int64_t>(text->size());
    profile.fields.push_back(std::move(field));
    return success();
}

} // namespace

const FieldProfile* DataProfile::field(const std::string& name) const
{
    const auto found = std::ranges::find(fields, name, &FieldProfile::name);
    return found == fields.end() ? nullptr : &*found;
}

Result<DataProfile> profileData(const DataSource& source, const std::stop_token& stop)
{
    const Result<DataFileKind> kind = source.kind ? Result<DataFileKind>(*source.kind) : kindOf(source.file);
    if (!kind)
        return kind.error();
    DataProfile profile;
    profile.file = source.file;
    profile.kind = *kind;
    std::error_code ignored;
    profile.bytes = fs::file_size(source.file, ignored);
    const Status done = *kind == DataFileKind::Csv ? profileCsv(profile, source, stop)
        : *kind == DataFileKind::Npz               ? profileNpz(profile, stop)
        : *kind == DataFileKind::Text              ? profileText(profile, stop)
                                                   : profilePair(profile, source, stop);
    if (!done)
        return done.error();
    if (profile.examples == 0 && !profile.fields[0].shape.empty())
        profile.examples = profile.fields[0].shape[0];
    return profile;
}

} // namespace ulpscope
