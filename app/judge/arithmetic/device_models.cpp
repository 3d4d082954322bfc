// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/arithmetic/device_models.h"

#include "engine/base/check.h"
#include "engine/kernels/accumulator.h"
#include "engine/kernels/cuda_functions.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace ulpscope {

namespace {

bool haveSameBits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b)
        || (std::isnan(a) && std::isnan(b));
}

/// isTakenAsSuch: cores that are made for the formats, not those whose inputs hold their values.
std::vector<std::string> coresFor(const Format& a, const Format& b, bool isTakenAsSuch)
{
    const auto takes = [&](const TensorCore& core, const Format& format) {
        return isTakenAsSuch ? std::ranges::find(core.inputs, format.name) != core.inputs.end()
                             : coreInput(core, format) != nullptr;
    };
    std::vector<std::string> names;
    for (const TensorCore& core : tensorCores())
        if (takes(core, a) && takes(core, b))
            names.emplace_back(core.name);
    return names;
}

/// Other ways in which a device may have come to a sum of so many terms: cores made for wider operands, and sums that move to float32
/// on the way, as libraries let them.
std::vector<std::string> furtherModels(const Format& a, const Format& b, std::int64_t terms)
{
    const std::vector<std::string> cores = coresFor(a, b, true);
    std::vector<std::string> names;
    for (std::string& name : coresFor(a, b, false))
        if (std::ranges::find(cores, name) == cores.end())
            names.push_back(std::move(name));
    for (const std::string& name : cores) {
        constexpr int kLongest = 256;
        for (int every = accumulatorByName(name)->core->model.groupSize; every < terms && every <= kLongest;
             every *= 2)
            names.push_back(name + ":promote:" + std::to_string(every));
        for (const int slices : {2, 3, 4, 5, 6, 8, 12, 14, 16})
            if (sliceWidth(terms, slices) * (slices - 1) < terms)
                names.push_back(name + ":slices:" + std::to_string(slices));
    }
    return names;
}

ModelOutcome productBy(
    const Kernels& kernels, const std::string& name, const Tensor& a, const Tensor& b, const Tensor& y)
{
    Arithmetic arithmetic(kernels);
    Tensor made;
    matmul(arithmetic, a, b, Transpose::None, *accumulatorByName(name), y.format(), made);
    ModelOutcome outcome{name, 0, {}};
    for (Index i = 0; i < y.size(); ++i) {
        if (haveSameBits(y.at(i), made.at(i)))
            continue;
        if (outcome.different++ == 0)
            outcome.first = DeviceElement{{i / y.columns(), i % y.columns()}, y.at(i), made.at(i), {}};
    }
    return outcome;
}

struct FunctionModel
{
    std::string_view name;
    float (*cuda)(float);
    double (*exact)(double);
};
constexpr std::array kFunctions{
    FunctionModel{"exp", cudaExp, [](double x) { return std::exp(x); }},
    FunctionModel{"expm1", cudaExpm1, [](double x) { return std::expm1(x); }},
    FunctionModel{"log", cudaLog, [](double x) { return std::log(x); }},
    FunctionModel{"log1p", cudaLog1p, [](double x) { return std::log1p(x); }},
    FunctionModel{"tanh", cudaTanh, [](double x) { return std::tanh(x); }},
    FunctionModel{"erf", cudaErf, [](double x) { return std::erf(x); }},
    FunctionModel{"sigmoid", cudaSigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }},
    FunctionModel{"rsqrt", cudaRsqrt, [](double x) { return 1 / std::sqrt(x); }},
    FunctionModel{"sqrt", [](float x) { return std::sqrt(x); }, [](double x) { return std::sqrt(x); }},
};

template <class Function>
ModelOutcome functionBy(
    std::string name, std::span<const float> x, std::span<const float> y, const Function& function)
{
    ModelOutcome outcome{std::move(name), 0, {}};
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double device = y[i];
        const double model = function(x[i]);
        if (!haveSameBits(device, model) && outcome.different++ == 0)
            outcome.first = DeviceElement{{static_cast<std::int64_t>(i)}, device, model, x[i]};
    }
    return outcome;
}

} // namespace

std::vector<std::string> DeviceOutcome::holding() const
{
    std::vector<std::string> names;
    for (const ModelOutcome& model : models)
        if (model.holds())
            names.push_back(model.model);
    return names;
}

const ModelOutcome& DeviceOutcome::best() const
{
    check(!models.empty(), "[DeviceOutcome] a model");
    return *std::ranges::min_element(models, {}, &ModelOutcome::different);
}

DeviceOutcome productOutcome(const Kernels& kernels, const Tensor& a, const Tensor& b, const Tensor& y)
{
    DeviceOutcome outcome{y.size(), {}};
    for (const std::string& name : coresFor(a.format(), b.format(), true))
        outcome.models.push_back(productBy(kernels, name, a, b, y));
    for (const char* name : {"float32", "exact"})
        outcome.models.push_back(productBy(kernels, name, a, b, y));
    if (outcome.holding().empty())
        for (const std::string& name : furtherModels(a.format(), b.format(), a.columns()))
            outcome.models.push_back(productBy(kernels, name, a, b, y));
    return outcome;
}

std::vector<std::string> deviceFunctions()
{
    std::vector<std::string> names;
    for (const FunctionModel& model : kFunctions)
        names.emplace_back(model.name);
    return names;
}

DeviceOutcome functionOutcome(std::string_view name, std::span<const float> x, std::span<const float> y)
{
    const auto model = std::ranges::find(kFunctions, name, &FunctionModel::name);
    check(model != kFunctions.end() && x.size() == y.size(), "[functionOutcome] a function and its results");
    return {static_cast<std::int64_t>(x.size()),
        {functionBy("cuda", x, y, model->cuda),
            functionBy("nearest", x, y, [&](float each) { return static_cast<float>(model->exact(each)); })}};
}

} // namespace ulpscope
