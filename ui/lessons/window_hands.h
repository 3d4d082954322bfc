// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson's hands in the window: they turn the same overrides as the learner's.
#pragma once

#include "ui/lessons/models/lesson_hands.h"

#include <QObject>
#include <QWidget>

#include <functional>

class QListWidget;
class QTabWidget;

namespace ulpscope::ui {

class AccumulatorView;
class ModelPanel;
class NumberLab;
class RunPlots;

class WindowHands : public QObject, public LessonHands
{
    Q_OBJECT
public:
    using Open = std::function<bool(SessionSpec, const QString& text)>;

    struct Parts
    {
        QWidget& window;
        QTabWidget& tabs;
        ModelPanel& model;
        RunPlots& plots;
        NumberLab& lab;
        AccumulatorView& bench;
        Open open;
    };
    explicit WindowHands(Parts parts, QObject* parent = nullptr);

    bool open(SessionSpec session, const QString& text) override;
    void beginAfresh() override;
    std::optional<ControlValue> valueOf(const LessonPlace& place) const override;
    bool isSetTo(const LessonPlace& place, const ControlValue& value) const override;
    void set(const LessonPlace& place, const ControlValue& value) override;
    void setOnly(const LessonPlace& place, const ControlValue& value) override;
    std::string pickedLayer() const override;
    void pickLayer(const std::string& name) override;
    bool isTabOpen(const LessonPlace& tab) const override;
    void openTab(const LessonPlace& tab) override;

signals:
    /// A view's control, the tab or the layer.
    void changed();

private:
    QWidget* widgetOf(const LessonPlace& place) const;

    Parts m_parts;
    QListWidget* m_accumulators; ///< the bench's accumulators
    QString m_ticked; ///< the accumulator that was ticked last
};

} // namespace ulpscope::ui
