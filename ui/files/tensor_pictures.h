// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the numbers of a file: their exponents, and what formats would lose of them.
#pragma once

#include "engine/dtype/format.h"
#include "engine/kernels/kernels.h"
#include "ui/files/models/exponent_bars.h"
#include "ui/files/models/file_numbers.h"
#include "ui/look/plot_content.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QComboBox;
class QCustomPlot;
class QLabel;

namespace ulpscope::ui {

class PlotZoom;
struct PlotTheme;

// A tensor's magnitudes by their power of two, as bars, with lines where a format begins and ends.
class ExponentBarPlot : public QWidget
{
    Q_OBJECT
public:
    /// id: the object name, that of the canvas begins with it.
    explicit ExponentBarPlot(const QString& id, QWidget* parent = nullptr);

    /// bars: null: nothing. title: of exports.
    void show(std::shared_ptr<const ExponentBars> bars, const Format& format, const QString& title);

protected:
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

class GridView;

// What each tensor of a file would lose in each format, as a grid: NaN and infinities first, then the gravest. Reads the file only once it
// is seen; a large one by the list's own button.
class FormatGridPanel : public QWidget
{
    Q_OBJECT
public:
    /// id: object names begin with it. numbers must outlive the panel.
    FormatGridPanel(const QString& id, FileNumbers& numbers, std::shared_ptr<const Kernels> kernels,
        QWidget* parent = nullptr);

    /// Null: none.
    void setFile(std::shared_ptr<const TensorFile> file);
    /// Highlights a tensor of the file.
    void choose(std::size_t tensor);
    GridView& view() const { return *m_view; }
    bool isIdle() const { return !m_soon.isActive(); }

signals:
    /// A tensor of the file was clicked.
    void chosen(std::size_t tensor);

private:
    void refresh();
    void pick(std::size_t row);

    FileNumbers& m_numbers;
    std::shared_ptr<const Kernels> m_kernels;
    std::shared_ptr<const TensorFile> m_file;
    std::string m_chosen; ///< name of a tensor
    QComboBox* m_figure;
    QLabel* m_reading;
    GridView* m_view;
    QTimer m_soon; ///< numbers come a few at a time
};

} // namespace ulpscope::ui
