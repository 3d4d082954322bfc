// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of runs begin with: kernels, and the session of the opening scene in any length.
#pragma once

#include "app/io/session/session_file.h"
#include "engine/kernels/kernels.h"

#include <QTest>

#include <memory>

namespace ulpscope {

/// No slots of its own: they are the tests'.
class CircleTest : public QObject
{
protected:
    /// Of initTestCase().
    void loadCircle()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
        m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
        const Result<SessionSpec> circle = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
        QVERIFY2(circle.ok(), circle.ok() ? "" : circle.error().text().c_str());
        m_circle = *circle;
    }

    std::shared_ptr<const SessionSpec> session(std::int64_t steps) const
    {
        SessionSpec changed = m_circle;
        changed.training.steps = steps;
        return std::make_shared<const SessionSpec>(changed);
    }

    std::shared_ptr<const Kernels> m_kernels;
    SessionSpec m_circle;
};

} // namespace ulpscope
