// SPDX-License-Identifier: GPL-3.0-or-later
// What a session costs under its policies, counted from the plan without training: bytes by what they hold, and
// multiply-adds by the formats of their operands.
//
// Bytes are those of the dtypes (float16: 2), as a framework would store them, not those of this program's carriers.
// A variable that is stored wider than it is computed with counts twice: once as a weight in the compute dtype, once as
// a master copy. Activations: each layer's output and each cast of an input that the backward pass needs again.
#pragma once

#include "engine/model/model_plan.h"
#include "engine/train/session_spec.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ulpscope {

struct LedgerBytes
{
    double weights = 0; ///< in the dtype that products take, scales of blocks included
    double masterCopies = 0; ///< in the variable dtype, where that is another
    double activations = 0; ///< of one batch
    double optimizerState = 0;
    double scales = 0; ///< states of scaling recipes: amax histories and scales

    double total() const { return weights + masterCopies + activations + optimizerState + scales; }
    LedgerBytes& operator+=(const LedgerBytes& other);
};

struct LedgerRow
{
    std::string path;
    std::string policy; ///< the name it computes under
    LedgerBytes bytes;
    /// Of one training step, by "left x right -> accumulator", such as "float16 x float16 -> float32".
    std::map<std::string, double> multiplyAdds;
};

struct Ledger
{
    std::vector<LedgerRow> rows; ///< by node
    LedgerBytes bytes;
    std::map<std::string, double> multiplyAdds;
};

/// The error has the session file's place.
Result<Ledger> ledgerOf(const SessionSpec& session);

} // namespace ulpscope
