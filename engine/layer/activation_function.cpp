// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/activation_function.h"

namespace ulpscope {

namespace {

void copyTo(Arithmetic& arithmetic, const Tensor& in, Tensor& out)
{
    unary(arithmetic, Unary::Copy, in, out);
}

} // namespace

const std::vector<ActivationFunction>& activationFunctions()
{
    static const std::vector<ActivationFunction> rows{
        {"linear", [](Arithmetic&, Tensor&) {},
            [](Arithmetic& a, const Tensor*, const Tensor&, const Tensor& dy, Tensor& out) {
                copyTo(a, dy, out);
            }},
        {"relu", [](Arithmetic& a, Tensor& values) { unaryInPlace(a, Unary::Relu, values); },
            [](Arithmetic& a, const Tensor*, const Tensor& y, const Tensor& dy, Tensor& out) {
                binary(a, Binary::ReluGradient, y, dy, out);
            }},
        // dx = dy * (y * (1 - y)), each operation rounded
        {"sigmoid", [](Arithmetic& a, Tensor& values) { unaryInPlace(a, Unary::Sigmoid, values); },
            [](Arithmetic& a, const Tensor*, const Tensor& y, const Tensor& dy, Tensor& out) {
                unary(a, Unary::OneMinus, y, out);
                binaryInPlace(a, Binary::Multiply, out, y);
                binaryInPlace(a, Binary::Multiply, out, dy);
            }},
        // dx = dy * (1 - y * y)
        {"tanh", [](Arithmetic& a, Tensor& values) { unaryInPlace(a, Unary::Tanh, values); },
            [](Arithmetic& a, const Tensor*, const Tensor& y, const Tensor& dy, Tensor& out) {
                binary(a, Binary::Multiply, y, y, out);
                unaryInPlace(a, Unary::OneMinus, out);
                binaryInPlace(a, Binary::Multiply, out, dy);
            }},
        {"softmax", [](Arithmetic& a, Tensor& values) { softmaxInPlace(a, values); },
            [](Arithmetic& a, const Tensor*, const Tensor& y, const Tensor& dy, Tensor& out) {
                softmaxGradient(a, y, dy, out);
            }},
    };
    return rows;
}

const ActivationFunction& activationFunction(std::string_view name)
{
    for (const ActivationFunction& row : activationFunctions())
        if (row.name == name)
            return row;
    throw ContractError("[activationFunction] the name was checked against the catalog");
}

std::vector<std::string> activationNames()
{
    std::vector<std::string> names;
    for (const ActivationFunction& row : activationFunctions())
        names.push_back(row.name);
    return names;
}

} // namespace ulpscope
