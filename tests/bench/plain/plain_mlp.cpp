// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/plain/plain_mlp.h"

#include <Eigen/Core>
#include <cmath>
#include <cstring>
#include <vector>

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::Matrix<float, 1, Eigen::Dynamic>;

struct PlainMlp
{
    struct Layer
    {
        Matrix kernel;
        Row bias;
        Matrix output;
        Matrix gradient; ///< of the output, then of what precedes the relu
        Matrix kernelGradient;
        Row biasGradient;
    };
    Matrix input;
    std::vector<Layer> layers;
    std::vector<float> targets;
};

namespace {

PlainMlp* create(const std::int64_t* widths, std::int64_t layers, std::int64_t batch)
{
    auto* mlp = new PlainMlp;
    mlp->input.resize(batch, widths[0]);
    mlp->targets.resize(static_cast<std::size_t>(batch));
    for (std::int64_t i = 0; i < layers; ++i) {
        PlainMlp::Layer layer;
        layer.kernel.setZero(widths[i], widths[i + 1]);
        layer.bias.setZero(widths[i + 1]);
        mlp->layers.push_back(layer);
    }
    return mlp;
}

void destroy(PlainMlp* mlp)
{
    delete mlp;
}

void setKernel(PlainMlp* mlp, std::int64_t layer, const float* kernel)
{
    Matrix& stored = mlp->layers[static_cast<std::size_t>(layer)].kernel;
    std::memcpy(stored.data(), kernel, static_cast<std::size_t>(stored.size()) * sizeof(float));
}

float step(PlainMlp* mlp, const float* features, const float* targets, const std::int64_t* indices,
    float learningRate)
{
    const Eigen::Index batch = mlp->input.rows();
    const Eigen::Index width = mlp->input.cols();
    for (Eigen::Index r = 0; r < batch; ++r) {
        std::memcpy(mlp->input.row(r).data(), features + indices[r] * width,
            static_cast<std::size_t>(width) * sizeof(float));
        mlp->targets[static_cast<std::size_t>(r)] = targets[indices[r]];
    }
    const Matrix* x = &mlp->input;
    for (std::size_t i = 0; i < mlp->layers.size(); ++i) {
        PlainMlp::Layer& layer = mlp->layers[i];
        layer.output.noalias() = *x * layer.kernel;
        layer.output.rowwise() += layer.bias;
        if (i + 1 < mlp->layers.size())
            layer.output = layer.output.cwiseMax(0.0F);
        x = &layer.output;
    }
    PlainMlp::Layer& last = mlp->layers.back();
    float loss = 0;
    last.gradient.resize(batch, last.output.cols());
    for (Eigen::Index r = 0; r < batch; ++r) {
        const float largest = last.output.row(r).maxCoeff();
        last.gradient.row(r) = (last.output.row(r).array() - largest).exp();
        const float sum = last.gradient.row(r).sum();
        const auto target = static_cast<Eigen::Index>(mlp->targets[static_cast<std::size_t>(r)]);
        loss += std::log(sum) - (last.output(r, target) - largest);
        last.gradient.row(r) /= sum;
        last.gradient(r, target) -= 1.0F;
    }
    last.gradient /= static_cast<float>(batch);
    for (std::size_t i = mlp->layers.size(); i-- > 0;) {
        PlainMlp::Layer& layer = mlp->layers[i];
        const Matrix& below = i == 0 ? mlp->input : mlp->layers[i - 1].output;
        layer.kernelGradient.noalias() = below.transpose() * layer.gradient;
        layer.biasGradient = layer.gradient.colwise().sum();
        if (i > 0) {
            Matrix& gradient = mlp->layers[i - 1].gradient;
            gradient.noalias() = layer.gradient * layer.kernel.transpose();
            gradient = (below.array() > 0.0F).select(gradient, 0.0F);
        }
    }
    for (PlainMlp::Layer& layer : mlp->layers) {
        layer.kernel -= learningRate * layer.kernelGradient;
        layer.bias -= learningRate * layer.biasGradient;
    }
    return loss / static_cast<float>(batch);
}

} // namespace

extern "C" const PlainMlpFunctions* plainMlpFunctions()
{
    static const PlainMlpFunctions functions{create, destroy, setKernel, step};
    return &functions;
}
