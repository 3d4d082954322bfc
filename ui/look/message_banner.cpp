// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/message_banner.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

namespace ulpscope::ui {

void TintedFrame::setSeverity(Severity severity)
{
    m_severity = severity;
    update();
}

void TintedFrame::paintEvent(QPaintEvent*)
{
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (frame.isEmpty()) // the size is empty, and arcs would be of NaN
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(severityColor(m_severity, palette()), 1));
    painter.setBrush(severityTint(m_severity, palette()));
    painter.drawRoundedRect(frame, 6, 6);
}

namespace {

constexpr int kMinColumn = 48; ///< characters of the text beside buttons
constexpr int kMinWidth = 24;

} // namespace

MessageBanner::MessageBanner(QWidget* parent)
    : TintedFrame(parent)
    , m_sign(new QLabel(this))
    , m_text(new QLabel(this))
    , m_command(new QLineEdit(this))
    , m_copy(new QPushButton(tr("&Copy command"), this))
    , m_retry(new QPushButton(tr("Retr&y"), this))
    , m_offer(new QPushButton(this))
    , m_dismiss(new QPushButton(tr("&Dismiss"), this))
{
    describe(this, QStringLiteral("messageBanner"), tr("Message"));
    m_text->setObjectName(QStringLiteral("messageText"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    describe(m_command, QStringLiteral("messageCommand"), tr("Command that helps"),
        tr("Type this in a terminal, then press Retry."));
    m_command->setReadOnly(true);
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_copy->setObjectName(QStringLiteral("messageCopy"));
    m_copy->setToolTip(tr("Copies the command to the clipboard"));
    m_copy->setIcon(glyphIcon(Glyph::Copy));
    m_retry->setObjectName(QStringLiteral("messageRetry"));
    m_retry->setToolTip(tr("Tries again"));
    m_retry->setIcon(glyphIcon(Glyph::Reset));
    m_offer->setObjectName(QStringLiteral("messageOffer"));
    m_dismiss->setObjectName(QStringLiteral("messageDismiss"));
    m_dismiss->setToolTip(tr("Hides this message"));

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->setHorizontalSpacing(8);
    layout->addWidget(m_sign, 0, 0, Qt::AlignTop);
    auto* help = rowOf({{m_command, 1}, m_copy, m_retry});
    help->addStretch(0); // without a command, Retry is no wider than its text
    layout->addLayout(help, 1, 1, 1, 3);
    layout->setColumnStretch(1, 1);
    placeButtons();

    connect(m_copy, &QPushButton::clicked, this,
        [this] { QApplication::clipboard()->setText(m_command->text()); });
    connect(m_retry, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_retry, &QPushButton::clicked, this, &MessageBanner::retryRequested);
    connect(m_dismiss, &QPushButton::clicked, this, &QWidget::hide);
    hide();
    onEvent(this, {QEvent::PaletteChange}, [this] {
        if (isVisible())
            applyColors();
    });
}

/// Beside the text, or below it where they would leave it a column of a few words.
void MessageBanner::placeButtons()
{
    auto* grid = static_cast<QGridLayout*>(layout());
    const int besideText = m_dismiss->sizeHint().width()
        + (m_offer->isHidden() ? 0 : m_offer->sizeHint().width() + grid->horizontalSpacing());
    const bool isBelow = width() - besideText < fontMetrics().averageCharWidth() * kMinColumn;
    if (grid->indexOf(m_dismiss) >= 0 && isBelow == m_areButtonsBelow)
        return;
    m_areButtonsBelow = isBelow;
    for (QWidget* moved :
        {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_offer), static_cast<QWidget*>(m_dismiss)})
        grid->removeWidget(moved);
    grid->addWidget(m_text, 0, 1, 1, isBelow ? 3 : 1);
    grid->addWidget(m_offer, isBelow ? 2 : 0, isBelow ? 1 : 2, Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(m_dismiss, isBelow ? 2 : 0, 3, Qt::AlignTop | Qt::AlignRight);
}

/// The banner's buttons go below the text before the window would grow for it.
QSize MessageBanner::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * kMinWidth, TintedFrame::minimumSizeHint().height()};
}

void MessageBanner::resizeEvent(QResizeEvent* event)
{
    TintedFrame::resizeEvent(event);
    placeButtons();
}

QString MessageBanner::text() const
{
    return m_text->text();
}

void MessageBanner::showMessage(
    Severity kind, const QString& text, const QString& command, bool canRetry, QAction* offer)
{
    setSeverity(kind);
    m_text->setText(text);
    m_command->setText(command);
    m_command->setVisible(!command.isEmpty());
    m_copy->setVisible(!command.isEmpty());
    m_retry->setVisible(canRetry);
    m_offer->disconnect();
    m_offer->setVisible(offer != nullptr);
    if (offer) {
        m_offer->setText(offer->text());
        m_offer->setToolTip(offer->toolTip());
        connect(m_offer, &QPushButton::clicked, offer, &QAction::trigger);
    }
    placeButtons();
    setAccessibleDescription(text + QLatin1Char(' ') + command);
    applyColors();
    show();
}

void MessageBanner::applyColors()
{
    const QColor ink = severityColor(severity(), palette());
    m_sign->setPixmap(glyphIcon(severityGlyph(severity()), ink).pixmap(QSize(18, 18), devicePixelRatioF()));
}

} // namespace ulpscope::ui
