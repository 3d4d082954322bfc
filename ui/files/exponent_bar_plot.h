// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor's magnitudes by their power of two, as bars, with lines where a format begins and ends.
#pragma once

#include "engine/dtype/format.h"
#include "ui/files/models/exponent_bars.h"
#include "ui/look/plot_content.h"

#include <QWidget>

#include <memory>

class QCustomPlot;

namespace ulpscope::ui {

class PlotZoom;
struct PlotTheme;

class ExponentBarPlot : public QWidget
{
    Q_OBJECT
public:
    /// id: the object name, that of the canvas begins with it.
    explicit ExponentBarPlot(const QString& id, QWidget* parent = nullptr);

    /// bars: null: nothing. title: of exports.
    void show(std::shared_ptr<const ExponentBars> bars, const Format& format, const QString& title);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void draw(const PlotTheme& theme);
    void addLimit(const PlotTheme& theme, double exponent, Qt::PenStyle style, const QString& text);
    void setAxes();
    PlotContent content();

    QCustomPlot* m_plot;
    PlotZoom* m_zoom;
    std::shared_ptr<const ExponentBars> m_bars;
    const Format* m_format = nullptr;
    QString m_title;
};

} // namespace ulpscope::ui
