// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the guide's pictures of the window, resources/guide/en/pictures: `make_guide_pictures [NAME …]`, without names all of
// them. Each is of a scene that was trained, in the light theme, with settings of its own; no display is needed.
#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "engine/policy/dtype_policy.h"
#include "ui/look/theme.h"
#include "ui/shell/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QLineEdit>
#include <QScrollArea>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QThread>

#include <iostream>

namespace {

using namespace ulpscope;
using namespace ulpscope::ui;

constexpr QSize kWindow(1280, 800);
constexpr int kLongestMs = 120'000;
constexpr int kSettleMs = 400; ///< plots are drawn when the event loop comes round

struct Taker
{
    MainWindow& window;

    template <class Widget>
    Widget* find(const char* name) const
    {
        auto* found = window.findChild<Widget*>(QString::fromLatin1(name));
        if (!found)
            qFatal("there is no %s", name);
        return found;
    }
    static void settle(int milliseconds = kSettleMs)
    {
        for (const QDeadlineTimer deadline(milliseconds); !deadline.hasExpired(); QThread::msleep(10))
            QCoreApplication::processEvents();
    }
    void waitUntilIdle() const
    {
        settle();
        for (const QDeadlineTimer deadline(kLongestMs); !window.isIdle() && !deadline.hasExpired();)
            settle(50);
        settle();
    }
    void trigger(const char* action) const
    {
        find<QAction>(action)->trigger();
        waitUntilIdle();
    }
    void choose(const char* combo, const char* text) const
    {
        auto* choice = find<QComboBox>(combo);
        choice->setCurrentText(QString::fromUtf8(text));
        emit choice->textActivated(choice->currentText());
        waitUntilIdle();
    }
    void type(const char* field, const char* text) const
    {
        auto* line = find<QLineEdit>(field);
        line->setText(QString::fromUtf8(text));
        emit line->textEdited(line->text());
        emit line->editingFinished();
        settle();
    }
    void press(const char* button) const
    {
        find<QAbstractButton>(button)->click();
        waitUntilIdle();
    }
    void showPage(const char* tabs, int page) const
    {
        find<QTabWidget>(tabs)->setCurrentIndex(page);
        settle();
    }
};

struct PictureRow
{
    const char* name;
    const char* scene;
    const char* widget; ///< what is taken; null: the window
    void (*arrange)(const Taker& taker);
    int highest = 0; ///< pixels; 0: all of it
};

const PictureRow kPictures[] = {
    {"window", "circle", nullptr, [](const Taker&) {}},
    {"tiles", "circle", "tiles", [](const Taker& taker) { taker.trigger("showPlots"); }},
    {"bars", "circle", nullptr, [](const Taker&) {}, 80},
    {"model", "circle", "modelDock", [](const Taker&) {}},
    {"numerics", "circle", "numericsPage",
        [](const Taker& taker) {
            taker.trigger("showForms");
            taker.showPage("formTabs", 1);
        }},
    {"plots", "loss-scale", "trainingView", [](const Taker& taker) { taker.trigger("showPlots"); }},
    {"policy-map", "circle", "policyMapView",
        [](const Taker& taker) {
            (void)taker.window.document().edit(QStringLiteral("Map"), [](SessionSpec& session) {
                session.policies.map = {{".*/dense_.*", *getPolicy("mixed_bfloat16")},
                    {"sequential/logits", *getPolicy("float32")}};
            });
            taker.trigger("showTab2");
        }},
    {"number-lab", "circle", "numberLab",
        [](const Taker& taker) {
            taker.trigger("showTab3");
            auto* number = taker.find<QLineEdit>("number");
            number->setText(QStringLiteral("464.5"));
            emit number->textEdited(number->text());
            emit number->returnPressed();
        }},
    {"accumulators", "circle", "accumulators", [](const Taker& taker) { taker.trigger("showTab4"); }},
    {"diagnosis", "attention-overflow", "diagnosis", [](const Taker& taker) { taker.trigger("showTab5"); },
        430},
    {"exponents", "circle", "exponentPanel", [](const Taker& taker) { taker.trigger("showTab5"); }},
    {"compare", "circle", "compareView",
        [](const Taker& taker) {
            taker.press("verdictAction");
            taker.choose("globalPolicy", "mixed_bfloat16");
            taker.trigger("showTab6");
        }},
    {"sweep", "circle", "sweepPanel",
        [](const Taker& taker) {
            taker.trigger("showTab6");
            taker.showPage("comparePages", 3);
            taker.choose("sweepNumber", "gradients flushed (%)");
            taker.press("startSweep");
        }},
    {"predictions", "lost-updates", "dataView", [](const Taker& taker) { taker.trigger("showTab7"); }},
    {"search", "circle", "searchView",
        [](const Taker& taker) {
            taker.trigger("showTab8");
            taker.type("searchMenuText", "float32, mixed_bfloat16, mixed_float16");
            taker.type("budgetSentence", "loss <= 1.05*float32");
            taker.press("searchStart");
        }},
    {"recording", "circle", "recordingPage",
        [](const Taker& taker) {
            taker.window.openFile(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/recordings/float16"));
            taker.waitUntilIdle();
            taker.showPage("recordingParts", 1);
            taker.press("originsBegin");
        },
        560},
    {"runs", "circle", "runsDock",
        [](const Taker& taker) {
            taker.press("verdictAction");
            taker.choose("globalPolicy", "mixed_bfloat16");
            taker.trigger("showRuns");
        }},
    {"lesson", "circle", nullptr,
        [](const Taker& taker) {
            taker.window.openLesson(QStringLiteral("4"));
            taker.waitUntilIdle();
        }},
};

bool take(const PictureRow& row, const std::shared_ptr<const Kernels>& kernels)
{
    const QTemporaryDir directory;
    QSettings store(directory.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    Settings settings(store);
    MainWindow window(kernels, settings);
    applyTheme(Theme::Light);
    window.resize(kWindow);
    window.show();
    const QString root = QStringLiteral(ULPSCOPE_SOURCE_DIR);
    window.openScene(QStringLiteral("%1/resources/scenes/%2.ulps").arg(root, QString::fromLatin1(row.scene)));
    const Taker taker{window};
    taker.waitUntilIdle();
    row.arrange(taker);
    taker.waitUntilIdle();
    QWidget* taken = row.widget ? taker.find<QWidget>(row.widget) : &window;
    for (QWidget* around = taken->parentWidget(); around; around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around)) {
            area->ensureWidgetVisible(taken);
            Taker::settle();
        }
    QImage picture = taken->grab().toImage();
    if (row.highest > 0 && picture.height() > row.highest)
        picture = picture.copy(0, 0, picture.width(), row.highest);
    const QString path
        = QStringLiteral("%1/resources/guide/en/pictures/%2.png").arg(root, QString::fromLatin1(row.name));
    // 256 colours are enough for text and lines, at a third of the bytes.
    const bool isSaved
        = picture.convertToFormat(QImage::Format_Indexed8, Qt::ThresholdDither).save(path, "PNG", 1);
    if (!isSaved)
        std::cerr << path.toStdString() << ": cannot be written\n";
    return isSaved;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    Result<Kernels> loaded = Kernels::load();
    if (!loaded) {
        std::cerr << loaded.error().text() << '\n';
        return 1;
    }
    const auto kernels = std::make_shared<const Kernels>(std::move(loaded).value());
    const QStringList wanted = QCoreApplication::arguments().mid(1);
    bool isComplete = true;
    for (const PictureRow& row : kPictures)
        if (wanted.isEmpty() || wanted.contains(QLatin1String(row.name)))
            isComplete = take(row, kernels) && isComplete;
    return isComplete ? 0 : 1;
}
