// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/number_lab_view.h"

#include "engine/base/number_text.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
#include "ui/look/table_look.h"
#include "ui/look/theme.h"
#include "ui/numbers/element_history_panel.h"
#include "ui/numbers/models/lab_tables.h"
#include "ui/numbers/number_line.h"
#include "ui/numbers/stored_table.h"
#include "ui/numbers/tensor_browser.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

#include <cmath>

namespace ulpscope::ui {

class FaultField;

// The field where a number is typed, with the examples beside it and, below, what it is exactly or what is wrong.
class NumberInput : public QWidget
{
    Q_OBJECT
public:
    /// `lab` must outlive the panel.
    explicit NumberInput(NumberLab& lab, QWidget* parent = nullptr);

    void focusField();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showNumber();
    void showMessage();
    void scaleField();
    QString exactText() const;

    NumberLab& m_lab;
    FaultField* m_field;
    QLabel* m_message;
};

namespace {

constexpr double kFieldScale = 1.5;

struct Example
{
    const char* text;
    const char* why;
};
constexpr Example kExamples[] = {
    {"0.1", QT_TRANSLATE_NOOP("Example", "Not a sum of powers of two: no binary format holds it exactly")},
    {"65520",
        QT_TRANSLATE_NOOP("Example", "Halfway between float16's largest value, 65504, and 2^16: overflows")},
    {"2^-25",
        QT_TRANSLATE_NOOP("Example", "Half of float16's smallest value: the tie goes to the even code, 0")},
    {"464", QT_TRANSLATE_NOOP("Example", "Halfway beyond float8_e4m3fn's largest value, 448")},
    {"1+2^-11", QT_TRANSLATE_NOOP("Example", "Halfway between 1 and float16's next value: a tie")},
    {"0x7E", QT_TRANSLATE_NOOP("Example", "A code: read in the selected format")},
    {"nan", QT_TRANSLATE_NOOP("Example", "Not a number; some formats have none")},
};

} // namespace

NumberInput::NumberInput(NumberLab& lab, QWidget* parent)
    : QWidget(parent)
    , m_lab(lab)
    , m_field(new FaultField(lab.text(), this))
    , m_message(new QLabel(this))
{
    setObjectName(QStringLiteral("numberInput"));
    registerPlace(m_field, {.name = "number", .terms = "number_lab", .lessons = {{"number-lab.value"}}});
    m_field->setClearButtonEnabled(true);
    m_field->setPlaceholderText(tr("a number: 0.1, 0x1.8p-3, 2^-24*1.5, nan – or a code: 0x7E"));
    m_field->setAccessibleName(tr("Number"));
    m_field->setToolTip(tr(
        "A number: decimal, hex float (0x1.8p-3), or an expression with + - * / ^ ( ) pi e inf nan max min sqrt() exp() "
        "log().\nA hexadecimal integer (0x7E) is a code of the selected format; 0x7Ep0 is the number 126."));
    m_field->setMinimumWidth(180);
    FieldGuard::keepFocusIn(*m_field);
    m_message->setObjectName(QStringLiteral("numberMessage"));
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

    auto* line = new FlowLayout(nullptr, 4);
    line->addWidget(m_field);
    auto* label = new QLabel(tr("Try:"), this);
    line->addWidget(label);
    for (const Example& example : kExamples) {
        const QString text = QString::fromLatin1(example.text);
        auto* chip = new QPushButton(text, this);
        registerPlace(chip, {.name = "example_" + text.toUtf8(), .terms = "number_lab"});
        chip->setAutoDefault(false);
        chip->setToolTip(QCoreApplication::translate("Example", example.why));
        chip->setAccessibleName(tr("Example %1").arg(text));
        chip->setAccessibleDescription(chip->toolTip());
        connect(chip, &QPushButton::clicked, this, [this, text] { m_lab.setText(text); });
        line->addWidget(chip);
    }
    columnOf(this, {line, m_message}, {.spacing = 3});

    connect(m_field, &QLineEdit::textEdited, &lab, &NumberLab::setText);
    connect(&lab, &NumberLab::numberChanged, this, &NumberInput::showNumber);
    connect(&lab, &NumberLab::messageChanged, this, &NumberInput::showNumber);
    scaleField();
    showNumber();
}

void NumberInput::focusField()
{
    m_field->setFocus();
    m_field->selectAll();
}

void NumberInput::showNumber()
{
    if (m_field->text() != m_lab.text())
        m_field->setText(m_lab.text());
    m_field->setErrorPosition(m_lab.errorPosition());
    showMessage();
}

QString NumberInput::exactText() const
{
    const double value = m_lab.value();
    if (!std::isfinite(value))
        return numberText(value);
    return tr("exactly %1 = %2").arg(localNumber(toQt(exactDecimal(value))), toQt(hexFloatText(value)));
}

void NumberInput::showMessage()
{
    QString text;
    Severity severity = Severity::Good;
    if (!m_lab.error().isEmpty()) {
        severity = Severity::Failure;
        text = m_lab.errorPosition() < 0 ? tr("✕ %1").arg(m_lab.error())
                                         : tr("✕ At character %1: %2. Below is still %3.")
                                               .arg(m_lab.errorPosition() + 1)
                                               .arg(m_lab.error(), shortNumber(m_lab.value(), 12));
    } else if (m_lab.origin()) {
        severity = Severity::Notice;
        const auto& origin = *m_lab.origin();
        text = origin.place;
        if (origin.reference) {
            text += tr(": float64 has %1, the difference is %2")
                        .arg(shortNumber(*origin.reference, 12),
                            numberText(m_lab.value() - *origin.reference));
            const Format* format = m_lab.selectedFormat();
            if (format && std::isfinite(*origin.reference) && std::isfinite(m_lab.value()))
                text += tr(" = %1 ulp")
                            .arg(numberText(
                                (m_lab.value() - *origin.reference) / ulp(*format, *origin.reference)));
        }
    } else {
        text = m_lab.hint().isEmpty() ? exactText() : exactText() + QStringLiteral("  –  ") + m_lab.hint();
        severity = m_lab.hint().isEmpty() ? Severity::Good : Severity::Notice;
    }
    const bool isCalm = severity == Severity::Good;
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, isCalm ? mutedText(palette()) : severityColor(severity, palette()));
    m_message->setPalette(colors);
    // The end of a long number matters less than the hint behind it.
    m_message->setText(m_message->fontMetrics().elidedText(text,
        m_lab.hint().isEmpty() || !isCalm ? Qt::ElideRight : Qt::ElideMiddle, std::max(200, width() - 4)));
    m_message->setToolTip(text);
    m_message->setAccessibleName(text);
}

void NumberInput::scaleField()
{
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * kFieldScale);
    m_field->setFont(large);
}

void NumberInput::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        scaleField();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        showMessage();
}

void NumberInput::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showMessage();
}

NumberLabView::NumberLabView(SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_lab(new NumberLab(this))
    , m_input(new NumberInput(*m_lab, this))
    , m_table(new StoredTable(*m_lab, this))
    , m_line(new NumberLine(*m_lab, this))
    , m_tensors(new TensorBrowser(*m_lab, runner, shown, this))
    , m_history(new ElementHistoryPanel(*m_lab, runner, shown, this))
    , m_ladder(new LadderBar(this))
    , m_lower(new QTabWidget(this))
{
    registerPlace(this,
        {.name = "numberLab",
            .terms = "number_lab",
            .guide = "window#number-lab",
            .lessons = {{"tab.number-lab"}},
            .tab = {.title = tr("Number lab"),
                .tip = tr("One number in many formats: its bits, its neighbours, its error"),
                .focus = [this] { focusNumber(); }}});
    constexpr int kBesideCharacters = 110; // characters that the line and the rules need beside each other
    auto* lower = new TurningSplitter(QStringLiteral("numberLabLower"), kBesideCharacters, this);
    registerPlace(m_lower, {.name = "numberLabTabs", .terms = "number_lab", .guide = "window#number-lab"});
    m_lower->setDocumentMode(true);
    m_lower->setAccessibleName(tr("Below the table"));
    m_lower->addTab(makeLinePage(), tr("Number line"));
    m_lower->setTabToolTip(0, tr("The values of each format around the number"));
    m_lower->addTab(m_tensors, tr("Live tensors"));
    m_lower->setTabToolTip(1, tr("The numbers of the run on the screen, element by element"));
    m_lower->addTab(m_history, tr("History"));
    m_lower->setTabToolTip(2, tr("One number through all operations of a step"));
    lower->addWidget(m_lower);
    lower->addWidget(makeRules());
    lower->setStretchFactor(0, 3);
    lower->setStretchFactor(1, 0);

    auto* halves = new QSplitter(Qt::Vertical, this);
    halves->setObjectName(QStringLiteral("numberLabHalves"));
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_table);
    halves->addWidget(lower);
    halves->setStretchFactor(0, 0);
    halves->setStretchFactor(1, 1);

    columnOf(this, {m_ladder, m_input, new RoundingBar(*m_lab, this), {halves, 1}},
        {.margins = {0, 6, 0, 0}, .spacing = 6});
    m_halves = halves;
    connect(m_lab, &NumberLab::formatsChanged, this, &NumberLabView::shareHeight);
    connect(m_lab, &NumberLab::numberChanged, this, &NumberLabView::showLadder);
    connect(m_lower, &QTabWidget::currentChanged, this, &NumberLabView::showLadder);
    connect(m_ladder, &LadderBar::rungWanted, this, &NumberLabView::climbTo);
    connect(m_tensors, &TensorBrowser::tensorShown, this, &NumberLabView::showLadder);
    connect(m_tensors, &TensorBrowser::elementOpened, this,
        [this](const ElementQuestion& element, const QString& index) {
            m_element = element;
            m_elementIndex = index;
            m_history->follow(element);
        });
    connect(m_tensors, &TensorBrowser::followRequested, this, [this] { climbTo(Rung::Element); });
    connect(m_history, &ElementHistoryPanel::bitsShown, this, [this] { climbTo(Rung::Bits); });
    showLadder();
}

void NumberLabView::shareHeight()
{
    const int whole = m_halves->height();
    const int table = std::min(m_table->sizeHint().height(), whole / 2);
    m_halves->setSizes({table, whole - table});
}

void NumberLabView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    shareHeight();
}

void NumberLabView::showTensor(const TensorName& tensor)
{
    m_lower->setCurrentWidget(m_tensors);
    m_tensors->choose(tensor);
}

void NumberLabView::followElement(const TensorName& tensor, const QString& index)
{
    m_lower->setCurrentWidget(m_tensors);
    m_tensors->followElement(tensor, index);
}

Rung NumberLabView::rungInFront() const
{
    return m_lower->currentWidget() == m_tensors ? Rung::Tensor
        : m_lower->currentWidget() == m_history  ? Rung::Element
                                                 : Rung::Bits;
}

void NumberLabView::showLadder()
{
    const Rung here = rungInFront();
    const std::optional<TensorName> tensor = m_tensors->chosen();
    const bool isOfTensor = m_element && tensor && m_element->tensor == *tensor;
    // A number that was typed is no tensor's.
    const bool isOfRun = here == Rung::Tensor || (isOfTensor && (here == Rung::Element || m_lab->origin()));
    m_ladder->show(isOfRun ? tensor : std::nullopt, isOfTensor ? m_elementIndex : QString(), here);
}

void NumberLabView::climbTo(Rung rung)
{
    switch (rung) {
    case Rung::Run:
        emit runWanted();
        break;
    case Rung::Layer:
        if (const std::optional<TensorName> tensor = m_tensors->chosen())
            emit layerWanted(tensor->layer);
        break;
    case Rung::Tensor:
        m_lower->setCurrentWidget(m_tensors);
        m_tensors->focusTable();
        break;
    case Rung::Element:
        m_lower->setCurrentWidget(m_history);
        m_history->focusTable();
        break;
    case Rung::Bits:
        m_lower->setCurrentIndex(0);
        m_table->setFocus();
        break;
    }
}

void NumberLabView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_ladder->isVisible())
        climbTo(Rung(int(m_ladder->here()) - 1));
    else
        QWidget::keyPressEvent(event);
}

void NumberLabView::focusNumber()
{
    m_input->focusField();
}

QWidget* NumberLabView::makeLinePage()
{
    auto* page = new QWidget(this);
    registerPlace(page, {.name = "numberLinePage", .terms = "number_line"});
    auto* bar = new FlowLayout(nullptr, 2);
    auto* view = new QLabel(page);
    view->setObjectName(QStringLiteral("numberLineView"));
    view->setToolTip(
        tr("What the line shows. Wheel or + −: zoom · drag or ← →: move · Home: the number · End: the whole "
           "range · double click: take the number there"));
    const auto addButton = [&](const QString& id, const QString& text, const QString& tip, auto slot) {
        auto* button = new QToolButton(page);
        button->setObjectName(id);
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, m_line, slot);
        bar->addWidget(button);
    };
    addButton(QStringLiteral("lineZoomIn"), QStringLiteral("+"), tr("Zooms in on the number (+)"),
        &NumberLine::zoomIn);
    addButton(QStringLiteral("lineZoomOut"), QStringLiteral("−"), tr("Zooms out (−)"), &NumberLine::zoomOut);
    addButton(QStringLiteral("lineHome"), tr("Number"), tr("Back to the number and its neighbours (Home)"),
        &NumberLine::goHome);
    addButton(QStringLiteral("lineWhole"), tr("Whole range"), tr("All that the chosen formats reach (End)"),
        &NumberLine::showWhole);
    auto* logarithmic = new QCheckBox(tr("logarithmic"), page);
    registerPlace(logarithmic, {.name = "lineLogarithmic", .terms = "number_line exponent"});
    logarithmic->setToolTip(
        tr("Equal distances are equal factors. Follows the zoom: wide views are logarithmic, narrow "
           "ones linear."));
    bar->addWidget(logarithmic);
    bar->addWidget(view); // last: it moves nothing while it changes
    connect(logarithmic, &QCheckBox::clicked, m_line, &NumberLine::setLogarithmic);
    const auto refresh = [this, view, logarithmic] {
        view->setText(m_line->viewText());
        logarithmic->setChecked(m_line->scale().isLogarithmic());
    };
    connect(m_line, &NumberLine::viewChanged, view, refresh);
    refresh();
    columnOf(page, {bar, {m_line, 1}}, {.spacing = 2});
    return page;
}

QWidget* NumberLabView::makeRules()
{
    auto* page = new QWidget(this);
    auto* caption = new QLabel(page);
    caption->setObjectName(QStringLiteral("overflowCaption"));
    auto* table = new QTableView(page);
    describe(table,
        {.name = "overflowTable",
            .columns = {"overflow_rule", "overflow_rule", "saturation overflow_rule",
                "infinity overflow_rule", "nan overflow_rule"}},
        tr("What each overflow rule makes of the number"));
    table->setModel(new OverflowTableModel(*m_lab, table));
    lookAsTable(*table, RowHeight::Metrics);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->setMinimumWidth(330);
    connect(table, &QTableView::activated, this, [this](const QModelIndex& index) {
        m_lab->setOverflowRule(overflowRules()[static_cast<std::size_t>(index.row())]);
    });
    const auto refresh = [this, caption] {
        const Format* format = m_lab->selectedFormat();
        caption->setText(
            tr("Overflow rules in <b>%1</b>")
                .arg(format ? QString::fromUtf8(format->name.data(), qsizetype(format->name.size()))
                            : QString()));
    };
    connect(m_lab, &NumberLab::selectionChanged, caption, refresh);
    refresh();
    // A number that the format holds is the same under every rule, and the line has the room then.
    const auto fit = [this, page] {
        const Format* format = m_lab->selectedFormat();
        page->setVisible(format != nullptr
            && !(m_lab->value() >= format->lowest() && m_lab->value() <= format->maxFinite()));
    };
    connect(m_lab, &NumberLab::numberChanged, page, fit);
    connect(m_lab, &NumberLab::selectionChanged, page, fit);
    fit();
    columnOf(page, {caption, {table, 1}}, {.spacing = 4});
    return page;
}

} // namespace ulpscope::ui

#include "number_lab_view.moc"
