// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/policy_family.h"

#include "engine/base/check.h"

#include <algorithm>

namespace ulpscope {

const std::vector<std::string>& policyFamilyNames()
{
    static const std::vector<std::string> names{"keras3", "tf_keras", "experimental"};
    return names;
}

PolicyFamily policyFamilyByName(const std::string& name)
{
    const std::vector<std::string>& names = policyFamilyNames();
    const auto found = std::find(names.begin(), names.end(), name);
    check(found != names.end(), "[policyFamilyByName] a name of the list");
    return static_cast<PolicyFamily>(found - names.begin());
}

const std::vector<FamilyFact>& familyFacts(PolicyFamily family)
{
    static const std::vector<FamilyFact> keras3{
        {"a policy set on a built layer",
            "layer.dtype_policy = p changes what is computed from then on; variables keep their dtype. A quantized name "
            "quantizes the layer in place, and where it cannot, the policy stays changed after the error."},
        {"the global policy",
            "It is of one thread: others start from floatx. Once it was read, set_floatx no longer changes it."},
        {"clear_session", "It forgets the global policy; layers that were made keep theirs."},
        {"copies", "copy and pickle give an equal policy, which cannot be hashed."},
        {"a layer's autocast",
            "autocast=False is not in a layer's config: when it is loaded it casts again, unless its class sets it."},
        {"masks and losses",
            "A mask travels with a tensor that is cast. A loss computes in floatx unless it was given a dtype."},
    };
    static const std::vector<FamilyFact> tfKeras{
        {"a policy set on a built layer", "layer.dtype_policy cannot be set: AttributeError."},
        {"the global policy",
            "It is of the whole process, threads too, and must be of floating point. While none is set it follows set_floatx."},
        {"clear_session", "It leaves the global policy as it is."},
        {"copies", "A copy has the same name and is not equal: policies compare by identity."},
        {"a loss scale", "Policies carry none: one in a config is deleted without a word."},
    };
    static const std::vector<FamilyFact> experimental{
        {"a policy set on a built layer",
            "Layers have no property dtype_policy; the private _dtype_policy is not meant to be set."},
        {"the global policy",
            "It is of the whole process, threads too, and may be of integers. While none is set it follows set_floatx."},
        {"clear_session", "It leaves the global policy as it is."},
        {"copies", "A copy has the same name and is not equal: policies compare by identity."},
        {"a loss scale",
            "The model's policy carries it, and compile wraps the optimizer into it; layers' policies do not count."},
        {"a name given to a layer",
            "Layer(dtype=\"mixed_float16\") raises TypeError: a text is taken for a dtype; give it a Policy."},
    };
    switch (family) {
    case PolicyFamily::Keras3:
        return keras3;
    case PolicyFamily::TfKeras:
        return tfKeras;
    case PolicyFamily::Experimental22:
        break;
    }
    return experimental;
}

} // namespace ulpscope
