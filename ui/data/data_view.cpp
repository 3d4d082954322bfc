// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_view.h"

#include "engine/data/data_sample.h"
#include "ui/data/curve_panel.h"
#include "ui/data/data_panel.h"
#include "ui/data/field_panel.h"
#include "ui/data/models/continued_text.h"
#include "ui/data/models/data_kind.h"
#include "ui/data/models/judged_examples.h"
#include "ui/data/models/picture_list_model.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/table_models.h"
#include "ui/look/plot_theme.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ulpscope::ui {

class MetricTableModel;
class MetricView;

// A table of test examples, the worst of this run first, with what both lanes say of each: for data that is no picture. Of a text
// also how each lane writes on.
class ExamplePanel : public DataPanel
{
    Q_OBJECT
public:
    explicit ExamplePanel(QWidget* parent = nullptr);

    EvaluationQuestion question(const DataSample& sample) const override;
    QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) override;
    void copyPicture() override;

private:
    void writeOn();

    ContinuedText m_text;
    QLabel* m_written; ///< label of a text
    MetricTableModel* m_model;
    MetricView* m_view;
};

class PictureListModel;

// Images of the test data with their class and what both lanes say, the worst of this run first; all, or those alone of which the
// lanes say different classes.
// Paints an image with its class and what both lanes say below it, each with a sign for right or wrong, and a frame where they
// say different classes.
class PictureDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class PicturePanel : public DataPanel
{
    Q_OBJECT
public:
    explicit PicturePanel(QWidget* parent = nullptr);

    EvaluationQuestion question(const DataSample& sample) const override;
    QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) override;
    void copyPicture() override;

private:
    void readCurrent();

    PictureListModel* m_model;
    QCheckBox* m_onlyDisagreements;
    QListView* m_view;
};

namespace {

constexpr std::int64_t kMaxJudged = 400;
constexpr std::int64_t kMaxWindows
    = 32; ///< texts at most, because each is as many decisions as it has characters
constexpr std::int64_t kContinuation = 60; ///< characters
constexpr int kMaxRows = 20;

} // namespace

ExamplePanel::ExamplePanel(QWidget* parent)
    : DataPanel(parent)
    , m_written(new QLabel(this))
    , m_model(new MetricTableModel(this))
    , m_view(new MetricView(m_model, this))
{
    setObjectName(QStringLiteral("examplePanel"));
    describe(m_written, QStringLiteral("writtenText"), {},
        tr("Model and reference go on from the same piece of the test text, always with the character that each finds most likely. "
           "Underlined is what the two write differently"));
    m_written->setTextFormat(Qt::RichText);
    m_written->setWordWrap(true);
    m_written->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_written->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_written->hide();
    describe(m_view, QStringLiteral("exampleTable"), tr("Test examples, the worst first"),
        tr("Examples with the largest loss; in bold those of which this run and float64 say different classes. Ctrl+C "
           "copies the selected rows, or all"));
    setFocusProxy(m_view);
    columnOf(this, {m_written, m_view, Stretch{1}}, {.spacing = 6});
    onEvent(this, {QEvent::PaletteChange}, [this] {
        if (!m_text.prompt.isEmpty())
            writeOn();
    });
}

EvaluationQuestion ExamplePanel::question(const DataSample& sample) const
{
    return isText(sample) ? EvaluationQuestion{firstTests(sample, kMaxWindows), kContinuation}
                          : EvaluationQuestion{firstTests(sample, kMaxJudged)};
}

QString ExamplePanel::present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    const JudgedExamples judged = judgedExamples(*evaluation, run.sample());
    m_model->setTable(worstTable(judged, *evaluation, run.sample(), kMaxRows));
    const bool hasText = isText(run.sample());
    m_written->setVisible(hasText);
    if (!hasText)
        return judgedSentence(judged, run.sample());
    m_text = continuedText(*evaluation, run.sample());
    writeOn();
    return judgedSentence(judged, run.sample()) + QLatin1Char(' ') + continuedSentence(m_text);
}

void ExamplePanel::writeOn()
{
    const PlotTheme theme = plotTheme(palette());
    const auto shown = [](const QString& text) { // a line may end after each blank, which is a sign here
        return text.toHtmlEscaped().replace(QStringLiteral("␣"), QStringLiteral("␣\u200b"));
    };
    const auto line = [&](const QString& title, const QColor& ink, const QString& written) {
        return QStringLiteral(
            "<p style=\"margin:0 0 4px 0\"><b style=\"color:%1\">%2</b> <span style=\"color:%3\">%4</span>"
            "<b>%5</b><b style=\"color:%1\"><u>%6</u></b></p>")
            .arg(ink.name(), title.toHtmlEscaped(), theme.muted.name(), shown(m_text.prompt),
                shown(m_text.reference ? written.left(m_text.same) : written),
                shown(m_text.reference ? written.mid(m_text.same) : QString()));
    };
    QString html = line(tr("This run:"), theme.candidate, m_text.candidate);
    if (m_text.reference)
        html += line(tr("float64:"), theme.reference, *m_text.reference);
    m_written->setText(html);
    m_written->setAccessibleName(m_text.reference
            ? tr("After %1 this run writes %2, float64 %3")
                  .arg(m_text.prompt, m_text.candidate, *m_text.reference)
            : tr("After %1 this run writes %2").arg(m_text.prompt, m_text.candidate));
}

void ExamplePanel::copyPicture()
{
    QApplication::clipboard()->setPixmap(grab());
}

namespace {

constexpr int kPictureSide = 84;
constexpr int kPadding = 6;
constexpr int kCharacters = 19; ///< characters for which a line has room

constexpr std::int64_t kMaxJudgedPictures = 400;

} // namespace

QSize PictureDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int lines = index.data(PictureListModel::ReferenceRole).toString().isEmpty() ? 2 : 3;
    const int text = kCharacters * option.fontMetrics.averageCharWidth();
    return {std::max(kPictureSide, text) + 2 * kPadding,
        kPictureSide + lines * option.fontMetrics.lineSpacing() + 3 * kPadding};
}

void PictureDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    const QPalette& palette = option.palette;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected)
        painter->fillRect(option.rect, palette.highlight());
    const QRect inside = option.rect.adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const QRect picture(inside.center().x() - kPictureSide / 2, inside.top(), kPictureSide, kPictureSide);
    painter->drawImage(picture, index.data(Qt::DecorationRole).value<QImage>());
    if (index.data(PictureListModel::IsDisagreementRole).toBool()) {
        painter->setPen(QPen(severityColor(Severity::Warning, palette), 2));
        painter->drawRect(option.rect.adjusted(2, 2, -3, -3));
    }
    int top = picture.bottom() + kPadding;
    const auto line = [&](const QString& text, bool isBold, bool isWrong) {
        QFont font = option.font;
        font.setBold(isBold);
        painter->setFont(font);
        painter->setPen(isSelected ? palette.color(QPalette::HighlightedText)
                : isWrong          ? severityColor(Severity::Warning, palette)
                                   : palette.color(QPalette::Text));
        const QRect row(inside.left(), top, inside.width(), option.fontMetrics.lineSpacing());
        painter->drawText(row, Qt::AlignHCenter | Qt::AlignVCenter,
            QFontMetrics(font).elidedText(text, Qt::ElideRight, row.width()));
        top += row.height();
    };
    const auto judged = [&](int said, int wrong, const QString& sign) {
        const bool isWrong = index.data(wrong).toBool();
        line(sign + (isWrong ? QStringLiteral(" ✗ ") : QStringLiteral(" ✓ ")) + index.data(said).toString(),
            false, isWrong);
    };
    line(index.data(PictureListModel::RightRole).toString(), true, false);
    judged(PictureListModel::SaidRole, PictureListModel::IsWrongRole, tr("run"));
    if (!index.data(PictureListModel::ReferenceRole).toString().isEmpty())
        judged(PictureListModel::ReferenceRole, PictureListModel::IsReferenceWrongRole, tr("f64"));
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        QApplication::style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter);
    }
    painter->restore();
}

PicturePanel::PicturePanel(QWidget* parent)
    : DataPanel(parent)
    , m_model(new PictureListModel(this))
    , m_onlyDisagreements(new QCheckBox(tr("Only where this run and float64 say &different classes"), this))
    , m_view(new QListView(this))
{
    setObjectName(QStringLiteral("picturePanel"));
    m_onlyDisagreements->setObjectName(QStringLiteral("onlyDisagreements"));
    m_onlyDisagreements->setToolTip(
        tr("Hides the images of which model and reference say the same class, right or wrong"));
    describe(m_view, QStringLiteral("pictureList"), tr("Test images, the worst first"),
        tr("Images with the largest loss first: their class in bold, then what this run and its float64 reference say. A "
           "frame marks those of which the two say different classes"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new PictureDelegate(m_view));
    m_view->setViewMode(QListView::IconMode);
    m_view->setMovement(QListView::Static);
    m_view->setResizeMode(QListView::Adjust);
    m_view->setUniformItemSizes(true);
    m_view->setSpacing(4);
    m_view->setMinimumSize(280, 220);
    setFocusProxy(m_view);
    columnOf(this, {m_onlyDisagreements, {m_view, 1}}, {.spacing = 4});
    connect(m_onlyDisagreements, &QCheckBox::toggled, m_model, &PictureListModel::setOnlyDisagreements);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &PicturePanel::readCurrent);
}

EvaluationQuestion PicturePanel::question(const DataSample& sample) const
{
    return {firstTests(sample, kMaxJudgedPictures)};
}

QString PicturePanel::present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    const int row = m_view->currentIndex().row();
    JudgedExamples judged = judgedExamples(*evaluation, run.sample());
    const QString sentence = judgedSentence(judged, run.sample());
    m_onlyDisagreements->setEnabled(judged.hasReference);
    m_model->setExamples(std::move(judged), evaluation, run.sample());
    if (row >= 0)
        m_view->setCurrentIndex(m_model->index(std::min(row, m_model->rowCount() - 1)));
    return sentence;
}

void PicturePanel::readCurrent()
{
    emit read(m_view->currentIndex().data(Qt::ToolTipRole).toString());
}

void PicturePanel::copyPicture()
{
    QApplication::clipboard()->setPixmap(m_view->viewport()->grab());
}

namespace {

/// A way to show data, and the data that it is for.
struct PanelClass
{
    bool (*fits)(const DataSample& sample) = nullptr;
    DataPanel* (*make)(QWidget* parent) = nullptr;
};

template <class Panel>
DataPanel* makePanel(QWidget* parent)
{
    return new Panel(parent);
}

/// The first panel that fits the data is shown; the last one fits all data.
constexpr std::array kPanels{
    PanelClass{isPlane, makePanel<FieldPanel>},
    PanelClass{isCurve, makePanel<CurvePanel>},
    PanelClass{arePictures, makePanel<PicturePanel>},
    PanelClass{[](const DataSample&) { return true; }, makePanel<ExamplePanel>},
};

} // namespace

DataView::DataView(SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_runner(runner)
    , m_shown(shown)
    , m_panels(kPanels.size())
    , m_sentence(new QLabel(this))
    , m_reading(new QLabel(this))
    , m_copy(new QPushButton(tr("Copy picture"), this))
    , m_place(new QVBoxLayout)
{
    registerPlace(this,
        {.name = "dataView",
            .terms = "data",
            .guide = "window#predictions",
            .lessons = {{"tab.predictions"}},
            .tab = {.title = tr("Predictions"),
                .tip = tr("The data, and what the model makes of them beside its float64 reference"),
                .isOfSession = true,
                .focus = [this] { focusPicture(); }}});
    describe(m_sentence, QStringLiteral("dataSentence"), tr("What the picture shows"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    describe(m_reading, QStringLiteral("dataReading"), tr("What the cursor reads"));
    m_reading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_copy->setObjectName(QStringLiteral("dataCopy"));
    m_copy->setToolTip(tr("Puts the picture on the clipboard"));
    m_copy->setAccessibleDescription(m_copy->toolTip());
    m_copy->setAutoDefault(false);
    auto* line = rowOf({{m_reading, 1}, m_copy});
    columnOf(
        this, {m_sentence, {m_place, 1}, line, Stretch{}}, {.margins = QMargins(0, 6, 0, 0), .spacing = 6});
    auto* feed = new EvaluationFeed(
        runner, shown, *this, [this](const DataSample& sample) { return choose(sample); }, this);
    connect(feed, &EvaluationFeed::answered, this, &DataView::take);
    connect(feed, &EvaluationFeed::silent, this, &DataView::clear);
    connect(m_copy, &QPushButton::clicked, this, [this] { m_panel->copyPicture(); });
    say({});
}

std::optional<EvaluationQuestion> DataView::choose(const DataSample& sample)
{
    const auto row = std::size_t(std::ranges::find_if(kPanels, [&](const PanelClass& each) {
        return each.fits(sample);
    }) - kPanels.begin());
    if (m_panels[row] == nullptr) {
        m_panels[row] = kPanels[row].make(this);
        m_panels[row]->hide();
        m_place->addWidget(m_panels[row]);
        connect(m_panels[row], &DataPanel::read, m_reading, &QLabel::setText);
    }
    if (m_chosen != m_panels[row])
        m_reading->clear(); // removes what the panel before has pointed at
    m_chosen = m_panels[row];
    return m_chosen->question(sample);
}

void DataView::clear()
{
    if (m_panel != nullptr)
        m_panel->hide();
    m_panel = nullptr;
    say({});
}

void DataView::take(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    const bool isOther = m_panel != m_chosen;
    if (m_panel != nullptr && isOther)
        m_panel->hide();
    m_panel = m_chosen;
    const QString sentence = m_panel->present(evaluation, run);
    if (isOther)
        m_panel->show();
    say((evaluation->stepsDone == 0 ? tr("Before the first step. ")
                                    : tr("After step %1. ").arg(evaluation->stepsDone - 1))
        + sentence
        + (evaluation->reference
                ? QString()
                : tr(" There is no float64 reference to compare with: the run is in step watch.")));
}

void DataView::say(const QString& sentence)
{
    m_sentence->setText(sentence.isEmpty() ? noTensorsText(m_shown.run().get(), m_runner.isTraining(),
                            tr("its data and what the model makes of them are here"))
                                           : sentence);
    m_copy->setEnabled(m_panel != nullptr);
    if (m_panel != nullptr)
        m_panel->setAccessibleDescription(m_sentence->text());
}

void DataView::focusPicture()
{
    if (m_panel != nullptr)
        m_panel->setFocus();
}

} // namespace ulpscope::ui

#include "data_view.moc"
