// SPDX-License-Identifier: GPL-3.0-or-later
// The guide as one PDF for A4: a page of contents, then a chapter after the other.
#pragma once

#include "ui/guide/models/guide_book.h"

#include <QByteArray>

namespace ulpscope::ui {

QByteArray guidePdf(const GuideBook& book);

} // namespace ulpscope::ui
