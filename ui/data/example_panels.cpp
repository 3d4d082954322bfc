// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/example_panels.h"

#include "ui/data/models/data_kind.h"
#include "ui/data/models/judged_examples.h"
#include "ui/data/models/picture_list_model.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/table_models.h"
#include "ui/look/plot_theme.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>

namespace ulpscope::ui {

namespace {

constexpr std::int64_t kMaxJudged = 400;
constexpr std::int64_t kMaxWindows
    = 32; ///< of a text, each of which is as many decisions as it has characters
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

void ExamplePanel::changeEvent(QEvent* event)
{
    DataPanel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_text.prompt.isEmpty())
        writeOn();
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

} // namespace ulpscope::ui
