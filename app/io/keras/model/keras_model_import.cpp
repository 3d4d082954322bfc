// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_model_import.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_layer_config.h"
#include "app/io/keras/model/keras_store.h"
#include "app/io/keras/policy/keras_module.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/base/text_lists.h"
#include "engine/dtype/formats.h"
#include "engine/layer/keras_class.h"
#include "engine/layer/layer_catalog.h"
#include "engine/model/model_plan.h"
#include "engine/model/resolved_policies.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace ulpscope {

namespace {

std::string indexed(const std::string& place, std::size_t index)
{
    return place + "[" + std::to_string(index) + "]";
}

/// {"class_name": "...", "config": {...}}
bool isEnvelope(const Json& json)
{
    const Json* config = findMember(json, "config");
    return config != nullptr && config->is_object() && !textMember(json, "class_name").empty();
}

bool isModel(const Json& json)
{
    return isEnvelope(json) && findMember(json["config"], "layers") != nullptr;
}

/// A function of keras.ops called on a model's tensors. It is no layer and has no policy.
bool isOperation(const Json& json)
{
    const std::string module = textMember(json, "module");
    return module.starts_with("keras.src.ops") || module.starts_with("keras.ops");
}

/// A layer inside another's config, as Bidirectional has: initializers and their like have no dtype.
bool isLayer(const Json& json)
{
    return isEnvelope(json)
        && (textMember(json, "module").starts_with("keras.layers") || json["config"].contains("dtype"));
}

bool isBuilt(const Json& envelope)
{
    const Json* build = findMember(envelope, "build_config");
    return build != nullptr && build->is_object() && !build->empty();
}

std::string nameOf(const Json& envelope)
{
    const std::string name = textMember(envelope["config"], "name");
    return name.empty() ? snakeCase(shownText(textMember(envelope, "class_name"))) : name;
}

/// What an older family makes of a layer's dtype: tf_keras/src/mixed_precision/policy.py, get_policy, and before it the
/// constructor of tensorflow/python/keras/engine/base_layer.py, which takes no text but a dtype's.
Result<KerasPolicy> olderDtype(const Json& dtype, PolicyFamily family)
{
    const bool isTfKeras = family == PolicyFamily::TfKeras;
    const bool isMixed = dtype == "mixed_float16" || dtype == "mixed_bfloat16";
    Result<LegacyPolicyRead> read = Error{};
    if (dtype.is_object() || (isMixed && isTfKeras))
        read = deserializeLegacy(
            isMixed ? Json{{"class_name", "Policy"}, {"config", {{"name", dtype}}}} : dtype, family);
    else if (const auto name = dtype.is_string() ? tfDtype(dtype.get<std::string>()) : std::nullopt)
        read = deserializeLegacy(*name, family);
    else
        read = Error{
            "", "Cannot convert value " + shownJson(dtype) + " to a TensorFlow DType", ErrorKind::TypeError};
    if (read)
        return KerasPolicy(toDTypePolicy(read->policy));
    Error error = read.error();
    if (isTfKeras) // "Error when deserializing class"
        error.kind = ErrorKind::TypeError;
    return error;
}

/// What Operation.from_config makes of a config's dtype. Plain policies go through their names, so that DTypePolicy("int8")
/// fails here, and what the constructor raises comes out as a TypeError.
Result<KerasPolicy> layerDtype(const Json& dtype, const KerasLoader& loader)
{
    if (loader.family != PolicyFamily::Keras3)
        return olderDtype(dtype, loader.family);
    const auto inConstructor = [](const Error& error) {
        return Error{error.place, error.message, ErrorKind::TypeError};
    };
    const Result<KerasPolicy> policy = policyFromJson(dtype, loader);
    if (!policy)
        return dtype.is_object() ? policy.error() : inConstructor(policy.error());
    const auto* plain = std::get_if<DTypePolicy>(&*policy);
    if (!dtype.is_object() || plain == nullptr || plain->isQuantized())
        return policy;
    const Result<DTypePolicy> byName = getPolicy(plain->name, loader.version);
    if (!byName)
        return inConstructor(byName.error());
    return KerasPolicy(*byName);
}

/// Layer.compute_dtype and its like: a map is asked by the layer's path, once it has one. The policy has to stay.
class PolicyAt
{
public:
    explicit PolicyAt(const KerasPolicy& policy)
        : m_policy(policy)
    {
        if (const auto* map = std::get_if<DTypePolicyMap>(&policy))
            m_map.emplace(*map);
    }

    Result<MapLookup> operator()(const std::string& path, bool hasPath)
    {
        if (m_map && hasPath)
            return m_map->find(path);
        return MapLookup{policyOrDefault(m_policy), MapMatch::Default, {}};
    }

private:
    const KerasPolicy& m_policy;
    std::optional<PolicyMapLookup> m_map;
};

std::string joined(const std::string& parent, const std::string& name)
{
    return parent.empty() ? name : parent + "/" + name;
}

/// Place of a layer in the JSON and in both models.
struct Scope
{
    std::string place;
    std::string saved; ///< path of what it is in; empty at the top of a Functional model
    std::string loaded;
    bool isBuilt = false; ///< the model was built, so that a layer without a build_config never is
    bool isListed = false; ///< among a model's layers, not inside the config of one
};

class Reader
{
public:
    explicit Reader(const KerasLoader& loader)
        : m_loader(loader)
        , m_globalAt(m_loader.global)
    {
    }

    Result<KerasModelFile> read(const Json& json)
    {
        if (!isModel(json))
            return Error{"",
                "expected a model as Keras writes it: an object with class_name and config, and in it layers"};
        m_file.name = nameOf(json);
        m_file.isSequential = textMember(json, "class_name") == "Sequential";
        if (const Json* compiled = findMember(json, "compile_config"))
            readOptimizer(*compiled);
        if (const Json* dtype = findMember(json["config"], "dtype"))
            if (const Result<KerasPolicy> policy = policyFromJson(*dtype, m_loader))
                m_file.given = *policy;
        if (const Status status = addModel(json, {}); !status)
            return status.error();
        return m_file;
    }

private:
    bool isOlder() const { return m_loader.family != PolicyFamily::Keras3; }

    void readOptimizer(const Json& compiled)
    {
        const Json* optimizer = findMember(compiled, "optimizer");
        if (optimizer == nullptr)
            return;
        m_file.optimizer
            = optimizer->is_string() ? optimizer->get<std::string>() : textMember(*optimizer, "class_name");
        m_file.isOptimizerWrapped = m_file.optimizer.starts_with("LossScaleOptimizer");
        const Json* config = findMember(*optimizer, "config");
        if (const Json* inner = config == nullptr ? nullptr : findMember(*config, "inner_optimizer"))
            m_file.optimizer = textMember(*inner, "class_name");
    }

    /// Whether Keras finds the class, and, as only those of others are registered, under no registered name
    /// (saving/serialization_lib.py, _assert_no_registered_name_for_builtin).
    void checkClass(const Json& json, const Scope& scope, const std::string& path)
    {
        const std::string& place = scope.place;
        if (isOlder()) // an older Keras had classes that are not listed here
            return;
        if (const std::optional<Error> refusal = classRefusal(json, scope.isListed))
            return m_file.refusals.push_back(
                {path, textMember(json, "class_name"), place.empty() ? *refusal : refusal->within(place)});
        const std::string module = textMember(json, "module");
        const Json* registered = findMember(json, "registered_name");
        const bool isOwnClass = module == "keras" || module.starts_with("keras.");
        if (!isOwnClass || registered == nullptr || registered->is_null()
            || *registered == json["class_name"])
            return;
        m_file.refusals.push_back({path, textMember(json, "class_name"),
            {place + (place.empty() ? "" : ".") + "registered_name",
                "expected null for a class of Keras, got " + shownJson(*registered), ErrorKind::ValueError}});
    }

    Status addModel(const Json& model, const Scope& outer)
    {
        checkClass(model, outer, nameOf(model));
        const Json& layers = model["config"]["layers"];
        const std::string listPlace = (outer.place.empty() ? "" : outer.place + ".") + "config.layers";
        if (!layers.is_array())
            return Error{listPlace, "expected a list of layers, got " + shownJson(layers)};
        // A Sequential builds its layers in its own scope, unless JSON has it that they were built on their own.
        const bool isSequential = textMember(model, "class_name") == "Sequential";
        const std::string scope = isSequential && !isOlder() ? nameOf(model) : "";
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const std::string at = indexed(listPlace, i);
            if (!isEnvelope(layers[i]))
                return Error{at, "expected a layer: an object with class_name and config"};
            if (const Status status = addLayer(layers[i], {at, scope, scope, isBuilt(model), true}); !status)
                return status;
        }
        return success();
    }

    Status addLayer(const Json& json, const Scope& scope)
    {
        const std::string className = textMember(json, "class_name");
        if (isModel(json))
            return addModel(json, scope);
        if (isOperation(json))
            return success();
        const std::string name = nameOf(json);
        const bool builds = isBuilt(json);
        const std::string saved = joined(scope.saved, name);
        const std::string loaded = builds && !isOlder() ? name : joined(scope.loaded, name);
        checkClass(json, scope, loaded);
        const bool hasPath = builds || !scope.isBuilt || isOlder();
        const Json& config = json["config"];
        if (className != "InputLayer") {
            const Json* dtype = findMember(config, "dtype");
            std::optional<Result<KerasPolicy>> own; // empty: the layer has the global policy
            if (dtype != nullptr && !dtype->is_null())
                own = layerDtype(*dtype, m_loader);
            std::optional<PolicyAt> ownAt;
            if (own && *own)
                ownAt.emplace(**own);
            PolicyAt& policyAt = ownAt ? *ownAt : m_globalAt;
            const auto add = [&](const std::string& layerClass, const std::string& layerName,
                                 const std::string& savedPath, const std::string& loadedPath, bool isChild) {
                const auto at = [&](const std::string& path) -> KerasLayerPolicy {
                    if (own && !*own)
                        return {path, own->error()};
                    return {path, policyAt(path, hasPath)};
                };
                const Json* rank = isChild ? nullptr : findMember(config, "lora_rank");
                m_file.layers.push_back(
                    {scope.place, layerName, layerClass, isChild, rank != nullptr && !rank->is_null(),
                        hasPath, ownAt ? std::optional(**own) : std::nullopt, at(savedPath), at(loadedPath)});
            };
            add(className, name, saved, loaded, false);
            // Attention hands its own dtype to layers that it makes itself.
            if (className == "MultiHeadAttention" || className == "GroupedQueryAttention")
                for (const char* child : {"query", "key", "value", "attention_output"})
                    add("EinsumDense", child, joined(saved, child), joined(loaded, child), true);
        }
        return addInside(config, {scope.place + ".config", saved, loaded, scope.isBuilt});
    }

    /// Layers in a layer's config, at any depth of its lists.
    Status addInside(const Json& json, const Scope& scope)
    {
        if (json.is_array()) {
            for (std::size_t i = 0; i < json.size(); ++i) {
                Scope inner = scope;
                inner.place = indexed(scope.place, i);
                if (const Status status = addOne(json[i], inner); !status)
                    return status;
            }
            return success();
        }
        for (auto member = json.begin(); member != json.end(); ++member) {
            Scope inner = scope;
            inner.place += "." + shownText(member.key());
            if (member.key() == "dtype")
                continue;
            if (const Status status = addOne(*member, inner); !status)
                return status;
        }
        return success();
    }

    Status addOne(const Json& json, const Scope& scope)
    {
        if (json.is_array())
            return addInside(json, scope);
        return isLayer(json) || isModel(json) ? addLayer(json, scope) : success();
    }

    const KerasLoader& m_loader;
    PolicyAt m_globalAt;
    KerasModelFile m_file;
};

/// The name in a "__keras_tensor__".
Result<std::string> tensorSource(const Json& json)
{
    const Json* config = findMember(json, "config");
    const Json* history = config == nullptr ? nullptr : findMember(*config, "keras_history");
    if (textMember(json, "class_name") != "__keras_tensor__" || history == nullptr || !history->is_array()
        || history->size() != 3 || !(*history)[0].is_string())
        return Error{"", "expected a tensor of another layer, got " + shownJson(json)};
    if ((*history)[1] != 0 || (*history)[2] != 0)
        return Error{"", message("layers that are called more than once cannot be trained here")};
    return (*history)[0].get<std::string>();
}

/// Arguments of the call that are no tensors, into the layer's parameters.
Status readCallArguments(const Json& arguments, LayerSpec& spec)
{
    for (auto member = arguments.begin(); member != arguments.end(); ++member) {
        const std::string& key = member.key();
        if (member->is_null())
            continue;
        if (!isKerasCallArgument(spec.className, key) || !member->is_boolean())
            return Error{
                shownText(key), "arguments of the call cannot be said here, got " + shownJson(*member)};
        if (member->get<bool>())
            spec.config.set(key, true);
    }
    return success();
}

/// A call of ops.cast in the model's graph, or what a nested model does to its input. Keras 3.4 and 3.5 write one wherever a layer casts
/// its inputs by itself.
struct CastCall
{
    std::string place;
    std::string source; ///< the layer whose output is cast
    std::string dtype;
    bool isTaken = false; ///< whether a layer of the session does this cast already
};

/// A list of layers that is read: the model's, or one inside it, whose layers become the model's own.
struct LayerList
{
    std::string place; ///< where the list is in the JSON, "config.layers"
    bool isSequential = false;
    std::string prefix = {}; ///< prefix of the layers' names in the session, "inner_"
    std::string folder = {}; ///< the nested model's folder in files of Keras, "layers/sequential/"
    std::string source = {}; ///< for a nested model: the name of its input
    StoredNames stored = {};
    /// Maps a layer's name in the list to the layer of the session, or the cast, that has its output.
    std::map<std::string, std::string> outputs = {};
    std::string last = {}; ///< the last layer that was added
};

/// Returns the layer's inputs in the order of the arguments of its call.
Result<std::vector<std::string>> calledWith(const Json& layer, const LayerList& list, LayerSpec& spec)
{
    if (list.isSequential)
        return list.last.empty() ? std::vector<std::string>() : std::vector<std::string>{list.last};
    const Json* nodes = findMember(layer, "inbound_nodes");
    if (nodes == nullptr || !nodes->is_array())
        return Error{"inbound_nodes", "expected a list"};
    if (nodes->empty())
        return std::vector<std::string>();
    if (nodes->size() > 1)
        return Error{
            "inbound_nodes", message("layers that are called more than once cannot be trained here")};
    const Json* arguments = findMember((*nodes)[0], "args");
    if (arguments == nullptr || !arguments->is_array())
        return Error{"inbound_nodes[0].args",
            "expected a list; Keras 2 writes another form: save the model with Keras 3"};
    if (const Json* named = findMember((*nodes)[0], "kwargs"); named != nullptr && named->is_object())
        if (const Status status = readCallArguments(*named, spec); !status)
            return status.error().within("inbound_nodes[0].kwargs");
    std::vector<std::string> names;
    for (std::size_t i = 0; i < arguments->size(); ++i) {
        const Json& argument = (*arguments)[i];
        const Json tensors = argument.is_array() ? argument : Json::array({argument});
        for (const Json& tensor : tensors) {
            const Result<std::string> name = tensorSource(tensor);
            if (!name)
                return name.error().within(indexed("inbound_nodes[0].args", i));
            const auto known = list.outputs.find(*name);
            if (known == list.outputs.end())
                return Error{indexed("inbound_nodes[0].args", i),
                    "expected an earlier layer, got '" + shownText(*name) + "'"};
            names.push_back(known->second);
        }
    }
    return names;
}

/// computeDtype: the layer's. What is cast to it before is its input.
Result<std::vector<std::string>> readInputs(const Json& layer, std::string_view computeDtype,
    const LayerList& list, std::map<std::string, CastCall>& casts, LayerSpec& spec)
{
    Result<std::vector<std::string>> names = calledWith(layer, list, spec);
    if (!names)
        return names.error();
    for (std::size_t i = 0; i < names->size(); ++i)
        for (auto cast = casts.find((*names)[i]); cast != casts.end(); cast = casts.find((*names)[i])) {
            if (cast->second.dtype != computeDtype)
                return Error{list.isSequential ? "" : indexed("inbound_nodes[0].args", i),
                    message("a cast to %1 before a layer that computes in %2 cannot be trained here")
                        .with(verbatim(shownText(cast->second.dtype)))
                        .with(verbatim(std::string(computeDtype)))};
            cast->second.isTaken = true;
            (*names)[i] = cast->second.source;
        }
    // Attention over one input.
    if (kerasClass(spec.className).build == KerasBuild::AttentionShapes && names->size() == 2
        && (*names)[0] == (*names)[1])
        names->pop_back();
    return names;
}

/// The one name in the input_layers or output_layers of a Functional model's config.
Result<std::string> onlyTensor(const Json& config, const char* key)
{
    const Json* list = findMember(config, key);
    if (list != nullptr && list->is_array() && list->size() == 1)
        list = &(*list)[0]; // [["x", 0, 0]], of later versions ["x", 0, 0]
    if (list == nullptr || !list->is_array() || list->size() != 3 || !(*list)[0].is_string()
        || (*list)[1] != 0 || (*list)[2] != 0)
        return Error{std::string("config.") + key,
            message("a nested model that has not one tensor there cannot be trained here")};
    return (*list)[0].get<std::string>();
}

bool isInputLayer(const Json& layer)
{
    return textMember(layer, "class_name") == "InputLayer";
}

/// The policy that most layers have; quantized layers count by their source. The first one wins a tie.
DTypePolicy mostCommonPolicy(const std::vector<KerasModelLayer>& layers)
{
    std::vector<std::pair<DTypePolicy, int>> counts;
    for (const KerasModelLayer& layer : layers) {
        if (!layer.saved.found)
            continue;
        const DTypePolicy plain = sourcePolicy(layer.saved.found->policy);
        const auto known = std::find_if(
            counts.begin(), counts.end(), [&](const auto& count) { return count.first == plain; });
        if (known == counts.end())
            counts.emplace_back(plain, 1);
        else
            ++known->second;
    }
    const auto most = std::max_element(
        counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? DTypePolicy{} : most->first;
}

class Importer
{
public:
    Importer(const Json& json, const KerasModelFile& file)
        : m_json(json)
        , m_file(file)
    {
        m_import.model.name = file.name;
        m_import.policies.global = mostCommonPolicy(file.layers);
        if (file.given) {
            m_import.policies.global = policyOrDefault(*file.given);
            if (const auto* map = std::get_if<DTypePolicyMap>(&*file.given))
                m_import.policies.map = map->entries;
        }
    }

    Result<KerasModelImport> run()
    {
        const Json& layers = m_json["config"]["layers"];
        if (const Status input = addMissingInput(layers); !input)
            return input.error();
        const bool isWhole = m_import.model.layers.empty();
        for (const KerasModelLayer& row : m_file.layers)
            m_taken.insert(row.name);
        LayerList list{.place = "config.layers", .isSequential = m_file.isSequential};
        if (!isWhole)
            list.last = m_import.model.layers.front().name;
        if (const Status added = addLayers(layers, list); !added)
            return added.error();
        for (const auto& [name, cast] : m_casts)
            if (!cast.isTaken)
                return Error{cast.place, "a cast that no layer takes cannot be trained here"};
        if (m_file.isSequential && isChain())
            for (LayerSpec& layer : m_import.model.layers)
                layer.inputs.clear();
        choosePolicies();
        noteMaps();
        const Result<ModelPlan> plan = planModel(m_import.model, m_import.policies, 0);
        if (!plan)
            return isWhole ? plan.error().within("config") : plan.error();
        if (const Json* compiled = findMember(m_json, "compile_config"))
            m_import.compile = readKerasCompile(*compiled);
        return m_import;
    }

private:
    /// A Sequential that was saved without its InputLayer says its input's shape elsewhere, if it was built.
    Status addMissingInput(const Json& layers)
    {
        if (!m_file.isSequential || (!layers.empty() && textMember(layers[0], "class_name") == "InputLayer"))
            return success();
        const Json* shape = findMember(m_json["config"], "build_input_shape");
        if (shape == nullptr && isBuilt(m_json))
            shape = findMember(m_json["build_config"], "input_shape");
        if (shape == nullptr)
            return Error{
                "config.layers", "neither an InputLayer nor a build_input_shape says the input's shape"};
        LayerSpec input{m_import.model.freeName("InputLayer"), "InputLayer", {}, {}, {}};
        const Status status = readKerasLayerConfig(Json{{"batch_shape", *shape}}, DTypePolicy{}, input);
        if (!status)
            return status.error().within("config.build_input_shape");
        m_import.model.layers.push_back(std::move(input));
        return success();
    }

    Status addLayers(const Json& layers, LayerList& list)
    {
        for (std::size_t i = 0; i < layers.size(); ++i)
            if (const Status status = addLayer(layers[i], indexed(list.place, i), list); !status)
                return status;
        return success();
    }

    /// Whether each layer takes the one before.
    bool isChain() const
    {
        const std::vector<LayerSpec>& layers = m_import.model.layers;
        for (std::size_t i = 1; i < layers.size(); ++i)
            if (layers[i].inputs != std::vector<std::string>{layers[i - 1].name})
                return false;
        return true;
    }

    /// Its layers become the model's own; its input is a cast where it changes what comes (keras/src/models/functional.py,
    /// _convert_inputs_to_tensors).
    Status addNested(const Json& json, const std::string& place, LayerList& outer)
    {
        const std::string name = nameOf(json);
        const Json& config = json["config"];
        LayerList inner{.place = place + ".config.layers",
            .isSequential = textMember(json, "class_name") == "Sequential",
            .prefix = outer.prefix + name + "_",
            .folder = outer.folder + "layers/" + outer.stored.next(textMember(json, "class_name")) + "/"};
        const Json& layers = config["layers"];
        std::string input;
        if (!inner.isSequential) {
            const Result<std::string> only = onlyTensor(config, "input_layers");
            if (!only)
                return only.error().within(place);
            input = *only;
        }
        std::string dtype; // the dtype of the layer's input
        for (const Json& layer : layers)
            if (isInputLayer(layer) && (inner.isSequential || nameOf(layer) == input))
                dtype = textMember(layer["config"], "dtype");
        LayerSpec call;
        const Result<std::vector<std::string>> inputs = readInputs(json, dtype, outer, m_casts, call);
        if (!inputs)
            return inputs.error().within(place);
        if (inputs->size() != 1)
            return Error{place,
                message("'%1', a nested model of %2 inputs, cannot be trained here; those of one can")
                    .with(verbatim(shownText(name)))
                    .with(std::to_string(inputs->size()))};
        inner.source = castTo(dtype, inputs->front(), place);
        inner.last = inner.source;
        const std::size_t first = m_import.model.layers.size();
        if (const Status added = addLayers(layers, inner); !added)
            return added;
        noteNested(name, first);
        outer.last = inner.last;
        if (!inner.isSequential) {
            const Result<std::string> output = onlyTensor(config, "output_layers");
            if (!output)
                return output.error().within(place);
            const auto found = inner.outputs.find(*output);
            if (found == inner.outputs.end())
                return Error{place + ".config.output_layers",
                    "'" + shownText(*output) + "' is no layer of the nested model"};
            outer.last = found->second;
        }
        outer.outputs[name] = outer.last;
        return success();
    }

    /// The source, or a cast of it that has to be its taker's own.
    std::string castTo(const std::string& dtype, const std::string& source, const std::string& place)
    {
        const Format* wanted = findFormat(dtype);
        const Format* given = findFormat(m_dtypes[source]);
        if (wanted == nullptr || given == nullptr || contains(*wanted, *given))
            return source;
        m_casts.emplace(place, CastCall{place, source, dtype});
        m_dtypes[place] = dtype;
        return place; // the place is not the name of a layer
    }

    void noteNested(const std::string& name, std::size_t first)
    {
        std::string names;
        for (std::size_t i = first; i < m_import.model.layers.size(); ++i)
            names += (names.empty() ? "" : ", ") + shownText(m_import.model.layers[i].name);
        m_import.notes.push_back("The layers of the nested model " + shownText(name)
            + " are the model's own here: " + names
            + ". What --keras-weights writes is for the nested one; exports write the model as it is here.");
    }

    /// Names are unique in a session.
    std::string freeName(const LayerList& list, const std::string& name)
    {
        if (list.prefix.empty())
            return name;
        std::string free = list.prefix + name;
        for (int i = 1; m_taken.contains(free); ++i)
            free = list.prefix + name + "_" + std::to_string(i);
        m_taken.insert(free);
        return free;
    }

    Status addLayer(const Json& json, const std::string& place, LayerList& list)
    {
        const std::string className = textMember(json, "class_name");
        const std::string name = nameOf(json);
        if (className == "Cast" && isOperation(json))
            return addCast(json, place, list);
        if (isModel(json) && (className == "Sequential" || className == "Functional"))
            return addNested(json, place, list);
        if (isInputLayer(json) && !list.source.empty()) {
            list.outputs[name] = list.source;
            return success();
        }
        const std::span<const LayerClass> catalog = layerCatalog();
        if (findRow(catalog, className) == nullptr) {
            const std::string known = joinedText(catalogNames(catalog), ", ");
            return Error{place,
                (isModel(json) ? message(
                     "'%1' is a %2, a nested model, which cannot be trained here; layers that can: %3")
                               : message("'%1' is a %2, which cannot be trained here; layers that can: %3"))
                    .with(verbatim(shownText(name)))
                    .with(verbatim(shownText(className)))
                    .with(verbatim(known))};
        }
        LayerSpec layer{freeName(list, name), className, {}, {}, {}};
        if (!list.folder.empty())
            layer.kerasFolder = list.folder + "layers/" + list.stored.next(className);
        for (const KerasModelLayer& row : m_file.layers) {
            if (row.place != place)
                continue;
            if (!row.saved.found)
                return row.saved.found.error().within(place + ".config.dtype");
            const DTypePolicy& policy = row.saved.found->policy;
            if (row.isChild && policy != *layer.policy)
                layer.children.emplace_back(row.name, policy);
            if (!row.isChild)
                layer.policy = policy;
        }
        if (!layer.policy)
            takeFloatx(textMember(json["config"], "dtype"));
        const DTypePolicy applied = layer.policy ? withoutMissingCall(className, *layer.policy)
                                                 : *makePolicy(floatxFor(m_import.policies).name);
        const Status status = readKerasLayerConfig(json["config"], applied, layer);
        if (!status)
            return status.error().within(place + ".config");
        const Result<std::vector<std::string>> inputs
            = readInputs(json, applied.computeDtype, list, m_casts, layer);
        if (!inputs)
            return inputs.error().within(place);
        layer.inputs = *inputs;
        noteKept(layer);
        list.outputs[name] = layer.name;
        list.last = layer.name;
        m_dtypes[layer.name] = applied.computeDtype;
        m_import.model.layers.push_back(std::move(layer));
        return success();
    }

    Status addCast(const Json& json, const std::string& place, LayerList& list)
    {
        LayerSpec call;
        const Result<std::vector<std::string>> inputs = calledWith(json, list, call);
        if (!inputs)
            return inputs.error().within(place);
        if (inputs->size() != 1)
            return Error{place, "expected a cast of one tensor"};
        const std::string dtype = textMember(json["config"], "dtype");
        m_casts.emplace(place, CastCall{place, inputs->front(), dtype});
        m_dtypes[place] = dtype;
        list.outputs[textMember(json, "name")] = place;
        return success();
    }

    /// An InputLayer's dtype is floatx.
    void takeFloatx(const std::string& dtype)
    {
        constexpr std::array<std::string_view, 4> kFloatx{"float16", "bfloat16", "float32", "float64"};
        if (std::find(kFloatx.begin(), kFloatx.end(), dtype) != kFloatx.end()
            && floatxFor(m_import.policies).name != dtype)
            m_import.policies.floatx = dtype;
    }

    /// An initializer is read whatever its spelling; what is left of one is its seed.
    static bool isReadWholly(const std::string& key, const Json& kept)
    {
        if (!isKerasInitializer(key) || !kept.is_object() || !kept.contains("config"))
            return false;
        const Json& config = kept["config"];
        return !config.is_object() || !config.contains("seed") || config["seed"].is_null();
    }

    void noteKept(const LayerSpec& layer)
    {
        if (layer.kerasConfig.empty())
            return;
        std::vector<std::string> keys;
        const Json kept = Json::parse(layer.kerasConfig);
        for (auto member = kept.begin(); member != kept.end(); ++member)
            if (!isReadWholly(member.key(), *member))
                keys.push_back(
                    (isKerasInitializer(member.key()) ? "the seed of " : "") + shownText(member.key()));
        if (keys.empty())
            return;
        const std::string list = joinedText(keys, ", ");
        m_import.notes.push_back(shownText(layer.name) + ": " + list + " of its config "
            + (keys.size() == 1 ? "is kept for exports, and does" : "are kept for exports, and do")
            + " not take part in training.");
    }

    /// A session's layer has a policy, not a map.
    void noteMaps()
    {
        std::vector<std::string> names;
        for (const KerasModelLayer& row : m_file.layers)
            if (!row.isChild && row.given && std::holds_alternative<DTypePolicyMap>(*row.given))
                names.push_back(row.name);
        if (names.empty())
            return;
        std::string list;
        constexpr std::size_t kShown = 3;
        for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
            list += (list.empty() ? "" : ", ") + shownText(names[i]);
        if (names.size() > kShown)
            list += " and " + counted(static_cast<std::int64_t>(names.size() - kShown), "other");
        m_import.notes.push_back("In the file " + list + (names.size() == 1 ? " holds" : " hold")
            + " a DTypePolicyMap. Here each has the policy that the map gives it, which exports write in place of the map.");
    }

    /// A layer keeps its own policy where it would not inherit the same.
    void choosePolicies()
    {
        ModelSpec& model = m_import.model;
        EffectivePolicies effective(m_import.policies);
        for (LayerSpec& layer : model.layers) {
            // A composite's children would look themselves up in a map that it inherits.
            if (!layer.policy || (!m_import.policies.map.empty() && !childrenOf(layer).empty()))
                continue;
            const Result<EffectivePolicy> inherited = effective.ofLayer(std::nullopt, model.layerPath(layer));
            if (inherited
                && withoutMissingCall(layer.className, inherited->policy)
                    == withoutMissingCall(layer.className, *layer.policy))
                layer.policy.reset();
        }
    }

    const Json& m_json;
    const KerasModelFile& m_file;
    KerasModelImport m_import;
    std::map<std::string, CastCall> m_casts; ///< keyed by their places
    std::map<std::string, std::string> m_dtypes; ///< the dtype of each layer's or cast's output
    std::set<std::string> m_taken; ///< names of layers
};

} // namespace

bool isKerasModel(std::string_view text)
{
    const Result<Json> json = parsePythonJson(text);
    return json && isModel(*json);
}

Result<KerasModelFile> readKerasModel(std::string_view text, const KerasLoader& loader)
{
    const Result<Json> json = parsePythonJson(text);
    if (!json)
        return json.error();
    return Reader(loader).read(*json);
}

Result<KerasModelImport> importKerasModel(std::string_view text, const KerasLoader& loader)
{
    const Result<Json> json = parsePythonJson(text);
    if (!json)
        return json.error();
    const Result<KerasModelFile> file = Reader(loader).read(*json);
    if (!file)
        return file.error();
    Result<KerasModelImport> model = Importer(*json, *file).run();
    if (model)
        for (const std::string& notice : repeatedKeyNotices(text))
            model->notes.push_back(notice);
    return model;
}

SessionSpec withImport(SessionSpec session, const KerasModelImport& import)
{
    session.model = import.model;
    session.policies = import.policies;
    if (import.compile.optimizer) {
        session.training.optimizer = *import.compile.optimizer;
        session.training.schedule = import.compile.schedule.value_or(Component{"constant", {}});
    }
    if (import.compile.loss)
        session.training.loss = *import.compile.loss;
    if (import.compile.lossScale)
        session.training.lossScale = *import.compile.lossScale;
    return session;
}

Message kerasModelSentence(std::string_view text)
{
    if (!isKerasModel(text))
        return {};
    const Result<KerasModelFile> model = readKerasModel(text);
    if (!model)
        return {};
    std::int64_t layers = 0;
    std::set<std::string> missing;
    for (const KerasModelLayer& layer : model->layers) {
        layers += layer.isChild ? 0 : 1;
        if (!layer.isChild && findRow(layerCatalog(), layer.className) == nullptr)
            missing.insert(shownText(layer.className));
    }
    if (missing.empty())
        return message(
            "is a Keras model (layers: %1) and no session: ulpscope-cli policy show tells its policies, "
            "ulpscope-cli new DATA --model makes a session that trains it")
            .with(std::to_string(layers));
    const std::string names = joinedText(missing, ", ");
    return message(
        "is a Keras model (layers: %1) and no session: ulpscope-cli policy show tells its policies, and layers "
        "of these classes are not computed here: %2")
        .with(std::to_string(layers))
        .with(verbatim(names));
}

} // namespace ulpscope
