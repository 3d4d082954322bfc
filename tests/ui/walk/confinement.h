// SPDX-License-Identifier: GPL-3.0-or-later
// What a walk can do to the machine: nothing. The process loses root's rights, and the kernel (Landlock, where there is
// one) lets it write in one folder only and start no program, whoever runs it.
#pragma once

#include <string>

namespace ulpscope::ui::walk {

struct Confinement
{
    bool isNobody = false; ///< was root, and is not any more
    bool isFenced = false; ///< the kernel refuses every write outside of the folder
    std::string error; ///< why nothing may be walked; empty if it may

    std::string text() const;
};

/// A new folder that the process may write to once it is confined.
std::string makeWalkFolder();
void removeWalkFolder(const std::string& folder);

/// Before QApplication and any thread. Afterwards HOME, the XDG folders, TMPDIR and the current folder are in `folder`.
Confinement confineTo(const std::string& folder);

} // namespace ulpscope::ui::walk
