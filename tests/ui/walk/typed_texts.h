// SPDX-License-Identifier: GPL-3.0-or-later
// What a walk types into fields: good, bad, huge, empty, and from other alphabets. None leads out of its folder.
#pragma once

#include <QList>
#include <QString>

namespace ulpscope::ui::walk {

const QList<QString>& typedTexts();

/// What is pasted or dropped as a policy: Keras' JSON, and what only looks like it.
const QList<QString>& pastedTexts();

} // namespace ulpscope::ui::walk
