// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/models/guide_places.h"

namespace ulpscope::ui {

namespace {

struct PlaceRow
{
    const char* widget;
    const char* place;
};

constexpr PlaceRow kPlaces[] = {
    {"mainWindow", "window"},
    // Bars.
    {"runBar", "window#run-bar"},
    {"policyBar", "window#policy-bar"},
    {"fileBar", "window#menus"},
    // The model's dock and its pages.
    {"modelDock", "window#model"},
    {"modelPanel", "window#model"},
    {"layerView", "window#model"},
    {"formTabs", "window#forms"},
    {"layerPage", "window#layer-page"},
    {"numericsPage", "window#numerics-page"},
    {"optimizerForm", "window#training-page"},
    {"lossForm", "window#training-page"},
    {"lossScaleForm", "window#training-page"},
    {"scheduleForm", "window#training-page"},
    {"kerasForm", "window#training-page"},
    {"dataPage", "window#data-page"},
    {"policyPalettePage", "window#policy-list"},
    // The tabs.
    {"tabs", "window#tabs"},
    {"trainingPage", "window#run"},
    {"sceneStrip", "window#scene-strip"},
    {"healthStrip", "window#tiles"},
    {"trainingView", "window#plots"},
    {"policyMapView", "window#policy-map"},
    {"numberLab", "window#number-lab"},
    {"numberLabTabs", "window#number-lab"},
    {"accumulators", "window#accumulators"},
    {"diagnosis", "window#diagnosis"},
    {"birth", "window#birth"},
    {"blamePanel", "window#blame"},
    {"costPanel", "window#costs"},
    {"formatLossPanel", "window#format-loss"},
    {"saturationPanel", "window#saturation"},
    {"exponentPanel", "window#exponents"},
    {"compareView", "window#compare"},
    {"comparePages", "window#compare"},
    {"curvesPage", "window#compare"},
    {"differencesPage", "window#differences"},
    {"sweepPanel", "window#sweep"},
    {"noisePanel", "window#noise"},
    {"memoryPanel", "window#memory"},
    {"dataView", "window#predictions"},
    {"searchView", "window#search"},
    {"searchQuestion", "window#search-question"},
    {"searchResults", "window#search-answer"},
    {"filesView", "files#elsewhere"},
    {"logPage", "files#log"},
    {"recordingPage", "files#recording"},
    // Other docks.
    {"runsDock", "window#runs"},
    {"runs", "window#runs"},
    {"lessonDock", "window#lesson-dock"},
    {"lessonPanel", "window#lesson-dock"},
    {"firstStart", "window#lesson-dock"},
    // Dialogs.
    {"gallery", "scenes"},
    {"ownData", "files#own-data"},
    {"watchDialog", "numbers#watches"},
    {"noteList", "window#plots"},
    {"plotPicker", "window#plots"},
    {"shortcuts", "window#keys"},
    {"policyExport", "policies#export"},
    {"policyImport", "policies#import"},
    {"quantizationReport", "policies#quantized"},
};

} // namespace

QString guidePlaceOfWidget(const QString& widget)
{
    for (const PlaceRow& row : kPlaces)
        if (widget == QLatin1String(row.widget))
            return QString::fromLatin1(row.place);
    return {};
}

QList<GuidePlace> guidePlaces()
{
    QList<GuidePlace> places;
    for (const PlaceRow& row : kPlaces)
        places.append({QString::fromLatin1(row.widget), QString::fromLatin1(row.place)});
    return places;
}

} // namespace ulpscope::ui
