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

} // namespace ulpscope
