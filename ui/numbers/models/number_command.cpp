// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/models/number_command.h"

#include "app/io/session/session_command.h"
#include "engine/base/expression.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/plot_table.h"
#include "ui/numbers/models/number_lab.h"

namespace ulpscope::ui {

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
