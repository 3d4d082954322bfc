// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/gallery_dialog.h"

#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/models/translation.h"
#include "ui/look/theme.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kGap = 12; ///< between cards
constexpr int kInside = 12; ///< between a card's edge and what is in it
constexpr int kBetween = 6; ///< between its picture, its title and its text
constexpr int kRadius = 6;
constexpr int kLettersInLine = 32; ///< characters for which a card is at least wide enough

constexpr double kMaxStretch = 1.4;
constexpr double kUnlimited = 1e6;

enum CardRole { DescriptionRole = Qt::UserRole };

QFont titleFont(QFont font)
{
    font.setBold(true);
    return font;
}

/// Height of a text that breaks its lines in a card of that width.
int heightOf(const QString& text, const QFont& font, int cardWidth)
{
    const int width = std::max(1, cardWidth - 2 * kInside);
    return QFontMetrics(font).boundingRect(QRect(0, 0, width, 1), Qt::TextWordWrap, text).height();
}

/// Size of the picture: the card's width, unless that would enlarge the picture too much.
QSize pictureSize(const QPixmap& picture, int cardWidth)
{
    const QSizeF size = picture.deviceIndependentSize();
    return size
        .scaled(std::min<double>(cardWidth - 2 * kInside, kMaxStretch * size.width()), kUnlimited,
            Qt::KeepAspectRatio)
        .toSize();
}

int cardHeight(const QModelIndex& index, const QFont& font, int cardWidth)
{
    const int picture = pictureSize(index.data(Qt::DecorationRole).value<QPixmap>(), cardWidth).height();
    return 2 * kInside + (picture > 0 ? picture + kBetween : 0)
        + heightOf(index.data(Qt::DisplayRole).toString(), titleFont(font), cardWidth) + kBetween
        + heightOf(index.data(DescriptionRole).toString(), font, cardWidth);
}

class CardDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return static_cast<const QListView*>(parent())->gridSize();
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QRect card = option.rect.adjusted(0, 0, -kGap, -kGap);
        if (card.width() <= 2 * kInside)
            return;
        const QPalette& palette = option.palette;
        const bool isCurrent = option.state.testFlag(QStyle::State_Selected);
        const bool isPointedAt = option.state.testFlag(QStyle::State_MouseOver);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        painter->setBrush(palette.base());
        painter->setPen(isCurrent ? QPen(palette.color(QPalette::Highlight), 2)
                                  : QPen(isPointedAt ? mutedText(palette) : hairline(palette), 1));
        painter->drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), kRadius, kRadius);

        QRect place = card.adjusted(kInside, kInside, -kInside, -kInside);
        if (const auto picture = index.data(Qt::DecorationRole).value<QPixmap>(); !picture.isNull()) {
            const QSize size = pictureSize(picture, card.width());
            painter->drawPixmap(QRect(place.topLeft(), size), picture);
            place.setTop(place.top() + size.height() + kBetween);
        }
        const QString title = index.data(Qt::DisplayRole).toString();
        painter->setFont(titleFont(option.font));
        painter->setPen(palette.color(QPalette::Text));
        painter->drawText(place, Qt::TextWordWrap, title);
        place.setTop(place.top() + heightOf(title, titleFont(option.font), card.width()) + kBetween);
        painter->setFont(option.font);
        painter->setPen(mutedText(palette));
        painter->drawText(place, Qt::TextWordWrap, index.data(DescriptionRole).toString());
        painter->restore();
    }
};

} // namespace

SceneCards::SceneCards(const QString& resourcesDirectory, QList<Scene> scenes, QWidget* parent)
    : QListView(parent)
    , m_resources(resourcesDirectory)
    , m_scenes(std::move(scenes))
    , m_model(new QStandardItemModel(this))
{
    describe(this, QStringLiteral("sceneCards"), tr("Scenes"));
    setViewMode(QListView::IconMode);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setUniformItemSizes(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setItemDelegate(new CardDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Window);
    viewport()->setCursor(Qt::PointingHandCursor);
    // Always there: whether it is needed depends on the cards' width, and that on whether it is there.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    fillModel();
    setModel(m_model);
    setCurrentIndex(m_model->index(0, 0));
    connect(this, &QAbstractItemView::clicked, this,
        [this](const QModelIndex& index) { emit chosen(index.row()); });
}

void SceneCards::fillModel()
{
    for (const Scene& scene : m_scenes) {
        auto* item = new QStandardItem(engineText(scene.title.toStdString()));
        item->setEditable(false);
        const QString description = engineText(scene.description.toStdString());
        item->setData(description, DescriptionRole);
        item->setData(description, Qt::AccessibleDescriptionRole);
        item->setToolTip(tr("Opens the scene \"%1\" and trains it").arg(item->text()));
        m_model->appendRow(item);
    }
    showPictures();
}

void SceneCards::showPictures()
{
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (QPixmap picture(scenePicture(m_resources, m_scenes.at(row).name, isDark(palette())));
            !picture.isNull()) {
            picture.setDevicePixelRatio(2); // drawn for sharp screens
            m_model->item(row)->setData(picture, Qt::DecorationRole);
        }
}

void SceneCards::fitCards()
{
    const int width = viewport()->width() - 1; // a column more fits only if there is a pixel to spare
    const int least = kLettersInLine * fontMetrics().averageCharWidth() + 2 * kInside + kGap;
    const int columns = std::max(1, width / std::max(1, least));
    const int cell = std::max(1, width / columns);
    int height = 1;
    for (int row = 0; row < m_model->rowCount(); ++row)
        height = std::max(height, cardHeight(m_model->index(row, 0), font(), cell - kGap));
    setGridSize(QSize(cell, height + kGap));
    verticalScrollBar()->setSingleStep(std::max(1, fontMetrics().height() * 3));
}

void SceneCards::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        event->accept(); // otherwise the key would press a button of the dialog as well
        emit chosen(currentIndex().row());
        return;
    }
    QListView::keyPressEvent(event);
}

void SceneCards::resizeEvent(QResizeEvent* event)
{
    fitCards();
    QListView::resizeEvent(event);
}

void SceneCards::changeEvent(QEvent* event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showPictures();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        fitCards();
}

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
    QBoxLayout* last = rowOf({m_atStart, Stretch{1}, buttons});
    columnOf(this,
        {ways,
            wrappedLabel(QStringLiteral("galleryText"),
                tr("Or open a scene: each shows one thing that low precision does to training. Its picture is the loss of its run, "
                   "and dashed that of the same run in float64."),
                this),
            {m_cards, 1}, last},
        {.margins = {16, 16, 16, 12}, .spacing = 12});
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
