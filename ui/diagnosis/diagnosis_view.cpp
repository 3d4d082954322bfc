// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/diagnosis_view.h"

#include "app/session/session_runner.h"
#include "engine/kernels/kernels.h"
#include "engine/train/lane_tensors.h"
#include "ui/diagnosis/blame_panel.h"
#include "ui/diagnosis/exponent_panel.h"
#include "ui/diagnosis/format_loss_panel.h"
#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/glyphs.h"
#include "ui/look/message_banner.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/table_models.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/look/reaction.h"
#include "ui/look/step_chip.h"
#include "ui/look/theme.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace ulpscope::ui {

class MetricView;

// Cost of the session under its policies: bytes by their use, multiply-adds by format. It is counted anew after every
// edit, without training.
class CostPanel : public QWidget
{
    Q_OBJECT
public:
    /// `document` must outlive the panel.
    CostPanel(Document& document, std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

private:
    void count();

    Document& m_document;
    std::shared_ptr<const Kernels> m_kernels;
    MetricTableModel* m_bytes;
    MetricTableModel* m_products;
    MetricView* m_bytesView;
    MetricView* m_productsView;
    QLabel* m_message;
};

// In which steps operands saturate whose scales come from earlier steps; each row pins its step.
class SaturationPanel : public QWidget
{
    Q_OBJECT
public:
    /// `shown` must outlive the panel.
    explicit SaturationPanel(const ShownRun& shown, QWidget* parent = nullptr);

private:
    void refresh();
    void pin(const QModelIndex& row);

    const ShownRun& m_shown;
    QTimer* m_soon; ///< refreshes while a run grows
    QLabel* m_message;
    MetricTableModel* m_model;
    MetricView* m_view;
    std::vector<Saturation> m_rows;
};

namespace {

SessionSpec inFloat32(SessionSpec session)
{
    for (std::size_t layer = 0; layer < session.model.layers.size(); ++layer)
        if (session.model.layers[layer].className != "InputLayer")
            session = withFloat32Layer(std::move(session), layer);
    return session;
}

} // namespace

CostPanel::CostPanel(Document& document, std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_kernels(std::move(kernels))
    , m_bytes(new MetricTableModel(this))
    , m_products(new MetricTableModel(this))
    , m_bytesView(new MetricView(m_bytes, this))
    , m_productsView(new MetricView(m_products, this))
    , m_message(new QLabel(this))
{
    registerPlace(this,
        {.name = "costPanel", .terms = "ledger", .guide = "window#costs", .lessons = {{"diagnosis.cost"}}});
    describe(m_bytesView, {.name = "byteTable", .terms = "ledger"}, tr("Bytes by what they hold"));
    describe(
        m_productsView, {.name = "multiplyAddTable", .terms = "multiply_add"}, tr("Multiply-adds by format"));
    m_message->setObjectName(QStringLiteral("costMessage"));
    m_message->setWordWrap(true);
    auto* tables = new FlowLayout(nullptr, 12);
    tables->addWidget(m_bytesView);
    tables->addWidget(m_productsView);
    tables->setAlignment(m_productsView, Qt::AlignTop);
    columnOf(this, {m_message, tables}, {.spacing = 4});
    connect(&document, &Document::sessionChanged, this, &CostPanel::count);
    onEvent(this, {QEvent::Show}, [this] { count(); });
}

void CostPanel::count()
{
    if (!isVisible())
        return; // this is done when the panel is shown again
    const SessionSpec& session = *m_document.session();
    const Result<Ledger> ledger = ledgerOf(session, *m_kernels);
    const Result<Ledger> before = ledgerOf(inFloat32(session), *m_kernels);
    const bool isCounted = ledger.ok() && before.ok();
    m_bytesView->setVisible(isCounted);
    m_productsView->setVisible(isCounted && !ledger->multiplyAdds.empty());
    if (!isCounted) {
        m_message->setText(tr("This session cannot be counted: %1")
                               .arg(engineText(ledger.ok() ? before.error() : ledger.error())));
        return;
    }
    m_message->setText(
        tr("A batch of %1 takes %2 of memory and %3 multiply-adds a step. Change a policy and watch.")
            .arg(countedText(session.training.batchSize, tr("example"), tr("examples")),
                bytesText(ledger->bytes.total()), countText(qRound64([&] {
                    double sum = 0;
                    for (const auto& [formats, count] : ledger->multiplyAdds)
                        sum += count;
                    return sum;
                }()))));
    m_bytes->setTable(byteMetrics(ledger->bytes, before->bytes));
    m_products->setTable(multiplyAddMetrics(ledger->multiplyAdds));
}

namespace {

/// Every operand's history is looked through: often enough for the eye is enough.
constexpr std::chrono::milliseconds kInterval{250};
constexpr std::size_t kMaxRows = 40; // a page is read, not searched

} // namespace

SaturationPanel::SaturationPanel(const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_soon(new QTimer(this))
    , m_message(new QLabel(this))
    , m_model(new MetricTableModel(this))
    , m_view(new MetricView(m_model, this))
{
    registerPlace(this, {.name = "saturationPanel", .terms = "saturation", .guide = "window#saturation"});
    m_message->setObjectName(QStringLiteral("saturationMessage"));
    m_message->setWordWrap(true);
    describe(m_view, {.name = "saturationTable", .terms = "saturation"},
        tr("Steps in which operands saturate"),
        tr("Return or a click pins the step in which the most elements saturated"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    columnOf(this, {m_message, m_view}, {.spacing = 4});
    m_soon->setSingleShot(true);
    m_soon->setInterval(kInterval);
    connect(m_soon, &QTimer::timeout, this, &SaturationPanel::refresh);
    connect(m_view, &QTableView::clicked, this, &SaturationPanel::pin);
    connect(m_view, &QTableView::activated, this, &SaturationPanel::pin);
    connect(&shown, &ShownRun::replaced, this, &SaturationPanel::refresh);
    connect(&shown, &ShownRun::grew, this, [this] {
        if (!m_soon->isActive())
            m_soon->start();
    });
    m_view->hide();
    onEvent(this, {QEvent::Show}, [this] { refresh(); });
}

void SaturationPanel::refresh()
{
    if (!isVisible())
        return; // this is done when the panel is shown again
    const RunHistory* run = m_shown.run().get();
    std::vector<Saturation> rows = run ? saturations(*run) : std::vector<Saturation>();
    const std::size_t all = rows.size();
    if (all > kMaxRows) {
        std::ranges::stable_sort(rows, std::greater(), &Saturation::most);
        rows.resize(kMaxRows);
    }
    QString text;
    if (!run || !hasLaggingScales(*run))
        text = tr("No operand of this run has a scale that comes from earlier steps.");
    else if (all == 0)
        text = tr("No element of a scaled operand was beyond the limit of its scale.");
    else
        text = tr(
            "%1 of the elements of scaled operands were beyond the limit of their scale, and were clipped to it.")
                   .arg(percentText(run->totals().counts.saturatedPercent()));
    if (all > rows.size())
        text += QLatin1Char(' ')
            + tr("Of %1 stretches of steps those with the most elements:").arg(countText(std::int64_t(all)));
    m_message->setText(text);
    if (rows == m_rows)
        return; // the table keeps what is chosen in it
    m_rows = std::move(rows);
    m_model->setTable(saturationMetrics(m_rows));
    m_view->setVisible(!m_rows.empty());
}

void SaturationPanel::pin(const QModelIndex& row)
{
    if (row.isValid() && std::size_t(row.row()) < m_rows.size())
        m_shown.step().pin(m_rows[std::size_t(row.row())].mostAt);
}

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
    onEvent(this, {QEvent::PaletteChange}, [this] { showBirth(); });
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
    if (!m_shown.run()) // no run has begun
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

} // namespace ulpscope::ui

#include "diagnosis_view.moc"
