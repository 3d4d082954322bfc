// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/fitted_session.h"

#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/model/transformer_block.h"
#include "engine/session/checked_session.h"
#include "engine/session/fitting_loss.h"

#include <algorithm>
#include <filesystem>

namespace ulpscope {

namespace {

constexpr std::int64_t kTableUnits = 32;
constexpr std::int64_t kPictureUnits = 64;
constexpr std::int64_t kMinUnits = 8;
constexpr std::int64_t kFirstWeights = 1 << 20; ///< limit for the first layer, beside the float64 reference's
constexpr std::int64_t kTextFeatures = 32;
constexpr std::int64_t kEpochs = 30;
constexpr std::int64_t kMinSteps = 400;
constexpr std::int64_t kMaxFittedSteps = 2000;
constexpr std::int64_t kPictureSteps = 800;
constexpr std::int64_t kTextSteps = 400;
constexpr double kTestShare = 0.2;
constexpr std::int64_t kCharacterNumbers = std::int64_t{1} << 26; ///< of all examples of a text

std::string quotedName(const std::string& name)
{
    std::string quoted = "\"";
    for (const char c : name)
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

/// Names as cells of a line.
std::string nameList(const std::vector<std::string>& names)
{
    std::string list;
    for (const std::string& name : names) {
        const bool needsQuotes = name.empty() || name.find_first_of(",\"\r\n") != std::string::npos
            || name.front() == ' ' || name.back() == ' ';
        list += (list.empty() ? "" : ",") + (needsQuotes ? quotedName(name) : name);
    }
    return list;
}

std::string absolutePath(const std::string& path)
{
    std::error_code failed;
    const std::filesystem::path absolute = std::filesystem::absolute(path, failed);
    return failed ? path : absolute.string();
}

Component csvData(const DataProfile& profile, const DataChoice& choice)
{
    Component data{"csv", {{"file", absolutePath(profile.file)}, {"target", choice.target}}};
    Config& config = data.config;
    if (!profile.hasNames)
        config.set("has_names", false);
    const char separator = profile.form.separator;
    if (separator != ',')
        config.set("separator", std::string(separator == '\t' ? "tab" : "semicolon"));
    if (profile.form.decimalPoint == ',')
        config.set("decimal", std::string("comma"));
    if (!choice.without.empty())
        config.set("without", nameList(choice.without));
    bool hasTexts = false;
    bool misses = profile.field(choice.target)->missing > 0;
    for (const FieldProfile* column : featureColumns(profile, choice)) {
        hasTexts = hasTexts || !column->areNumbers;
        misses = misses || column->missing > 0;
    }
    if (hasTexts)
        config.set("texts", std::string("features"));
    if (misses)
        config.set("missing", std::string("leave_out"));
    return data;
}

Component textData(const DataProfile& profile, const DataChoice& choice)
{
    Component data{"characters", {{"file", absolutePath(profile.file)}, {"context", choice.context}}};
    // A short text has few examples side by side, and a long one too many of those that overlap.
    const std::int64_t overlapping = std::max<std::int64_t>(1, choice.context / 8);
    const std::int64_t numbers = profile.examples / overlapping * choice.context;
    const std::int64_t stride = numbers <= kCharacterNumbers
        ? overlapping
        : std::max(choice.context, choice.context * profile.examples / kCharacterNumbers);
    data.config.set("stride", stride);
    if (profile.examples < 20 * choice.context)
        data.config.set("test_share", 0.0);
    return data;
}

Component dataOf(const DataProfile& profile, const DataChoice& choice)
{
    if (profile.kind == DataFileKind::Text)
        return textData(profile, choice);
    Component data;
    if (profile.kind == DataFileKind::Csv)
        data = csvData(profile, choice);
    else if (profile.kind == DataFileKind::Idx)
        data = {"idx",
            {{"features", absolutePath(profile.file)}, {"targets", absolutePath(profile.targetsFile)}}};
    else if (profile.kind == DataFileKind::Npy)
        data = {"npz",
            {{"file", absolutePath(profile.file)}, {"targets_file", absolutePath(profile.targetsFile)}}};
    else
        data = {"npz",
            {{"file", absolutePath(profile.file)}, {"features", choice.features},
                {"targets", choice.target}}};
    const FieldProfile& target = *profile.field(choice.target);
    data.config.set("task", std::string(choice.isClassification ? "classification" : "regression"));
    data.config.set("normalization", choice.normalization);
    if (!choice.isClassification && choice.normalization != "none" && !areOneHot(target))
        data.config.set("target_normalization", std::string("standard"));
    data.config.set("test_share", kTestShare);
    data.config.set("shuffle_split", true); // files are often sorted by their classes
    return data;
}

LayerSpec dense(const std::string& name, std::int64_t units, const std::string& activation = {})
{
    LayerSpec layer{name, "Dense", {{"units", units}}, {}, {}};
    if (!activation.empty())
        layer.config.set("activation", activation);
    return layer;
}

ModelSpec textModel(const DataShape& shape)
{
    ModelSpec model;
    const std::int64_t context = shape.features[0];
    model.layers = {
        {"characters", "InputLayer", {{"shape", shape.features}}, {}, {}},
        {"embedding", "Embedding", {{"input_dim", shape.classes}, {"output_dim", kTextFeatures}}, {}, {}},
        {"position_embedding", "PositionEmbedding", {{"sequence_length", context}}, {}, {}},
        {"embedded", "Add", {}, {"embedding", "position_embedding"}, {}},
    };
    const std::vector<LayerSpec> block = layersOf(
        {.features = kTextFeatures, .heads = 2, .activation = "gelu", .isCausal = true}, model, "embedded");
    model.layers.insert(model.layers.end(), block.begin(), block.end());
    model.layers.push_back({"norm", "LayerNormalization", {}, {}, {}});
    model.layers.push_back(dense("logits", shape.classes));
    return model;
}

ModelSpec denseModel(const DataShape& shape, const std::vector<std::int64_t>& outputs)
{
    const bool arePictures = shape.features.size() > 1;
    const std::int64_t inputs = shape.elements();
    const std::int64_t units
        = std::clamp(kFirstWeights / inputs, kMinUnits, arePictures ? kPictureUnits : kTableUnits);
    ModelSpec model;
    model.layers = {{"input_layer", "InputLayer", {{"shape", shape.features}}, {}, {}}};
    if (arePictures)
        model.layers.push_back({"flatten", "Flatten", {}, {}, {}});
    model.layers.push_back(dense("dense", units, "relu"));
    if (!arePictures)
        model.layers.push_back(dense("dense_1", units, "relu"));
    std::int64_t numbers = 1;
    for (const std::int64_t extent : outputs)
        numbers *= extent;
    model.layers.push_back(dense("outputs", numbers));
    if (outputs.size() > 1)
        model.layers.push_back({"reshape", "Reshape", {{"target_shape", outputs}}, {}, {}});
    return model;
}

std::string descriptionOf(const DataProfile& profile, const DataChoice& choice, const DataShape& shape)
{
    const std::string file = shownText(std::filesystem::path(profile.file).filename().string());
    if (profile.kind == DataFileKind::Text)
        return "Learns which character of " + file + " comes next, after "
            + counted(choice.context, "character") + ".";
    const std::string what = profile.kind == DataFileKind::Csv ? shownText(choice.target) : "targets";
    return "Predicts " + what
        + (shape.classes > 0 ? ", " + counted(shape.classes, "class", "classes") + "," : "") + " from "
        + counted(shape.elements(), "number") + " an example of " + file + ".";
}

TrainingSpec trainingOf(const DataProfile& profile, const DataChoice& choice, const FittingLoss& fitting)
{
    TrainingSpec training;
    training.loss = fitting.loss;
    training.lossScale = {"none", {}};
    if (profile.kind == DataFileKind::Text) {
        training.batchSize = 16;
        training.steps = kTextSteps;
        training.optimizer = {"Adam", {{"learning_rate", 0.003}}};
        return training;
    }
    const FieldProfile* array = featureArray(profile, choice);
    const std::int64_t all = array == nullptr ? profile.examples : array->shape[0];
    const auto examples
        = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(all) * (1 - kTestShare)));
    constexpr std::int64_t kSmallBatch = 8;
    if (examples < 8 * training.batchSize)
        training.batchSize = kSmallBatch;
    const std::int64_t stepsPerEpoch = (examples + training.batchSize - 1) / training.batchSize;
    const bool arePictures = array != nullptr && array->shape.size() > 2;
    training.steps
        = std::clamp(kEpochs * stepsPerEpoch, kMinSteps, arePictures ? kPictureSteps : kMaxFittedSteps);
    const bool areMoved = choice.normalization != "none" || profile.kind == DataFileKind::Idx;
    training.optimizer = {"Adam", {{"learning_rate", areMoved && !arePictures ? 0.005 : 0.001}}};
    return training;
}

} // namespace

Result<SessionSpec> fittedSession(const DataProfile& profile, const DataChoice& choice)
{
    const Result<DataShape> shape = shapeOf(profile, choice);
    if (!shape)
        return shape.error();
    FittingLoss fitting = fittingLoss(*shape);
    const bool isText = profile.kind == DataFileKind::Text;
    if (!isText && shape->classes == 0 && areOneHot(*profile.field(choice.target)))
        fitting.loss = {"CategoricalCrossentropy", {{"from_logits", true}}};
    SessionSpec session;
    session.title = shownText(std::filesystem::path(profile.file).stem().string());
    session.description = descriptionOf(profile, choice, *shape);
    session.data = dataOf(profile, choice);
    session.model = isText ? textModel(*shape) : denseModel(*shape, fitting.outputs);
    session.training = trainingOf(profile, choice, fitting);
    if (const Status runs = checkRunnable(session); !runs)
        return runs.error();
    return session;
}

} // namespace ulpscope
