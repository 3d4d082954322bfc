// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/number_input.h"

#include "engine/base/number_text.h"
#include "ui/look/boxes.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
#include "ui/look/theme.h"
#include "ui/numbers/models/lab_tables.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QPushButton>

#include <cmath>

namespace ulpscope::ui {

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
        "A number: decimal, hex float (0x1.8p-3), or an expression with + - * / ^ ( ) pi e inf nan max "
        "min sqrt() exp() log().\nA hexadecimal integer (0x7E) is a code of the selected format; 0x7Ep0 is "
        "the number 126."));
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

} // namespace ulpscope::ui
