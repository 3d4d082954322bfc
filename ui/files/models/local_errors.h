// SPDX-License-Identifier: GPL-3.0-or-later
// What each recorded layer's own arithmetic did, computed again aside, a few at a time: what is found is known while the rest is looked at,
// and stays when it is stopped.
#pragma once

#include "app/io/recordings/findings/local_error.h"
#include "app/session/kept/aside.h"
#include "ui/files/models/recording_list_model.h"
#include "ui/look/models/table_models.h"

#include <QObject>

#include <map>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// A layer over all steps at which it was computed again.
struct LayerErrors
{
    LocalError
        worst; ///< error at the step where the output differs most from float64; an error that is not finite is the worst
    std::size_t steps = 0; ///< how many steps the layer was computed again at
    std::size_t notOfItsDtype
        = 0; ///< steps at which its dtype does not make such an error, or at which it left the finite numbers

    /// Whether the operation itself makes an error beyond its dtype's rounding from finite inputs and weights.
    bool isProducer() const { return notOfItsDtype > 0; }
};

class LocalErrors : public QObject
{
    Q_OBJECT
public:
    explicit LocalErrors(std::shared_ptr<const Kernels> kernels, QObject* parent = nullptr);

    /// Null: none. What was found of the one before is forgotten.
    void setRecording(std::shared_ptr<const ShownRecording> recording);
    /// Starts from the beginning.
    void start();
    void stop();
    bool isBusy() const { return m_aside.isBusy(); }
    /// Calls of a layer at a step that were looked at, and all.
    std::size_t done() const { return m_done; }
    std::size_t all() const;

    /// The layers in the order in which they appear.
    const std::vector<LayerErrors>& layers() const { return m_layers; }
    /// Why a layer was not computed again, and at how many steps.
    const std::map<QString, std::size_t>& leftAside() const { return m_leftAside; }

signals:
    /// More is known, or nothing more will be.
    void changed();
    void failed(const QString& message);

private:
    struct Found
    {
        std::vector<LocalError> errors;
        std::vector<QString> leftAside;
        std::size_t done = 0;
    };

    void next();
    void know(const Found& found);

    std::shared_ptr<const Kernels> m_kernels;
    std::shared_ptr<const ShownRecording> m_recording;
    std::size_t m_done = 0;
    std::vector<LayerErrors> m_layers;
    std::map<QString, std::size_t> m_leftAside;
    Aside m_aside; ///< last: its thread answers into the members above
};

// Layers by what their own arithmetic did, as tables: those that made an error of their own apart from those that did as their dtype does.
/// The worst first; a row each in placesOfLocalErrors().
MetricTable localErrorMetrics(const std::vector<LayerErrors>& layers, bool producers);
/// The outputs at their worst steps.
std::vector<RecordedPlace> placesOfLocalErrors(const std::vector<LayerErrors>& layers, bool producers);

} // namespace ulpscope::ui
