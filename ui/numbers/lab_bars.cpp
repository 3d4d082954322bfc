// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/lab_bars.h"

#include "engine/dtype/formats.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/tree/models/layer_tensor.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

namespace ulpscope::ui {

LadderBar::LadderBar(QWidget* parent)
    : QWidget(parent)
{
    describe(this, QStringLiteral("ladder"), tr("From the run to the bits of a number"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(2);
    for (std::size_t i = 0; i < m_rungs.size(); ++i) {
        if (i > 0)
            line->addWidget(new QLabel(QStringLiteral("›"), this));
        m_rungs[i] = new LinkButton(this);
        registerPlace(m_rungs[i], {.name = "rung" + QByteArray::number(int(i)), .terms = "tensor"});
        connect(m_rungs[i], &QPushButton::clicked, this, [this, i] { emit rungWanted(Rung(i)); });
        line->addWidget(m_rungs[i]);
    }
    line->addStretch(1);
    show({}, {}, Rung::Run);
}

void LadderBar::show(const std::optional<TensorName>& tensor, const QString& element, Rung here)
{
    m_here = here;
    setVisible(tensor.has_value());
    if (!tensor)
        return;
    const std::array<QString, 5> texts{tr("Run"), layerText(tensor->layer), toQt(tensor->name),
        element.isEmpty() ? tr("element") : element, tr("bits")};
    const std::array<QString, 5> tips{tr("The run in pictures"), tr("This layer in the run's pictures"),
        tr("All elements of this tensor"), tr("This number through all operations of the step (Ctrl+Return)"),
        tr("This number's bits in many formats")};
    for (std::size_t i = 0; i < m_rungs.size(); ++i) {
        LinkButton& rung = *m_rungs[i];
        const bool isHere = Rung(i) == here;
        rung.setText(texts[i]);
        rung.setEnabled(!isHere && (Rung(i) <= Rung::Tensor || !element.isEmpty()));
        rung.setToolTip(isHere ? tr("%1. Escape goes up").arg(tips[i]) : tips[i]);
        rung.setAccessibleName(isHere ? tr("%1, here").arg(texts[i]) : texts[i]);
        QFont font = this->font();
        font.setBold(isHere);
        rung.setFont(font);
        rung.updateGeometry();
    }
}

namespace {

} // namespace

RoundingBar::RoundingBar(NumberLab& lab, QWidget* parent)
    : QWidget(parent)
    , m_lab(lab)
    , m_mode(new QComboBox(this))
    , m_randomBits(new QSpinBox(this))
    , m_draw(new QPushButton(tr("Draw again"), this))
    , m_rule(new QComboBox(this))
    , m_formats(new QComboBox(this))
    , m_remove(new QToolButton(this))
{
    setObjectName(QStringLiteral("roundingBar"));
    makeModes();
    makeRules();
    makeFormats();

    auto* line = new FlowLayout(this);
    const auto addNamed = [&](const QString& caption, QWidget* widget) {
        auto* label = new QLabel(caption, this);
        label->setBuddy(widget);
        line->addPair(label, widget);
    };
    addNamed(tr("Roundin&g"), m_mode);
    line->addWidget(m_randomBits);
    line->addWidget(m_draw);
    addNamed(tr("Overflow"), m_rule);
    addNamed(tr("Add format"), m_formats);
    line->addWidget(m_remove);

    connect(&lab, &NumberLab::numberChanged, this, &RoundingBar::refresh);
    connect(&lab, &NumberLab::selectionChanged, this, &RoundingBar::refresh);
    refresh();
}

void RoundingBar::makeModes()
{
    describe(m_mode, {.name = "roundingMode", .terms = "rounding", .lessons = {{"number-lab.rounding"}}},
        tr("Rounding mode"));
    for (const RoundingModeRow& row : roundingModes()) {
        m_mode->addItem(toQt(row.name));
        m_mode->setItemData(m_mode->count() - 1, engineText(row.summary), Qt::ToolTipRole);
    }
    connect(m_mode, &QComboBox::activated, this,
        [this](int index) { m_lab.setRoundingMode(roundingModes()[static_cast<std::size_t>(index)].mode); });
    m_randomBits->setObjectName(QStringLiteral("randomBits"));
    m_randomBits->setRange(kAllRandomBits, kMaxRandomBits);
    m_randomBits->setSpecialValueText(tr("all"));
    m_randomBits->setPrefix(tr("N = "));
    m_randomBits->setAccessibleName(tr("Random bits"));
    m_randomBits->setToolTip(
        tr("How many random bits the stochastic modes compare with what rounding cuts off"));
    connect(m_randomBits, &QSpinBox::valueChanged, &m_lab, &NumberLab::setRandomBits);
    m_draw->setObjectName(QStringLiteral("drawAgain"));
    m_draw->setAutoDefault(false);
    m_draw->setToolTip(tr("Rounds again with other random bits"));
    m_draw->setAccessibleName(tr("Draw again"));
    connect(m_draw, &QPushButton::clicked, &m_lab, &NumberLab::drawAgain);
}

void RoundingBar::makeRules()
{
    describe(m_rule,
        {.name = "overflowRule", .terms = "overflow_rule", .lessons = {{"number-lab.overflow-rule"}}},
        tr("Overflow rule"));
    for (const OverflowRule& rule : overflowRules()) {
        m_rule->addItem(toQt(rule.name));
        m_rule->setItemData(m_rule->count() - 1,
            tr("%1.\nSource: %2").arg(engineText(rule.summary), toQt(rule.source)), Qt::ToolTipRole);
    }
    connect(m_rule, &QComboBox::activated, this,
        [this](int index) { m_lab.setOverflowRule(overflowRules()[static_cast<std::size_t>(index)]); });
}

void RoundingBar::makeFormats()
{
    m_formats->setEditable(true);
    describe(m_formats, {.name = "addFormat", .terms = "number_format"}, tr("Add a format"));
    QStringList tips{tr("Adds a format to the table: choose one, or type the name of a family's member.")};
    for (const Format& format : formats()) {
        m_formats->addItem(toQt(format.name));
        m_formats->setItemData(m_formats->count() - 1, toQt(format.source), Qt::ToolTipRole);
    }
    m_formats->insertSeparator(m_formats->count());
    for (const FormatFamily& family : formatFamilies()) {
        m_formats->addItem(toQt(family.example));
        m_formats->setItemData(m_formats->count() - 1,
            tr("%1\n%2\nSource: %3")
                .arg(toQt(family.pattern), engineText(family.summary), toQt(family.source)),
            Qt::ToolTipRole);
        tips += toQt(family.pattern) + QStringLiteral(" – ") + engineText(family.summary);
    }
    m_formats->setToolTip(tips.join(QLatin1Char('\n')));
    FieldGuard::keepFocusIn(*m_formats);
    m_formats->setInsertPolicy(QComboBox::NoInsert);
    m_formats->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_formats->setMinimumContentsLength(15);
    m_formats->setMaxVisibleItems(26);
    m_formats->completer()->setFilterMode(Qt::MatchContains);
    m_formats->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_formats->setCurrentIndex(-1);
    m_formats->lineEdit()->setPlaceholderText(tr("float10_e4m5 …"));
    m_formats->lineEdit()->setAccessibleName(tr("Name of a format to add"));
    connect(m_formats, &QComboBox::activated, this, &RoundingBar::addTypedFormat);
    connect(m_formats->lineEdit(), &QLineEdit::returnPressed, this, &RoundingBar::addTypedFormat);
    m_remove->setObjectName(QStringLiteral("removeFormat"));
    m_remove->setIcon(glyphIcon(Glyph::Remove));
    m_remove->setToolTip(tr("Removes the selected format from the table (Delete)"));
    m_remove->setAccessibleName(tr("Remove the selected format"));
    m_remove->setFocusPolicy(Qt::StrongFocus);
    connect(m_remove, &QToolButton::clicked, this, [this] { m_lab.removeFormat(m_lab.selected()); });
}

void RoundingBar::addTypedFormat()
{
    const QString name = m_formats->currentText().trimmed();
    if (name.isEmpty() || !m_lab.addFormat(name))
        return; // the text stays, the message says what is wrong
    m_formats->setCurrentIndex(-1);
    m_formats->clearEditText();
}

void RoundingBar::refresh()
{
    const Rounding& rounding = m_lab.rounding();
    for (std::size_t i = 0; i < roundingModes().size(); ++i)
        if (roundingModes()[i].mode == rounding.mode) {
            m_mode->setCurrentIndex(int(i));
            m_mode->setToolTip(tr("How values between two neighbours are rounded. Now: %1")
                                   .arg(engineText(roundingModes()[i].summary)));
        }
    for (std::size_t i = 0; i < overflowRules().size(); ++i)
        if (overflowRules()[i] == *rounding.overflow) {
            m_rule->setCurrentIndex(int(i));
            m_rule->setToolTip(tr("What becomes of values that a format cannot hold. Now: %1")
                                   .arg(engineText(overflowRules()[i].summary)));
        }
    m_randomBits->setVisible(isStochastic(rounding.mode));
    m_draw->setVisible(isStochastic(rounding.mode));
    m_remove->setEnabled(m_lab.formats().size() > 1);
}

} // namespace ulpscope::ui
