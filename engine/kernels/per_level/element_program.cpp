// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/element_program.h"

#include "engine/kernels/per_level/elementwise.h"
#include "engine/kernels/per_level/kernel_groups.h"
#include "engine/kernels/per_level/rounding/rounders.h"

namespace ulpscope::kernels {

namespace {

/// The blocks that registers hold.
template <class T>
class Registers
{
public:
    explicit Registers(const ElementCall<T>& call)
        : m_call(&call)
    {
        static thread_local std::vector<T> storage; // kept, so that a step allocates nothing
        storage.resize(call.registers * kRoundingBlock);
        for (std::size_t i = 0; i < call.registers; ++i)
            m_results[i] = storage.data() + i * kRoundingBlock;
        std::copy(m_results.begin(), m_results.end(), m_values.begin());
        m_filledFor.fill(-1);
    }

    void begin(Index first, Index length)
    {
        for (std::size_t i = 0; i < m_call->inputs.size(); ++i)
            fill(i, first, length);
        for (const ElementOutput<T>& output : m_call->outputs)
            if (output.from >= m_call->inputs.size() && output.floats == nullptr)
                m_values[output.from] = m_results[output.from] = output.values + first;
    }

    const T* operator[](ElementRegister i) const { return m_values[i]; }
    T* result(ElementRegister i) const { return m_results[i]; }

private:
    void fill(std::size_t i, Index first, Index length)
    {
        const ElementInput<T>& input = m_call->inputs[i];
        if (input.floats != nullptr)
            fill(i, input.floats, first, length);
        else
            fill(i, input.values, first, length);
    }

    template <class From>
    void fill(std::size_t i, const From* values, Index first, Index length)
    {
        const Index columns = m_call->columns;
        T* block = m_results[i];
        switch (m_call->inputs[i].alignment) {
        case Alignment::Each:
            if constexpr (std::is_same_v<From, T>)
                m_values[i] = values + first;
            else
                std::copy_n(values + first, length, block);
            return;
        case Alignment::One:
            if (m_filledFor[i] < 0)
                std::fill_n(block, length, static_cast<T>(values[0]));
            m_filledFor[i] = 0;
            return;
        case Alignment::Columns: {
            const Index column = first % columns;
            if (m_filledFor[i] == column)
                return;
            m_filledFor[i] = column;
            for (Index at = 0, from = column; at < kRoundingBlock; from = 0) {
                const Index part = std::min(columns - from, kRoundingBlock - at);
                std::copy_n(values + from, part, block + at);
                at += part;
            }
            return;
        }
        case Alignment::Rows:
            for (Index at = 0; at < length;) {
                const Index row = (first + at) / columns;
                const Index part = std::min((row + 1) * columns - first - at, length - at);
                std::fill_n(block + at, part, static_cast<T>(values[row]));
                at += part;
            }
            return;
        }
    }

    const ElementCall<T>* m_call;
    std::array<T*, kMaxElementRegisters> m_results{};
    std::array<const T*, kMaxElementRegisters> m_values{};
    std::array<Index, kMaxElementRegisters>
        m_filledFor{}; ///< the column that its block begins at; -1: it holds none
};

template <class T>
void compute(ElementOperation operation, const std::array<const T*, 3>& operands, T* out, Index n)
{
    const T* a = operands[0];
    const T* b = operands[1];
    const T* c = operands[2];
    withMeaning(operation, [=](auto meaning) {
#pragma GCC ivdep
        for (Index i = 0; i < n; ++i) {
            const T x[3]{a[i], b[i], c[i]};
            out[i] = meaning(x);
        }
    });
}

std::optional<Binary> basic(ElementOperation operation)
{
    switch (operation) {
    case ElementOperation::Add:
        return Binary::Add;
    case ElementOperation::Subtract:
        return Binary::Subtract;
    case ElementOperation::Multiply:
        return Binary::Multiply;
    case ElementOperation::Divide:
        return Binary::Divide;
    default:
        return std::nullopt;
    }
}

template <class T>
bool areFinite(const T* values, Index n)
{
    Word<T> largest = 0;
    for (Index i = 0; i < n; ++i)
        largest = std::max(largest, magnitudeBits(values[i]));
    return largest < CarrierBits<T>::kInfinity;
}

/// Whether element i is an overflow if it is not finite.
template <class T>
Word<T> argumentsAreFinite(
    const ElementStep& step, const Registers<T>& registers, const std::array<const T*, 3>& operands, Index i)
{
    Word<T> areFinite = 1;
    for (const ElementRegister argument : step.arguments)
        areFinite &= isFinite(registers[argument][i]);
    if (step.operation == ElementOperation::Divide) // by zero the exact quotient is not finite
        areFinite &= isNonZero(operands[1][i]);
    return areFinite;
}

template <class T>
void runStep(const ElementCall<T>& call, const ElementStep& step, const Registers<T>& registers, Index n)
{
    const std::array<const T*, 3> operands{
        registers[step.operands[0]], registers[step.operands[1]], registers[step.operands[2]]};
    T* out = registers.result(step.result);
    if (step.grid == ElementStep::kExact)
        return compute(step.operation, operands, out, n);
    const Grid<T>& grid = call.grids[step.grid];
    RoundingCounts uncounted;
    const bool isCounted = step.isCounted && call.counts != nullptr;
    RoundingCounts& counts = isCounted ? *call.counts : uncounted;
    // E8M0 has no zero for what leaves float's range below; some wide formats would have products rounded twice there.
    if (const std::optional<Binary> operation = basic(step.operation);
        operation && (!grid.hasZero || !grid.isSafeBelow))
        return binary<T>(*operation, operands[0], operands[1], out, n, grid, counts);
    const auto isOverwritten = [&](ElementRegister argument) { return registers[argument] == out; };
    if (grid.kind == GridKind::Identity && !grid.hasExceptions
        && std::ranges::none_of(step.arguments, isOverwritten)) {
        compute(step.operation, operands, out, n);
        if (isCounted && !areFinite(out, n))
            countNonFinite(
                out, n, counts, [&](Index i) { return argumentsAreFinite(step, registers, operands, i); });
        return;
    }
    T exact[kRoundingBlock];
    compute(step.operation, operands, exact, n);
    withRounder(grid, [&](const auto& round) {
        if (!isCounted) {
            roundUncounted(exact, out, n, round);
            if (grid.hasExceptions)
                putRight(exact, out, n, grid);
            return;
        }
        if (areFinite(exact, n))
            return roundExact<T>(exact, out, n, round, grid, nullptr, counts);
        Word<T> wereFinite[kRoundingBlock];
        for (Index i = 0; i < n; ++i)
            wereFinite[i] = argumentsAreFinite(step, registers, operands, i);
        roundExact<T>(exact, out, n, round, grid, wereFinite, counts);
    });
}

template <class T>
void elements(const ElementCall<T>& call)
{
    Registers<T> registers(call);
    for (Index first = 0; first < call.size; first += kRoundingBlock) {
        const Index length = std::min(call.size - first, kRoundingBlock);
        registers.begin(first, length);
        for (const ElementStep& step : call.steps)
            runStep(call, step, registers, length);
        for (const ElementOutput<T>& output : call.outputs)
            if (output.floats != nullptr)
                std::transform(registers[output.from], registers[output.from] + length, output.floats + first,
                    [](T x) { return static_cast<float>(x); });
            else if (output.from < call.inputs.size())
                std::copy_n(registers[output.from], length, output.values + first);
    }
}

} // namespace

template <class T>
void addElements(CarrierKernels<T>& table)
{
    table.elements = elements<T>;
}

template void addElements<float>(CarrierKernels<float>&);
template void addElements<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
