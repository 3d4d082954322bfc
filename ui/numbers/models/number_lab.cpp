// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/models/number_lab.h"

#include "app/io/session/session_command.h"
#include "engine/base/expression.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/plot_table.h"
#include "ui/look/models/translation.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr const char* kFirstFormats[] = {"float32", "bfloat16", "float16", "float8_e4m3fn", "float8_e5m2"};
constexpr int kFirstSelected = 2;
constexpr double kFirstValue = 0.1;
constexpr std::uint64_t kFirstDraw = 1;
constexpr int kExactBits = 53;

QString textOf(double value)
{
    return toQt(shortestText(value));
}

} // namespace

NumberLab::NumberLab(QObject* parent)
    : QObject(parent)
{
    beginAfresh();
}

void NumberLab::beginAfresh()
{
    m_rounding = {};
    m_draw = kFirstDraw;
    m_formats.clear();
    for (const char* name : kFirstFormats)
        if (const Format* format = findFormat(name))
            m_formats.push_back(format);
    m_selected = kFirstSelected;
    recompute();
    emit formatsChanged();
    emit selectionChanged(m_selected);
    setValue(kFirstValue);
}

const Format* NumberLab::selectedFormat() const
{
    return m_selected < 0 ? nullptr : m_formats[static_cast<std::size_t>(m_selected)];
}

StoredNumber NumberLab::underRule(const OverflowRule& rule) const
{
    Rounding rounding = m_rounding;
    rounding.overflow = &rule;
    return storeNumber(*selectedFormat(), m_value, rounding, randomFor(static_cast<std::size_t>(m_selected)));
}

QByteArray plainExpression(QString text)
{
    return text.replace(QChar(u'−'), QLatin1Char('-')).replace(QChar(u'×'), QLatin1Char('*')).toLatin1();
}

bool NumberLab::setText(const QString& text)
{
    m_text = text;
    const bool isRight = applyText(text);
    emit messageChanged();
    if (isRight)
        emit numberChanged();
    return isRight;
}

bool NumberLab::applyText(const QString& text)
{
    m_error.clear();
    m_hint.clear();
    m_errorPosition = -1;
    const auto parsed = parseExpression(plainExpression(typedExpression(text)).toStdString());
    if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
        m_error = engineText(error->message);
        m_errorPosition = std::min(int(error->position), int(text.size()));
        return false;
    }
    const TypedNumber& number = std::get<TypedNumber>(parsed);
    if (!number.code) {
        take(number.value);
        return true;
    }
    const Format* format = selectedFormat();
    if (!format) {
        m_error = tr("a code needs a format: choose one below");
        return false;
    }
    const QString name = toQt(std::string(format->name));
    if (const int bits = int(std::bit_width(*number.code)); bits > format->bits()) {
        m_error = tr("the code has %1 bits, %2 has %3; select a wider format, or write %4p0 for the number")
                      .arg(bits)
                      .arg(name)
                      .arg(format->bits())
                      .arg(text.trimmed());
        m_errorPosition = int(text.indexOf(QLatin1Char('0')));
        return false;
    }
    take(decode(*format, *number.code));
    m_shownCode = ShownCode{format, *number.code};
    recompute();
    m_hint = tr("read as a code of %1, the selected format; for the number %2 write %3p0")
                 .arg(name, QString::number(*number.code), text.trimmed());
    return true;
}

void NumberLab::setValue(double value, std::optional<NumberOrigin> origin)
{
    m_error.clear();
    m_hint.clear();
    m_errorPosition = -1;
    m_text = textOf(value);
    take(value);
    m_origin = std::move(origin);
    emit messageChanged();
    emit numberChanged();
}

void NumberLab::setCode(int row, std::uint64_t code)
{
    const Format* format = m_formats[static_cast<std::size_t>(row)];
    m_error.clear();
    m_errorPosition = -1;
    m_text = textOf(decode(*format, code));
    m_hint = tr("code %1 of %2").arg(toQt(hexCode(*format, code)), toQt(std::string(format->name)));
    take(decode(*format, code));
    m_shownCode = ShownCode{format, code};
    recompute();
    emit messageChanged();
    emit numberChanged();
}

void NumberLab::toggleBit(int row, int bit)
{
    setCode(row, m_rows[static_cast<std::size_t>(row)].code ^ (std::uint64_t{1} << bit));
}

void NumberLab::setRoundingMode(RoundingMode mode)
{
    m_rounding.mode = mode;
    recompute();
    emit numberChanged();
}

void NumberLab::setRandomBits(int count)
{
    m_rounding.randomBits = count;
    recompute();
    emit numberChanged();
}

void NumberLab::setOverflowRule(const OverflowRule& rule)
{
    m_rounding.overflow = &rule;
    recompute();
    emit numberChanged();
}

void NumberLab::drawAgain()
{
    ++m_draw;
    recompute();
    emit numberChanged();
}

bool NumberLab::addFormat(const QString& name)
{
    const Result<const Format*> format = formatByName(name.trimmed().toStdString());
    if (!format) {
        m_error = engineText(format.error());
        m_errorPosition = -1;
        emit messageChanged();
        return false;
    }
    addFormat(**format);
    return true;
}

void NumberLab::addFormat(const Format& format)
{
    const auto found = std::find_if(
        m_formats.begin(), m_formats.end(), [&](const Format* chosen) { return *chosen == format; });
    const auto row = int(found - m_formats.begin());
    if (found == m_formats.end()) {
        m_formats.push_back(&format);
        recompute();
        emit formatsChanged();
        emit numberChanged();
    }
    if (!m_error.isEmpty() && m_errorPosition < 0) {
        m_error.clear();
        emit messageChanged();
    }
    select(row);
}

void NumberLab::removeFormat(int row)
{
    if (row < 0 || row >= int(m_formats.size()) || m_formats.size() == 1)
        return;
    m_formats.erase(m_formats.begin() + row);
    m_selected = std::min(m_selected > row ? m_selected - 1 : m_selected, int(m_formats.size()) - 1);
    recompute();
    emit formatsChanged();
    emit selectionChanged(m_selected);
    emit numberChanged();
}

void NumberLab::select(int row)
{
    if (row == m_selected || row < 0 || row >= int(m_formats.size()))
        return;
    m_selected = row;
    emit selectionChanged(row);
}

void NumberLab::take(double value)
{
    m_value = value;
    m_origin.reset();
    m_shownCode.reset();
    recompute();
}

std::uint64_t NumberLab::randomFor(std::size_t row) const
{
    const int bits = m_rounding.randomBits == kAllRandomBits ? kExactBits : m_rounding.randomBits;
    return roundingBits({m_draw, RandomUse::Rounding, 0, 0}, row, bits);
}

void NumberLab::recompute()
{
    m_rows.clear();
    for (std::size_t i = 0; i < m_formats.size(); ++i) {
        const Format& format = *m_formats[i];
        if (m_shownCode && *m_shownCode->format == format)
            m_rows.push_back(storedCode(format, m_shownCode->code));
        else
            m_rows.push_back(storeNumber(format, m_value, m_rounding, randomFor(i)));
    }
}

namespace {

/// As it was typed, where the command reads the same number of it: a code is each format's own there, and the selected one's in
/// the lab.
std::string numberWord(const NumberLab& lab)
{
    const std::string plain = plainExpression(lab.text()).toStdString();
    const auto parsed = parseExpression(plain);
    const auto* number = std::get_if<TypedNumber>(&parsed);
    return number != nullptr && !number->code ? plain : exactText(lab.value()).toStdString();
}

} // namespace

QString numberCommand(const NumberLab& lab)
{
    std::string line = "ulpscope-cli inspect";
    const auto add = [&](const std::string& word) { line += " " + shellWord(word); };
    for (const Format* format : lab.formats()) {
        add("--format");
        add(std::string(format->name));
    }
    const Rounding& rounding = lab.rounding();
    const Rounding usual;
    if (rounding.mode != usual.mode) {
        add("--round");
        add(std::string(text(rounding.mode)));
    }
    if (rounding.randomBits != usual.randomBits) {
        add("--bits");
        add(std::to_string(rounding.randomBits));
    }
    if (!(*rounding.overflow == *usual.overflow)) {
        add("--overflow");
        add(std::string(rounding.overflow->name));
    }
    // Behind the options: a number may begin with a minus.
    add("--");
    add(numberWord(lab));
    return toQt(line);
}

} // namespace ulpscope::ui
