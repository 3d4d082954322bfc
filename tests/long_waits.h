// SPDX-License-Identifier: GPL-3.0-or-later
// Qt Test waits 5 s for what a test waits for, which a loaded machine or a sanitizer takes; here a minute. A test that passes
// waits no longer than before. Every test has this by its precompiled headers.
#pragma once

#include <QTest>

#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), 60'000)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT((expression), (message), 60'000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expression, expected) QTRY_COMPARE_WITH_TIMEOUT((expression), (expected), 60'000)
