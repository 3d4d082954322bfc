// SPDX-License-Identifier: GPL-3.0-or-later
// A chain of operations on the elements of tensors of one shape. The kernels run it block by block, so that what lies between two
// operations stays in the nearest cache.
#pragma once

#include "engine/kernels/element_operation.h"
#include "engine/kernels/kernel_table.h"

#include <array>
#include <span>
#include <vector>

namespace ulpscope {

/// Holds one block of a value. Inputs come first, in their order.
using ElementRegister = std::uint8_t;
constexpr std::size_t kMaxElementRegisters = 64;

struct ElementStep
{
    static constexpr std::uint8_t kExact = 255;

    ElementOperation operation;
    ElementRegister result;
    std::array<ElementRegister, 3> operands; ///< an operation of fewer operands repeats its first
    std::uint8_t grid; ///< grid that rounds the result; kExact: it needs none
    bool isCounted; ///< whether rounding it adds to the counts
    /// It is an overflow where these are finite and the result is not: the operands of the function that this is the last step of.
    std::array<ElementRegister, 3> arguments;
};

/// How an input's elements lie beside the others'.
enum class Alignment : std::uint8_t {
    Each,
    One, ///< one number serves all elements
    Columns, ///< [columns], for each row again
    Rows, ///< [rows], a number for each row
};

template <class T>
struct ElementInput
{
    const T* values;
    Alignment alignment;
    const float* floats = nullptr; ///< read in place of `values` if set
};

template <class T>
struct ElementOutput
{
    T* values; ///< may be an input's
    ElementRegister from;
    float* floats = nullptr; ///< written in place of `values` if set
};

template <class T>
struct ElementCall
{
    std::span<const ElementStep> steps;
    std::span<const ElementInput<T>> inputs;
    std::span<const ElementOutput<T>> outputs;
    std::size_t registers; ///< how many there are, with those of the inputs
    std::span<const Grid<T>> grids;
    Index size; ///< elements of each output
    Index columns; ///< elements of a row
    RoundingCounts* counts; ///< null: nothing is counted
};

/// A call without its tensors.
struct ElementProgram
{
    struct Input
    {
        Alignment alignment = Alignment::Each;
        bool isConstant = false;
        double number = 0; ///< a constant's, a value of the format it is used in
    };
    struct Result
    {
        ElementRegister from;
        const Format* format;
    };

    std::vector<Input> inputs;
    std::vector<ElementStep> steps;
    std::vector<Result> results;
    std::vector<const Format*> formats; ///< formats of the grids
    std::size_t registers = 0;
    bool isInDouble = false; ///< computed in double and then rounded, whatever the carrier
};

} // namespace ulpscope
