// SPDX-License-Identifier: GPL-3.0-or-later
// The yardstick: the same multilayer perceptron written straight in Eigen float32, with nothing emulated or watched.
#pragma once

#include <cstdint>

/// Weights and work space of 784-256-128-10 (or other widths); made and freed by the functions below.
struct PlainMlp;

struct PlainMlpFunctions
{
    PlainMlp* (*create)(const std::int64_t* widths, std::int64_t layers, std::int64_t batch);
    void (*destroy)(PlainMlp*);
    /// kernel: [in, out] of layer i, row-major.
    void (*setKernel)(PlainMlp*, std::int64_t layer, const float* kernel);
    /// One step of SGD on softmax cross-entropy. features: [examples, widths[0]]; batch indices into them. The loss.
    float (*step)(PlainMlp*, const float* features, const float* targets, const std::int64_t* indices,
        float learningRate);
};

extern "C" __attribute__((visibility("default"))) const PlainMlpFunctions* plainMlpFunctions();
