// SPDX-License-Identifier: GPL-3.0-or-later
// What a session costs under its policies, without training: bytes by what they hold, and multiply-adds by the formats of
// their operands. Layers are made one at a time and asked for their variables, and the optimizer for what it keeps of each.
//
// Bytes are those of the dtypes (float16: 2), as a framework would store them, not those of this program's carriers.
// A variable that its layer casts counts twice: once as a weight in the dtype that it is cast to, once as a master copy.
// Activations: each layer's output and each cast of an input that the backward pass needs again.
#pragma once

#include "engine/kernels/kernels.h"
#include "engine/model/model_plan.h"
#include "engine/session/session_spec.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ulpscope {

struct LedgerBytes
{
    double weights = 0; ///< in the dtypes in which layers take them, without scales
    double masterCopies = 0; ///< in the stored dtype, where a layer casts
    double activations = 0; ///< bytes of one batch's activations, without scales
    /// Bytes of the optimizer's state, accumulated gradients and compensations, without its few single numbers.
    double optimizerState = 0;
    /// Bytes of scales: of blocks, of integer kernels (zero points too), and the amax histories of recipes.
    double scales = 0;

    double total() const { return weights + masterCopies + activations + optimizerState + scales; }
    LedgerBytes& operator+=(const LedgerBytes& other);
};

struct LedgerVariable
{
    std::string name; ///< "kernel"
    Shape shape;
    bool trainable = true;
    const Format* stored = nullptr;
    double bytes = 0; ///< bytes as the numbers are stored
    double castBytes = 0; ///< bytes of its casts for products and additions; 0: they take it as it is stored
    double optimizerBytes = 0;
};

struct LedgerRow
{
    std::string path;
    std::string policy; ///< the name it computes under
    std::vector<LedgerVariable> variables;
    LedgerBytes bytes;
    /// Multiply-adds of one training step, by "left x right -> accumulator", such as "float16 x float16 -> float32".
    std::map<std::string, double> multiplyAdds;
};

struct Ledger
{
    std::vector<LedgerRow> rows; ///< a row for each node of the model
    LedgerBytes bytes;
    std::map<std::string, double> multiplyAdds;
};

/// The error has the session file's place.
Result<Ledger> ledgerOf(const SessionSpec& session, const Kernels& kernels);

} // namespace ulpscope
