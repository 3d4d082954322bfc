// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_window.h"

#include "ui/guide/guide_page.h"
#include "ui/guide/models/guide_search.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>

namespace ulpscope::ui {

namespace {

constexpr int kPlaceRole = Qt::UserRole; ///< "formats#rounding"
constexpr int kMaxHits = 100;

QToolButton* pageButton(QWidget* parent, QAction* action)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    describe(button, action->objectName() + QStringLiteral("Button"), action->text(), action->toolTip());
    return button;
}

} // namespace

GuideWindow::GuideWindow(GuideBook book, QWidget* window)
    : QDialog(window)
    , m_book(std::move(book))
    , m_words(new QLineEdit(this))
    , m_contents(new QTreeWidget(this))
    , m_hits(new QListWidget(this))
    , m_found(new QLabel(this))
    , m_left(new QStackedWidget(this))
    , m_page(new GuidePage(m_book, this))
{
    setObjectName(QStringLiteral("guide"));
    setWindowTitle(tr("Guide"));
    setWindowFlag(Qt::WindowMinMaxButtonsHint);
    const auto action
        = [this](const char* id, const QString& text, const QString& tip, const QKeySequence& keys) {
              QAction* made = makeAction(this, QString::fromLatin1(id), text, tip, keys);
              addAction(made);
              return made;
          };
    QAction* back = action("guideBack", tr("Back"), tr("The page before (Alt+Left)"), Qt::ALT | Qt::Key_Left);
    QAction* forward
        = action("guideForward", tr("Forward"), tr("The page after (Alt+Right)"), Qt::ALT | Qt::Key_Right);
    QAction* find = action(
        "guideFind", tr("Find"), tr("Puts the cursor into the search field (Ctrl+F)"), QKeySequence::Find);
    QAction* next
        = action("guideNext", tr("Next"), tr("The next of the words on this page (F3)"), Qt::Key_F3);
    back->setEnabled(false);
    forward->setEnabled(false);
    next->setEnabled(false);
    m_back = pageButton(this, back);
    m_forward = pageButton(this, forward);
    connect(back, &QAction::triggered, m_page, &QTextBrowser::backward);
    connect(forward, &QAction::triggered, m_page, &QTextBrowser::forward);
    connect(m_page, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_page, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    connect(m_page, &QTextBrowser::anchorClicked, this, &GuideWindow::follow);
    connect(m_page, &GuidePage::placeShown, this, &GuideWindow::showWhere);
    connect(next, &QAction::triggered, m_page, &GuidePage::goToNextMark);
    connect(find, &QAction::triggered, this, [this] {
        m_words->setFocus();
        m_words->selectAll();
    });
    connect(m_words, &QLineEdit::textChanged, this, [this, next] {
        search();
        next->setEnabled(!m_words->text().isEmpty());
    });
    place();
    fillContents();
    resize(QSize(fontMetrics().averageCharWidth() * 150, fontMetrics().height() * 42)
               .boundedTo((window ? window->screen() : screen())->availableSize() * 9 / 10));
    showPlace(QStringLiteral("index"));
}

void GuideWindow::place()
{
    describe(m_words, QStringLiteral("guideWords"), tr("Search the guide"),
        tr("Sections that have all these words; \"words in quotes\" as they stand; ↓ goes to what was found (Ctrl+F)"));
    m_words->setPlaceholderText(tr("Search the guide"));
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    describe(m_contents, QStringLiteral("guideContents"), tr("Contents"), tr("Chapters and their sections"));
    m_contents->setHeaderHidden(true);
    m_contents->header()->setStretchLastSection(true);
    describe(m_hits, QStringLiteral("guideHits"), tr("What was found"), tr("Return shows the section"));
    m_hits->setWordWrap(true);
    m_hits->setSpacing(3);
    m_hits->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_found->setObjectName(QStringLiteral("guideFound"));
    m_found->hide();
    m_left->addWidget(m_contents);
    m_left->addWidget(m_hits);
    auto* left = new QWidget(this);
    columnOf(left, {m_words, m_found, {m_left, 1}});
    auto* right = new QWidget(this);
    auto* buttons = rowOf({m_back, m_forward, Stretch{}});
    columnOf(right, {buttons, {m_page, 1}});
    auto* halves = new QSplitter(this);
    halves->addWidget(left);
    halves->addWidget(right);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    halves->setSizes({fontMetrics().averageCharWidth() * 42, fontMetrics().averageCharWidth() * 108});
    columnOf(this, {halves}, {.hasStyleMargins = true});
    const auto open = [this](const QTreeWidgetItem* item) {
        if (item && item->data(0, kPlaceRole).toString() != m_page->place())
            m_page->showPlace(item->data(0, kPlaceRole).toString());
    };
    connect(m_contents, &QTreeWidget::itemClicked, this, open);
    connect(m_contents, &QTreeWidget::itemActivated, this, open);
    connect(m_hits, &QListWidget::itemClicked, this, [this] { openHit(m_hits->currentRow()); });
    connect(m_hits, &QListWidget::itemActivated, this, [this] { openHit(m_hits->currentRow()); });
}

void GuideWindow::fillContents()
{
    for (const GuideChapter& chapter : m_book.chapters()) {
        auto* item = new QTreeWidgetItem(m_contents, {chapter.title});
        item->setData(0, kPlaceRole, chapter.name);
        for (const GuideSection& section : chapter.sections)
            if (section.level == 2) {
                auto* below = new QTreeWidgetItem(item, {section.title});
                below->setData(0, kPlaceRole, QString(chapter.name + QLatin1Char('#') + section.id));
            }
    }
}

void GuideWindow::showPlace(const QString& place)
{
    if (m_book.findPlace(place) && place != m_page->place())
        m_page->showPlace(place);
}

void GuideWindow::search()
{
    const QString typed = m_words->text();
    const QList<GuideHit> hits = searchGuide(m_book, typed);
    m_hits->clear();
    for (const GuideHit& hit : hits.mid(0, kMaxHits)) {
        const QString title
            = hit.title == hit.chapter ? hit.title : QStringLiteral("%1 › %2").arg(hit.chapter, hit.title);
        auto* item = new QListWidgetItem(title + QLatin1Char('\n') + hit.snippet, m_hits);
        item->setData(kPlaceRole, hit.place);
    }
    const bool isSearching = !guideWords(typed).isEmpty();
    m_left->setCurrentWidget(isSearching ? static_cast<QWidget*>(m_hits) : m_contents);
    m_found->setVisible(isSearching);
    m_found->setText(hits.isEmpty() ? tr("Nothing was found.")
            : hits.size() > kMaxHits
            ? tr("The first %1 of %2 places").arg(kMaxHits).arg(countText(hits.size()))
            : countedText(hits.size(), tr("place"), tr("places")));
    m_page->mark(guideWords(typed));
}

void GuideWindow::openHit(int row)
{
    if (const QListWidgetItem* item = m_hits->item(row))
        m_page->showPlace(item->data(kPlaceRole).toString());
}

void GuideWindow::follow(const QUrl& url)
{
    if (!url.scheme().isEmpty()) {
        emit linkFollowed(url.toString());
        return;
    }
    const QString chapter = url.path().isEmpty() ? m_page->place().section(QLatin1Char('#'), 0, 0)
                                                 : url.path().section(QLatin1Char('.'), 0, 0);
    m_page->showPlace(url.hasFragment() ? chapter + QLatin1Char('#') + url.fragment() : chapter);
}

/// Shows the place in the contents and in the title.
void GuideWindow::showWhere(const QString& place)
{
    const QString name = place.section(QLatin1Char('#'), 0, 0);
    for (int i = 0; i < m_contents->topLevelItemCount(); ++i) {
        QTreeWidgetItem* chapter = m_contents->topLevelItem(i);
        if (chapter->data(0, kPlaceRole).toString() != name)
            continue;
        QTreeWidgetItem* current = chapter;
        for (int j = 0; j < chapter->childCount(); ++j)
            if (chapter->child(j)->data(0, kPlaceRole).toString() == place)
                current = chapter->child(j);
        chapter->setExpanded(true);
        m_contents->setCurrentItem(current);
        m_contents->scrollToItem(current);
    }
    if (const GuideChapter* chapter = m_book.find(name))
        setWindowTitle(chapter->title);
}

bool GuideWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress && m_left->currentWidget() == m_hits) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape) { // ends the search first, the guide then
            m_words->clear();
            return true;
        }
        if (m_hits->count() == 0)
            return QDialog::eventFilter(watched, event);
        const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
        if (isReturn || key == Qt::Key_Down) {
            if (m_hits->currentRow() < 0)
                m_hits->setCurrentRow(0);
            if (isReturn)
                openHit(m_hits->currentRow());
            else
                m_hits->setFocus();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace ulpscope::ui
