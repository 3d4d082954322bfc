// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters that several layer classes have, for the rows of layer_catalog.cpp.
#pragma once

#include "engine/base/config.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace ulpscope::parameters {

using Integers = std::vector<std::int64_t>;
using Parameters = std::vector<ParameterSpec>;

/// One after the other.
Parameters joined(std::initializer_list<Parameters> parts);

/// An integer or a list of integers from 1 to `maximum` that has to be given.
ParameterSpec required(const char* name, ParameterValue value, const char* description, double maximum);
ParameterSpec activation();
ParameterSpec useBias();
ParameterSpec axis(const char* description);
ParameterSpec axes(const char* description);
ParameterSpec epsilon(double value, const char* description);
ParameterSpec dropoutRate(const char* name, double value, const char* description);
ParameterSpec initializer(std::string name, const char* defaultName, const char* description);
ParameterSpec regularizer(std::string name, const char* description);
/// Two extents of an image, or one for both.
ParameterSpec window(
    std::string name, Integers defaultValue, const char* description, bool isRequired = false);
ParameterSpec kernelSize();

/// Extents that are added or taken away on the sides of a sequence or an image.
ParameterSpec ofBorders(std::string name, std::int64_t defaultValue, const char* description);
/// padding and data_format.
Parameters ofImages();
Parameters ofPooling(bool isSizeRequired);
Parameters ofGlobalPooling();
/// Initializers and penalties of a kernel, a bias and the output.
Parameters ofKernelAndBias();
/// own: before the strides. afterDilation: between dilation_rate and activation. kernel: the variable's name.
Parameters ofConvolution(Parameters own, Parameters afterDilation, const std::string& kernel);
/// center, scale and what goes with beta and gamma. afterInitializers: between these and the penalties.
Parameters ofBetaAndGamma(Parameters afterInitializers = {});

} // namespace ulpscope::parameters
