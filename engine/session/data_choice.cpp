// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/data_choice.h"

#include "engine/base/closest_name.h"
#include "engine/base/shown_text.h"
#include "engine/data/array_files.h"
#include "engine/data/csv_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <unordered_set>

namespace ulpscope {

namespace {

constexpr std::int64_t kFewClasses = 20; ///< limit for a target whose name does not say that it has classes
constexpr double kMaxMissing = 0.3; ///< share of a column's cells
constexpr std::int64_t kFewTexts = 20; ///< limit for texts that become features without being asked for
constexpr std::array<std::int64_t, 4> kContexts{32, 16, 8, 4};

constexpr std::array<std::string_view, 18> kTargetNames{"target", "targets", "label", "labels", "class", "y",
    "classes", "y_train", "train_labels", "species", "category", "outcome", "output", "diagnosis", "variety",
    "result", "response", "price"};
constexpr std::array<std::string_view, 8> kClassNames{
    "label", "labels", "class", "classes", "species", "category", "diagnosis", "variety"};
constexpr std::array<std::string_view, 9> kFeatureNames{
    "x", "features", "data", "images", "inputs", "input", "x_train", "train_images", "samples"};
constexpr std::array<std::string_view, 8> kCounterNames{
    "id", "index", "idx", "row", "nr", "no", "number", "unnamed: 0"};

std::string lowerCase(std::string text)
{
    std::ranges::transform(
        text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

template <class Names>
bool isNamed(const FieldProfile& field, const Names& names)
{
    return std::ranges::find(names, lowerCase(field.name)) != names.end();
}

/// The field with the earliest of the names; null if none has one.
template <class Names>
const FieldProfile* fieldNamed(const DataProfile& profile, const Names& names)
{
    for (const std::string_view name : names)
        for (const FieldProfile& field : profile.fields)
            if (field.problem.empty() && lowerCase(field.name) == name)
                return &field;
    return nullptr;
}

std::int64_t elementsOf(std::span<const std::int64_t> shape)
{
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape)
        elements *= extent;
    return elements;
}

/// Elements of one example of an array.
std::int64_t perExample(const FieldProfile& array)
{
    return array.shape.size() < 2 ? 1 : elementsOf(std::span(array.shape).subspan(1));
}

bool countsLines(const DataProfile& profile, std::size_t column)
{
    const FieldProfile& field = profile.fields[column];
    const bool isUnnamed = profile.hasNames && field.name == std::to_string(column);
    return field.areIntegers && (field.hasMoreDistinct || field.distinct == profile.examples)
        && (isUnnamed || isNamed(field, kCounterNames) || lowerCase(field.name).ends_with("_id"));
}

/// Why a column is better left out.
bool isNoFeature(const DataProfile& profile, std::size_t column)
{
    const FieldProfile& field = profile.fields[column];
    const auto missing = static_cast<double>(field.missing);
    return countsLines(profile, column) || missing > kMaxMissing * static_cast<double>(field.values)
        || (!field.areNumbers && (field.hasMoreDistinct || field.distinct > kFewTexts));
}

bool looksLikeClasses(const DataProfile& profile, const FieldProfile& target)
{
    if (!target.areNumbers)
        return true;
    const bool fewEnough
        = !target.hasMoreDistinct && 2 * target.distinct <= std::max<std::int64_t>(4, target.values);
    const bool canBe = target.areIntegers && target.infinite == 0
        && (target.minimum >= 0 || profile.kind == DataFileKind::Csv);
    return canBe && fewEnough
        && (target.distinct <= kFewClasses || isNamed(target, kClassNames)
            || profile.kind == DataFileKind::Idx);
}

const FieldProfile* guessTarget(const DataProfile& profile)
{
    if (profile.kind == DataFileKind::Text || profile.fields.empty())
        return nullptr;
    if (profile.kind == DataFileKind::Npy || profile.kind == DataFileKind::Idx)
        return profile.field("targets");
    if (const FieldProfile* named = fieldNamed(profile, kTargetNames))
        return named;
    if (profile.kind != DataFileKind::Npz)
        return &profile.fields.back();
    const FieldProfile* smallest = nullptr;
    for (const FieldProfile& field : profile.fields)
        if (field.problem.empty() && !field.shape.empty()
            && (smallest == nullptr || field.values < smallest->values))
            smallest = &field;
    return smallest;
}

/// The array of an archive that the target is one of: by its name, else the largest with as many examples.
std::string guessFeatures(const DataProfile& profile, const FieldProfile& target)
{
    const auto fits = [&](const FieldProfile& field) {
        return &field != &target && field.problem.empty() && !field.shape.empty() && !target.shape.empty()
            && field.shape[0] == target.shape[0];
    };
    if (const FieldProfile* named = fieldNamed(profile, kFeatureNames); named != nullptr && fits(*named))
        return named->name;
    const FieldProfile* largest = nullptr;
    for (const FieldProfile& field : profile.fields)
        if (fits(field) && (largest == nullptr || field.values > largest->values))
            largest = &field;
    return largest == nullptr ? "" : largest->name;
}

/// Whether features differ so much that a model learns badly from them as they are.
std::string guessNormalization(const DataProfile& profile, const DataChoice& choice)
{
    if (profile.kind == DataFileKind::Csv)
        return "standard";
    if (profile.kind == DataFileKind::Idx || profile.kind == DataFileKind::Text)
        return "none"; // bytes are divided by 255
    const FieldProfile* features = featureArray(profile, choice);
    if (features == nullptr || features->shape.size() > 2)
        return features != nullptr && std::fabs(features->maximum) > 4 ? "minmax" : "none";
    return "standard";
}

DataChoice choiceOf(const DataProfile& profile, const FieldProfile* target)
{
    DataChoice choice;
    if (target != nullptr) {
        choice.target = target->name;
        choice.isClassification
            = target->problem.empty() && looksLikeClasses(profile, *target) && perExample(*target) == 1;
        if (profile.kind == DataFileKind::Npz)
            choice.features = guessFeatures(profile, *target);
    }
    if (profile.kind == DataFileKind::Csv)
        for (std::size_t c = 0; c < profile.fields.size(); ++c)
            if (&profile.fields[c] != target && isNoFeature(profile, c))
                choice.without.push_back(profile.fields[c].name);
    choice.normalization = guessNormalization(profile, choice);
    if (profile.kind == DataFileKind::Text) // so that the tenth kept for testing has more than one example
        choice.context = *std::ranges::find_if(kContexts, [&](std::int64_t context) {
            return context * 20 <= profile.examples || context == kContexts.back();
        });
    return choice;
}

Error inTarget(const FieldProfile& target, const std::string& message)
{
    return {"target", shownText(target.name) + " " + message};
}

/// Whether its values can be read, and are there.
Status checkArray(const FieldProfile& array)
{
    if (!array.problem.empty())
        return Error{"", array.problem};
    if (std::ranges::find(array.shape, 0) != array.shape.end())
        return Error{"",
            shownText(array.name) + " has the shape " + shapeText(array.shape)
                + "; expected at least 1 along each axis"};
    return success();
}

/// How many classes a target has.
Result<std::int64_t> classesOfTarget(const DataProfile& profile, const FieldProfile& target)
{
    const bool areLabels = !target.areNumbers
        || (profile.kind == DataFileKind::Csv && target.areIntegers && target.minimum < 0);
    if (areLabels && target.hasMoreDistinct)
        return inTarget(target,
            "has more than " + std::to_string(kMaxDistinct) + " different values, too many for classes");
    if (areLabels)
        return std::max<std::int64_t>(2, target.distinct);
    if (target.missing > 0 && profile.kind != DataFileKind::Csv) // whose incomplete lines can be left out
        return inTarget(target, "has values that are NaN, which is no class");
    if (!target.areIntegers || !(target.minimum >= 0) || target.infinite > 0)
        return inTarget(
            target, "has values that are no class numbers 0, 1, 2, ...: choose the task regression");
    if (!(target.maximum < static_cast<double>(kMaxClasses)))
        return inTarget(target, "has class numbers of 2^20 and more: choose the task regression");
    return std::max<std::int64_t>(2, static_cast<std::int64_t>(target.maximum) + 1);
}

Result<std::vector<std::int64_t>> featureShapeOf(
    const DataProfile& profile, const DataChoice& choice, const FieldProfile& target)
{
    if (profile.kind == DataFileKind::Csv) {
        std::int64_t features = 0;
        for (const FieldProfile* column : featureColumns(profile, choice)) {
            if (!column->areNumbers
                && (column->hasMoreDistinct
                    || column->distinct > static_cast<std::int64_t>(kMaxTextFeatures)))
                return Error{"features",
                    "column " + shownText(column->name) + " has more than " + std::to_string(kMaxTextFeatures)
                        + " different texts: leave it out"};
            features += column->areNumbers ? 1 : column->distinct;
        }
        if (features == 0)
            return Error{"features", "expected a column beside the target"};
        return std::vector<std::int64_t>{features};
    }
    const FieldProfile* array = featureArray(profile, choice);
    if (array == nullptr || array == &target)
        return Error{"features", "no other array has as many examples as " + shownText(target.name)};
    if (const Status readable = checkArray(*array); !readable)
        return readable.error().within("features");
    if (array->shape.empty() || target.shape.empty() || array->shape[0] != target.shape[0])
        return Error{"features",
            shownText(array->name) + " and " + shownText(target.name)
                + " have different numbers of examples"};
    std::vector<std::int64_t> shape(array->shape.begin() + 1, array->shape.end());
    return shape.empty() ? std::vector<std::int64_t>{1} : shape;
}

} // namespace

DataChoice guessChoice(const DataProfile& profile)
{
    return choiceOf(profile, guessTarget(profile));
}

DataChoice guessChoice(const DataProfile& profile, const std::string& target)
{
    return choiceOf(profile, profile.field(target));
}

bool areOneHot(const FieldProfile& target)
{
    constexpr double kTolerance = 1e-6; // of a mean of zeros and ones
    const auto classes = static_cast<double>(perExample(target));
    return classes > 1 && target.areIntegers && target.missing == 0 && target.minimum == 0
        && target.maximum == 1 && std::fabs(target.mean * classes - 1) < kTolerance;
}

std::vector<const FieldProfile*> featureColumns(const DataProfile& profile, const DataChoice& choice)
{
    std::unordered_set<std::string_view> others(choice.without.begin(), choice.without.end());
    others.insert(choice.target);
    std::vector<const FieldProfile*> columns;
    for (const FieldProfile& field : profile.fields)
        if (!others.contains(field.name))
            columns.push_back(&field);
    return columns;
}

const FieldProfile* featureArray(const DataProfile& profile, const DataChoice& choice)
{
    if (profile.kind == DataFileKind::Npz)
        return profile.field(choice.features);
    return profile.kind == DataFileKind::Csv || profile.fields.empty() ? nullptr : &profile.fields.front();
}

Result<DataShape> shapeOf(const DataProfile& profile, const DataChoice& choice)
{
    if (profile.kind == DataFileKind::Text) {
        const std::int64_t characters = profile.fields[0].distinct;
        if (profile.examples <= 2 * choice.context || characters < 2)
            return Error{"features",
                "expected a text of at least two different characters and more than twice as long as an example"};
        return DataShape{{choice.context}, choice.context, characters};
    }
    const FieldProfile* target = profile.field(choice.target);
    if (target == nullptr && profile.fields.size() == 1)
        return Error{"target", "choose the file of the targets"};
    if (target == nullptr) {
        std::vector<std::string> names;
        for (const FieldProfile& field : profile.fields)
            names.push_back(field.name);
        return Error{"target",
            unknownName(profile.kind == DataFileKind::Csv ? translated("column") : translated("array"),
                choice.target, names)};
    }
    if (const Status readable = checkArray(*target); !readable)
        return readable.error().within("target");
    if (std::ranges::find(choice.without, target->name) != choice.without.end())
        return inTarget(*target, "is among the columns left out");
    if (!choice.isClassification && !target->areNumbers)
        return inTarget(*target, "has texts: choose the task classification");
    const Result<std::vector<std::int64_t>> features = featureShapeOf(profile, choice, *target);
    if (!features)
        return features.error();
    DataShape shape{*features, perExample(*target), 0};
    if (choice.isClassification) {
        const Result<std::int64_t> classes = classesOfTarget(profile, *target);
        if (!classes)
            return classes.error();
        shape.classes = *classes;
    }
    return shape;
}

} // namespace ulpscope
