// SPDX-License-Identifier: GPL-3.0-or-later
// Initial weights by Keras' names, arguments and distributions (keras/src/initializers). Drawn in float64 and rounded to
// float32, so that every lane starts from the same values.
#pragma once

#include "engine/base/config.h"
#include "engine/base/philox.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ulpscope {

/// "glorot_uniform" first.
const std::vector<std::string>& initializerNames();

/// A number, or one of a few words: the mode and the distribution of variance_scaling.
using InitializerArgument = std::variant<double, std::string>;

/// A name of the catalog and its arguments in Keras' order, defaults filled in.
struct Initializer
{
    std::string name;
    std::vector<InitializerArgument> arguments;

    bool operator==(const Initializer&) const = default;
};

/// "he_normal", "constant(0.5)", "variance_scaling(2, fan_out)"; arguments that are left out are Keras' defaults. The name
/// may be any that keras.initializers.get() takes: "HeNormal", "uniform".
Result<Initializer> initializerByName(std::string_view text);
/// The text that initializerByName() reads back; the name alone where the arguments are the defaults.
std::string textOf(const Initializer& initializer);

/// Whether the parameters are initializers for tensors of so many axes: as in Keras, orthogonal wants two or more, identity
/// two. A rank of 0: there is no such tensor.
Status checkInitializers(const Config& config, const std::vector<std::pair<std::string, int>>& ranks);

/// kernel: [fanIn, fanOut] of float32 values, in a tensor of `format` (rounded to it). text: a checked one.
void initialize(Arithmetic& arithmetic, std::string_view text, const Shape& shape, Index fanIn, Index fanOut,
    const RandomKey& key, const Format& format, Tensor& out);
/// The same with the fans that Keras' compute_fans() finds in the shape.
void initialize(Arithmetic& arithmetic, std::string_view text, const Shape& shape, const RandomKey& key,
    const Format& format, Tensor& out);

} // namespace ulpscope
