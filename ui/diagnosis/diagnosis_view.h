// SPDX-License-Identifier: GPL-3.0-or-later
// The tab that answers why: where the first NaN was born, which layer makes the error, what the policies cost, what a
// tensor would lose in another format.
#pragma once

#include "app/document.h"
#include "app/shown_run.h"
#include "ui/diagnosis/models/diagnosis_tables.h"

#include <QWidget>

class QLabel;

namespace ulpscope {
class SessionRunner;
}

namespace ulpscope::ui {

class BlamePanel;
class ExponentPanel;
class FormatLossPanel;
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
    /// Ready for the keyboard.
    void focusBlame();
    BlamePanel& blamePanel() const { return *m_blame; }

signals:
    void editRefused(const QString& message);

protected:
    void changeEvent(QEvent* event) override;

private:
    void findBirth();
    void showBirth();

    const ShownRun& m_shown;
    Finding m_birth;
    TintedFrame* m_frame;
    QLabel* m_sign;
    QLabel* m_sentence;
    BlamePanel* m_blame;
    FormatLossPanel* m_loss;
    ExponentPanel* m_exponents;
};

} // namespace ulpscope::ui
