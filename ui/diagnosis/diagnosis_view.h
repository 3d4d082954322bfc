// SPDX-License-Identifier: GPL-3.0-or-later
// The tab that answers why: where the first NaN was born, which layer makes the error, what the policies cost, what a
// tensor would lose in another format.
#pragma once

#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "ui/diagnosis/models/diagnosis_tables.h"
#include "ui/training/models/run_place.h"
#include "ui/tree/models/layer_tensor.h"

#include <QWidget>

class QLabel;

namespace ulpscope {
class SessionRunner;
}

namespace ulpscope::ui {

class BlamePanel;
class CostPanel;
class ExponentPanel;
class FormatLossPanel;
class LinkButton;
class TintedFrame;

class DiagnosisView : public QWidget
{
    Q_OBJECT
public:
    /// `document`, `runner` and `shown`, which is of the runner, must outlive the view. threads: at most that many for lanes
    /// that it trains.
    DiagnosisView(Document& document, SessionRunner& runner, const ShownRun& shown,
        std::shared_ptr<const Kernels> kernels, int threads, QWidget* parent = nullptr);

    /// Shows tensors of that layer, a path of the run, in the same roles as before where it has them.
    void followLayer(const std::string& path);
    /// Shows that tensor, as in the pictures.
    void choose(const LayerTensor& tensor);
    /// Ready for the keyboard, and in sight.
    void focusBlame();
    void focusCosts();
    BlamePanel& blamePanel() const { return *m_blame; }

signals:
    /// The link to where the first NaN or infinity was born was followed.
    void placeRequested(const ulpscope::ui::RunPlace& place);
    /// The user wants to follow the element in which it was born through its step.
    void followRequested(const ulpscope::Birthplace& birth);

private:
    void findBirth();
    void showBirth();
    /// Birthplace of the run's first NaN or infinity if that is an element of a tensor; otherwise null.
    const Birthplace* birthInRun() const;

    const ShownRun& m_shown;
    Finding m_birth;
    RunPlace m_place; ///< birthplace of the first NaN
    TintedFrame* m_frame;
    QLabel* m_sign;
    QLabel* m_sentence;
    LinkButton* m_link;
    LinkButton* m_follow;
    BlamePanel* m_blame;
    CostPanel* m_costs;
    FormatLossPanel* m_loss;
    ExponentPanel* m_exponents;
};

} // namespace ulpscope::ui
