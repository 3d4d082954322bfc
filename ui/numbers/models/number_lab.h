// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the number lab: one number, the formats that it is stored in, the rounding mode and the overflow rule. All
// views of the lab show this and change it; what was typed wrong changes nothing but the message.
#pragma once

#include "engine/dtype/stored_number.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace ulpscope::ui {

/// Where a number was taken from: an element of a tensor, with the float64 lane's value.
struct NumberOrigin
{
    QString place; ///< "dense_1 / kernel [3, 7] at step 1499"
    std::optional<double> reference;
};

/// The text for the engine's parser. It has one byte per character, so an error's place in it is also the place in the field.
QByteArray plainExpression(QString text);

class NumberLab : public QObject
{
    Q_OBJECT
public:
    explicit NumberLab(QObject* parent = nullptr);

    /// Resets the lab to its state at the program's start.
    void beginAfresh();

    double value() const { return m_value; }
    /// Text of the input field: as typed, or the number after a bit was toggled.
    const QString& text() const { return m_text; }
    const QString& error() const { return m_error; }
    /// Index of the wrong character in text(); -1 without one.
    int errorPosition() const { return m_errorPosition; }
    /// How a code was understood, and how to mean the number; empty for other texts.
    const QString& hint() const { return m_hint; }
    const std::optional<NumberOrigin>& origin() const { return m_origin; }

    const std::vector<const Format*>& formats() const { return m_formats; }
    int selected() const { return m_selected; } ///< -1 when no format is chosen
    const Format* selectedFormat() const;
    const Rounding& rounding() const { return m_rounding; }

    /// One row for each format, in order.
    const std::vector<StoredNumber>& rows() const { return m_rows; }
    /// The selected format's number under another rule.
    StoredNumber underRule(const OverflowRule& rule) const;

    /// Takes typed text. Returns false if it is wrong; then error() tells the mistake and its place, and the number stays.
    bool setText(const QString& text);
    void setValue(double value, std::optional<NumberOrigin> origin = {});
    /// Sets the number to the value of this code in the format at `row`.
    void setCode(int row, std::uint64_t code);
    void toggleBit(int row, int bit);
    void setRoundingMode(RoundingMode mode);
    void setRandomBits(int count);
    void setOverflowRule(const OverflowRule& rule);
    /// Other random bits for the stochastic modes.
    void drawAgain();
    std::uint64_t draws() const { return m_draw; }

    /// Adds the format of that name, which may be a family's member, or only selects it if it is there. Returns false if there is none; error() says why.
    bool addFormat(const QString& name);
    void addFormat(const Format& format);
    void removeFormat(int row);
    void select(int row);

signals:
    /// The number, the rounding or the rule: rows() have new contents.
    void numberChanged();
    /// formats() changed; numberChanged() follows.
    void formatsChanged();
    void selectionChanged(int row);
    /// error() or hint().
    void messageChanged();

private:
    struct ShownCode
    {
        const Format* format = nullptr;
        std::uint64_t code = 0;
    };

    bool applyText(const QString& text);
    void take(double value);
    void recompute();
    std::uint64_t randomFor(std::size_t row) const;

    double m_value = 0;
    QString m_text;
    QString m_error;
    QString m_hint;
    int m_errorPosition = -1;
    std::optional<NumberOrigin> m_origin;
    std::optional<ShownCode> m_shownCode; ///< a NaN has several codes; the one that was chosen stays
    std::vector<const Format*> m_formats;
    int m_selected = -1;
    Rounding m_rounding;
    std::uint64_t m_draw = 0;
    std::vector<StoredNumber> m_rows;
};

/// "ulpscope-cli inspect 0.1 --format float16 --format bfloat16", with rounding and rule where they are not the usual ones.
QString numberCommand(const NumberLab& lab);

} // namespace ulpscope::ui
