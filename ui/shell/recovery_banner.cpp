// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recovery_banner.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"
#include "ui/shell/file_menu.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace ulpscope::ui {

namespace {

constexpr int kMinText = 40; ///< characters of the text in a line beside the buttons

QString lostText(const LostSession& lost)
{
    const QString when = QLocale().toString(lost.lastChange, QLocale::ShortFormat);
    if (!lost.content)
        return RecoveryBanner::tr("A session of %1 was not saved, and cannot be read any more: %2")
            .arg(when, engineText(lost.content.error()));
    const QString title = toQt(lost.content->session.title);
    const QString file = lost.content->filePath;
    const QString what = !lost.content->isChanged
        ? RecoveryBanner::tr("The program ended with runs of \"%1\" that were not saved (%2)")
        : !lost.runs.isEmpty()
        ? RecoveryBanner::tr("The program ended with changes to \"%1\", and runs, that were not saved (%2)")
        : RecoveryBanner::tr("The program ended with changes to \"%1\" that were not saved (%2)");
    return what.arg(title, when) + (file.isEmpty() ? QStringLiteral(".") : QStringLiteral(":\n%1").arg(file));
}

} // namespace

RecoveryBanner::RecoveryBanner(FileMenu& files, SessionSwap& swap, SavedRuns& runs, QWidget* parent)
    : TintedFrame(parent)
    , m_files(files)
    , m_swap(swap)
    , m_runs(runs)
    , m_sign(new QLabel(this))
    , m_text(proseLabel(this))
    , m_restore(addButton(QStringLiteral("recoveryRestore"), tr("Re&store"),
          tr("Opens the session with its changes and runs; its file stays as it is until you save")))
    , m_discard(addButton(QStringLiteral("recoveryDiscard"), tr("Dis&card"),
          tr("Gives these changes and runs up for good; the session's file stays as it is")))
    , m_later(addButton(QStringLiteral("recoveryLater"), tr("&Not now"),
          tr("Keeps the changes and asks again at the next start")))
{
    describe(this, QStringLiteral("recoveryBanner"), tr("Sessions to recover"));
    setSeverity(Severity::Notice);
    m_text->setObjectName(QStringLiteral("recoveryText"));
    auto* said = new QHBoxLayout;
    said->setSpacing(8);
    said->addWidget(m_sign, 0, Qt::AlignTop);
    said->addWidget(m_text, 1);
    auto* doable = new FlowLayout(nullptr, 8);
    for (QPushButton* button : {m_restore, m_discard, m_later})
        doable->addWidget(button);
    auto* parts = new TurningBox(
        [this, doable] { return doable->sizeHint().width() + kMinText * fontMetrics().averageCharWidth(); },
        this);
    parts->setContentsMargins(12, 8, 8, 8);
    parts->setSpacing(8);
    parts->addLayout(said, 1);
    parts->addLayout(doable);
    connect(m_restore, &QPushButton::clicked, this, &RecoveryBanner::restore);
    connect(m_discard, &QPushButton::clicked, this, &RecoveryBanner::discard);
    connect(m_later, &QPushButton::clicked, this, &RecoveryBanner::keepForLater);
    connect(&runs, &SavedRuns::notRestored, this, [this](const Error& error) {
        emit runsLost(tr("The session is restored, but its runs cannot be read: %1").arg(engineText(error)));
    });
    hide();
    onEvent(this, {QEvent::PaletteChange}, [this] {
        if (isVisible())
            applyColors();
    });
}

QPushButton* RecoveryBanner::addButton(const QString& id, const QString& text, const QString& toolTip)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(id);
    button->setToolTip(toolTip);
    button->setAccessibleDescription(toolTip);
    button->setAutoDefault(false);
    return button;
}

void RecoveryBanner::offer(std::vector<LostSession> lost)
{
    m_lost = std::move(lost);
    showNext();
}

void RecoveryBanner::showNext()
{
    if (m_lost.empty()) {
        hide();
        emit finished();
        return;
    }
    const auto others = int(m_lost.size()) - 1;
    QString text = lostText(m_lost.front());
    if (others == 1)
        text += QLatin1Char('\n') + tr("One more session was not saved.");
    else if (others > 1)
        text += QLatin1Char('\n') + tr("%1 more sessions were not saved.").arg(others);
    m_text->setText(text);
    setAccessibleDescription(text);
    m_restore->setVisible(m_lost.front().content.ok());
    applyColors();
    show();
}

void RecoveryBanner::restore()
{
    setEnabled(false); // while it is asked, saved or discarded, the session in question stays
    const bool mayRestore = m_files.mayDiscardChanges();
    setEnabled(true);
    if (!mayRestore || m_lost.empty())
        return;
    LostSession lost = std::move(m_lost.front());
    m_lost.erase(m_lost.begin());
    m_swap.restore(lost);
    if (lost.runs.isEmpty())
        m_runs.keepUnsavedIn(m_swap.runsPath());
    else
        m_runs.restoreUnsaved(lost.runs);
    emit restored();
    showNext();
}

void RecoveryBanner::discard()
{
    m_lost.front().remove();
    m_lost.erase(m_lost.begin());
    showNext();
}

void RecoveryBanner::keepForLater()
{
    m_lost.erase(m_lost.begin());
    showNext();
}

void RecoveryBanner::applyColors()
{
    const QColor ink = severityColor(severity(), palette());
    m_sign->setPixmap(glyphIcon(severityGlyph(severity()), ink).pixmap(QSize(18, 18), devicePixelRatioF()));
}

} // namespace ulpscope::ui
