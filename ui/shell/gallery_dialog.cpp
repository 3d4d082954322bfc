// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/gallery_dialog.h"

#include "ui/look/accent_button.h"
#include "ui/look/describe.h"
#include "ui/shell/scene_cards.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

namespace ulpscope::ui {

namespace {

constexpr QSize kSize(1000, 720);

QLabel* wrappedLabel(const QString& id, const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setObjectName(id);
    label->setWordWrap(true);
    return label;
}

/// A way to begin that is no scene.
void makeWay(QPushButton* button, const QString& id, const QString& toolTip)
{
    describe(button, id, button->text().remove(QLatin1Char('&')), toolTip);
    QFont font = button->font();
    font.setBold(true);
    button->setFont(font);
}

} // namespace

GalleryDialog::GalleryDialog(
    const QString& resourcesDirectory, const QList<Scene>& scenes, Settings& settings, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_cards(new SceneCards(resourcesDirectory, scenes, this))
    , m_atStart(new QCheckBox(tr("Show this at every &start"), this))
{
    registerPlace(this, {.name = "gallery", .guide = "scenes"});
    setWindowTitle(tr("New session"));
    auto* tour = new AccentButton(tr("Take the &tour"), this);
    makeWay(tour, QStringLiteral("galleryTour"),
        tr("Opens the first scene, which loses most of its gradients, and the guide's tour of it: ten minutes, with the "
           "numbers that you should see"));
    tour->setEnabled(!scenes.isEmpty());
    auto* empty = new QPushButton(tr("&Empty session"), this);
    makeWay(empty, QStringLiteral("galleryEmpty"),
        tr("The smallest model that can be trained, one Dense layer on points of a circle, to build upon"));
    auto* own = new QPushButton(tr("&My data"), this);
    makeWay(own, QStringLiteral("galleryData"),
        tr("Makes a session that learns a file of yours: CSV, NPZ, NPY, IDX or a text; what is in it is shown first"));
    auto* lessons = new QPushButton(tr("&Lessons"), this);
    makeWay(lessons, QStringLiteral("galleryLessons"),
        tr("Shows the lessons: a few minutes each, one misconception each"));
    describe(m_atStart, QStringLiteral("galleryAtStart"), m_atStart->text().remove(QLatin1Char('&')),
        tr("Whether the program begins with this; File > New has it at any time"));
    m_atStart->setChecked(m_settings.showsGalleryAtStart());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* close = buttons->button(QDialogButtonBox::Close);
    describe(close, QStringLiteral("galleryClose"), tr("Close"), tr("Leaves what is open as it is (Escape)"));
    for (QPushButton* button : std::initializer_list<QPushButton*>{tour, lessons, empty, own, close})
        button->setAutoDefault(false); // Return is the cards'

    connect(tour, &QPushButton::clicked, this, [this, path = scenes.value(0).path] {
        hide();
        emit tourChosen(path);
    });
    connect(lessons, &QPushButton::clicked, this, [this] {
        hide();
        emit lessonsChosen();
    });
    connect(empty, &QPushButton::clicked, this, [this] {
        hide();
        emit emptyChosen();
    });
    connect(own, &QPushButton::clicked, this, [this] {
        hide();
        emit dataChosen();
    });
    connect(m_cards, &SceneCards::chosen, this, [this](int row) {
        hide();
        emit sceneChosen(m_cards->scene(row).path);
    });
    connect(m_atStart, &QCheckBox::toggled, this,
        [this](bool isShown) { m_settings.setShowsGalleryAtStart(isShown); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* ways = new QHBoxLayout;
    for (QPushButton* button : std::initializer_list<QPushButton*>{tour, lessons, empty, own}) {
        button->setMinimumHeight(tour->sizeHint().height());
        ways->addWidget(button, 1);
    }
    auto* last = new QHBoxLayout;
    last->addWidget(m_atStart);
    last->addStretch(1);
    last->addWidget(buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 12);
    layout->setSpacing(12);
    layout->addLayout(ways);
    layout->addWidget(wrappedLabel(QStringLiteral("galleryText"),
        tr("Or open a scene: each shows one thing that low precision does to training. Its picture is the loss of its run, "
           "and dashed that of the same run in float64."),
        this));
    layout->addWidget(m_cards, 1);
    layout->addLayout(last);
    resize(kSize);
}

void GalleryDialog::keyPressEvent(QKeyEvent* event)
{
    auto* button = qobject_cast<QPushButton*>(focusWidget());
    if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        button->click();
    else
        QDialog::keyPressEvent(event);
}

void GalleryDialog::fitWindow()
{
    const QSize room = parentWidget()->screen()->availableSize() * 9 / 10;
    resize(kSize.boundedTo(room));
}

void GalleryDialog::present()
{
    if (!isVisible()) {
        fitWindow();
        m_cards->scrollToTop();
    }
    show();
    raise();
    activateWindow();
    m_cards->setFocus();
}

} // namespace ulpscope::ui
