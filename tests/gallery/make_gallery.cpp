// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the pictures of the gallery, resources/gallery, from runs of the scenes: `make_gallery [SCENE …]`, without names all
// of them. Each shows the loss of the run and, below it, of its float64 reference; or the loss scale, where steps were skipped.
#include "app/desktop/resources.h"
#include "app/io/session/session_file.h"
#include "engine/train/training_run.h"
#include "ui/look/plot_theme.h"
#include "ui/look/theme.h"

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QHash>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <vector>

namespace {

using namespace ulpscope;
using namespace ulpscope::ui;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr QSize kSize(280, 120); ///< in points; the file has twice as many pixels each way, for sharp screens
constexpr int kPixelRatio = 2;
constexpr double kMargin = 8;
constexpr double kCaption = 16;
constexpr std::size_t kPlaces = 60; ///< along a curve; each is the mean of the steps around it

struct Curves
{
    QString caption;
    std::vector<double> run; ///< as powers of 10
    std::vector<double> reference; ///< empty: none
    bool isLost = false; ///< the run's last numbers are not finite
};

/// Means of the logarithms over equal stretches: a batch's loss is noisy, and zero has no logarithm.
std::vector<double> smoothed(const std::vector<double>& values)
{
    const std::size_t places = std::min(kPlaces, values.size());
    std::vector<double> means;
    for (std::size_t place = 0; place < places; ++place) {
        double sum = 0;
        int count = 0;
        for (std::size_t i = place * values.size() / places; i < (place + 1) * values.size() / places; ++i)
            if (std::isfinite(values[i]) && values[i] > 0) {
                sum += std::log10(values[i]);
                ++count;
            }
        means.push_back(count > 0 ? sum / count : kNan);
    }
    return means;
}

Result<Curves> curvesOf(const SessionSpec& session, const Kernels& kernels)
{
    Result<TrainingRun> run = TrainingRun::create(session, kernels);
    if (!run)
        return run.error();
    std::vector<double> loss, reference, scale;
    for (std::int64_t step = 0; step < session.training.steps; ++step) {
        run->step();
        loss.push_back(run->record().loss);
        reference.push_back(run->record().referenceLoss.value_or(kNan));
        scale.push_back(run->record().lossScale.value_or(kNan));
    }
    if (run->totals().recentSkippedSteps() > 0 && !run->totals().divergedAt) {
        Curves curves{QStringLiteral("loss scale"), {}, {}, false};
        for (const double value : scale) // every step: the saw teeth are what there is to see
            curves.run.push_back(std::log10(value));
        constexpr std::ptrdiff_t kTeeth = 150;
        if (std::ssize(curves.run) > kTeeth)
            curves.run.erase(curves.run.begin() + kTeeth, curves.run.end());
        return curves;
    }
    Curves curves{QStringLiteral("loss"), smoothed(loss), smoothed(reference), !std::isfinite(loss.back())};
    if (session.probes.watch == WatchMode::Step)
        curves.reference.clear();
    return curves;
}

/// With a table of colours: a third of the bytes. Shades of a smoothed edge that are much alike become the first of them, the
/// background among them first.
QImage fewColors(const QImage& image)
{
    QImage result(image.size(), QImage::Format_Indexed8);
    QHash<QRgb, int> places;
    QList<QRgb> colors;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QRgb color = image.pixel(x, y);
            const QRgb shade = color & 0xfff0f0f0;
            if (!places.contains(shade) && colors.size() < 256) {
                places.insert(shade, int(colors.size()));
                colors.append(color);
                result.setColorTable(colors);
            }
            result.setPixel(x, y, uint(places.value(shade)));
        }
    return result;
}

QImage drawn(const Curves& curves, Theme theme)
{
    const PlotTheme colors = plotTheme(themePalette(theme));
    QImage image(kSize * kPixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kPixelRatio);
    image.fill(colors.background);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const std::vector<double>* values : {&curves.run, &curves.reference})
        for (const double value : *values)
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    high = std::max(high, low + 0.1);
    const QRectF area
        = QRectF(QPointF(0, 0), QSizeF(kSize)).adjusted(kMargin, kMargin + kCaption, -kMargin, -kMargin);
    const auto point = [&](const std::vector<double>& values, std::size_t i) {
        return QPointF(
            area.left() + area.width() * double(i) / double(std::max<std::size_t>(1, values.size() - 1)),
            area.bottom() - area.height() * (values[i] - low) / (high - low));
    };
    painter.setPen(QPen(colors.grid, 1));
    for (int power = int(std::ceil(low)); power <= high; ++power) {
        const double y = area.bottom() - area.height() * (power - low) / (high - low);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    const auto draw = [&](const std::vector<double>& values, Ink ink) {
        painter.setPen(colors.pen(ink, 1.8));
        QPolygonF line;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (std::isfinite(values[i]))
                line += point(values, i);
        painter.drawPolyline(line);
        return line.isEmpty() ? QPointF(area.left(), area.top()) : line.last();
    };
    draw(curves.reference, Ink::Reference);
    const QPointF end = draw(curves.run, Ink::Candidate);
    if (curves.isLost) {
        painter.setPen(QPen(colors.alarm, 2.5));
        for (const double slope : {1.0, -1.0})
            painter.drawLine(end + QPointF(-5, -5 * slope), end + QPointF(5, 5 * slope));
        painter.drawText(end + QPointF(-2, -10), QStringLiteral("NaN"));
    }
    painter.setPen(colors.muted);
    painter.drawText(
        QRectF(kMargin, 4, kSize.width() - 2 * kMargin, kCaption), Qt::AlignLeft, curves.caption);
    if (!curves.reference.empty()) {
        painter.setPen(colors.reference);
        painter.drawText(QRectF(kMargin, 4, kSize.width() - 2 * kMargin, kCaption), Qt::AlignRight,
            QStringLiteral("float64"));
    }
    painter.end();
    return fewColors(image);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const QString resources = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources");
    const QStringList wanted = QCoreApplication::arguments().mid(1);
    const Result<Kernels> kernels = Kernels::load();
    if (!kernels) {
        std::cerr << kernels.error().text() << '\n';
        return 1;
    }
    bool isComplete = true;
    for (const Scene& scene : findScenes(resources)) {
        if (!wanted.isEmpty() && !wanted.contains(scene.name))
            continue;
        const Result<SessionSpec> session = loadSession(scene.path.toStdString());
        const Result<Curves> curves = session ? curvesOf(*session, *kernels) : session.error();
        if (!curves) {
            std::cerr << scene.name.toStdString() << ": " << curves.error().text() << '\n';
            isComplete = false;
            continue;
        }
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            const QString path = scenePicture(resources, scene.name, theme == Theme::Dark);
            isComplete = drawn(*curves, theme).save(path, "PNG", 0) && isComplete;
            std::cout << path.toStdString() << '\n';
        }
    }
    return isComplete ? 0 : 1;
}
