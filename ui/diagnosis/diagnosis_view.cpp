// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/diagnosis_view.h"

#include "app/session/session_runner.h"
#include "engine/train/lane_tensors.h"
#include "ui/diagnosis/blame_panel.h"
#include "ui/diagnosis/exponent_panel.h"
#include "ui/diagnosis/format_loss_panel.h"
#include "ui/diagnosis/layer_tables.h"
#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/glyphs.h"
#include "ui/look/message_banner.h"
#include "ui/look/place.h"
#include "ui/look/step_chip.h"
#include "ui/look/theme.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

namespace ulpscope::ui {

DiagnosisView::DiagnosisView(Document& document, SessionRunner& runner, const ShownRun& shown,
    std::shared_ptr<const Kernels> kernels, int threads, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_frame(new TintedFrame(this))
    , m_sign(new QLabel(m_frame))
    , m_sentence(new QLabel(m_frame))
    , m_link(new LinkButton(m_frame))
    , m_follow(new LinkButton(m_frame))
    , m_blame(new BlamePanel(document, kernels, threads, this))
    , m_costs(new CostPanel(document, kernels, this))
    , m_loss(new FormatLossPanel(runner, shown, kernels, this))
    , m_exponents(new ExponentPanel(shown, ExponentPanel::Size::Whole, QStringLiteral("exponent"), this))
{
    registerPlace(this,
        {.name = "diagnosis",
            .terms = "diagnosis",
            .guide = "window#diagnosis",
            .lessons = {{"tab.diagnosis"}},
            .tab = {.title = tr("Diagnosis"),
                .tip
                = tr("Why: the first NaN, the layer to blame, what policies cost and formats would lose"),
                .isOfSession = true,
                .focus = [this] { focusBlame(); }}});
    connect(m_blame, &BlamePanel::editRefused, this, &DiagnosisView::editRefused);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    registerPlace(m_frame,
        {.name = "birth",
            .terms = "first_non_finite",
            .guide = "window#birth",
            .lessons = {{"diagnosis.first-nan"}}});
    m_frame->setToolTip(
        tr("NaN and infinity spread from one place: the first value that is not finite, and what "
           "made it"));
    registerPlace(m_link, {.name = "birthLink", .lesson = "10-epsilon"});
    connect(m_link, &QPushButton::clicked, this, [this] { emit placeRequested(m_place); });
    registerPlace(m_follow, {.name = "birthFollow", .terms = "first_non_finite"});
    m_follow->setText(tr("Follow this number"));
    m_follow->setToolTip(tr("Shows what each operation of that step does to this element"));
    connect(m_follow, &QPushButton::clicked, this, [this] { emit followRequested(*birthInRun()); });
    m_sentence->setObjectName(QStringLiteral("birthSentence"));
    m_sentence->setFont(bold);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* line = rowOf(m_frame, {}, {.margins = QMargins(12, 6, 12, 6), .spacing = 8});
    line->addWidget(m_sign, 0, Qt::AlignTop);
    line->addWidget(m_sentence, 1);
    line->addWidget(m_follow);
    line->addWidget(m_link);

    auto* layout = columnOf(this, {}, {.margins = QMargins(0, 6, 0, 0), .spacing = 6});
    auto* step = new StepChip(shown, QStringLiteral("diagnosisStep"), this);
    step->setRemark(tr("the first NaN, steps to train for the blame, tensors and exponents"));
    layout->addWidget(step);
    layout->addWidget(m_frame);
    const auto section = [&](const QString& title, QWidget* panel) {
        auto* caption = new QLabel(title, this);
        caption->setFont(bold);
        layout->addSpacing(8);
        layout->addWidget(caption);
        layout->addWidget(panel);
    };
    section(tr("Which layer makes the error?"), m_blame);
    section(tr("What do the policies cost?"), m_costs);
    section(tr("What would a tensor lose in another format or recipe?"), m_loss);
    section(tr("Where do scaled operands saturate?"), new SaturationPanel(shown, this));
    section(tr("How do a tensor's magnitudes move?"), m_exponents);
    layout->addStretch(1);
    connect(&shown, &ShownRun::replaced, this, &DiagnosisView::findBirth);
    connect(&shown, &ShownRun::grew, this, &DiagnosisView::findBirth);
    connect(&shown, &ShownRun::stepChanged, this, &DiagnosisView::findBirth);
    connect(&shown, &ShownRun::stepChanged, m_blame, [this] { m_blame->followStep(m_shown.pinnedStep()); });
    findBirth();
}

void DiagnosisView::findBirth()
{
    const RunHistory* run = m_shown.run().get();
    Finding birth = birthFinding(run, m_shown.pinnedStep());
    if (birth.severity == m_birth.severity && birth.sentence == m_birth.sentence)
        return;
    m_birth = std::move(birth);
    const bool isNonFinite = run && (run->totals().birthplace || run->totals().divergedAt);
    m_place = isNonFinite ? birthplaceOf(*run) : RunPlace();
    showBirth();
}

const Birthplace* DiagnosisView::birthInRun() const
{
    const RunHistory* run = m_shown.run().get();
    const Birthplace* birth = run ? run->totals().birthplace.get() : nullptr;
    return birth && !birth->layer.empty() && !birth->index.empty() ? birth : nullptr;
}

void DiagnosisView::followLayer(const std::string& path)
{
    m_loss->followLayer(path);
    m_exponents->followLayer(path);
}

void DiagnosisView::choose(const LayerTensor& tensor)
{
    m_exponents->choose(tensor);
    if (!m_shown.run()) // none has begun
        return;
    const std::vector<std::string>& paths = m_shown.run()->paths();
    const auto path = std::ranges::find(paths, tensor.path);
    if (path != paths.end())
        m_loss->choose(tensorNameOf(paths, PathId(std::size_t(path - paths.begin())), tensor.role));
}

void DiagnosisView::showBirth()
{
    const QColor ink = severityColor(m_birth.severity, palette());
    m_sign->setPixmap(
        glyphIcon(severityGlyph(m_birth.severity), ink).pixmap(QSize(20, 20), devicePixelRatioF()));
    const qsizetype end = m_birth.sentence.indexOf(QLatin1Char('\n'));
    QString more = m_birth.sentence.mid(end + 1).toHtmlEscaped();
    const QString paragraph = QStringLiteral("<p style=\"margin-top:6px; font-weight:normal\">");
    more.replace(QLatin1Char('\n'), QStringLiteral("</p>") + paragraph);
    m_sentence->setText(end < 0 ? m_birth.sentence
                                : QStringLiteral("<p>%1</p>%2%3</p>")
                                      .arg(m_birth.sentence.left(end).toHtmlEscaped(), paragraph, more));
    m_follow->setVisible(birthInRun() != nullptr);
    m_link->setVisible(bool(m_place));
    m_link->setText(m_place.text);
    m_link->setAccessibleName(tr("Show where it was born: %1").arg(m_place.text));
    m_link->setToolTip(
        tr("Shows this in the training's plots: they read that step, and the layer is chosen"));
    m_link->updateGeometry();
    m_frame->setSeverity(m_birth.severity);
    m_frame->setAccessibleName(m_birth.sentence);
}

void DiagnosisView::focusBlame()
{
    if (auto* find = m_blame->findChild<QPushButton*>(QStringLiteral("blameFind")))
        find->setFocus();
}

void DiagnosisView::focusCosts()
{
    QWidget* table = m_costs->findChild<QAbstractItemView*>();
    table->setFocus();
    for (QWidget* around = parentWidget(); around; around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around))
            area->ensureWidgetVisible(m_costs);
}

void DiagnosisView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showBirth();
}

} // namespace ulpscope::ui
