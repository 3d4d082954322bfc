// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/python_text.h"

#include "engine/base/number_text.h"

#include <cmath>

namespace ulpscope {

std::string pythonText(std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            result += '\\';
        if (byte < 0x20 || byte == 0x7f) {
            result += "\\x";
            result += kHex[byte >> 4U];
            result += kHex[byte & 15U];
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string pythonNumber(double value)
{
    if (std::isnan(value))
        return "float(\"nan\")";
    if (std::isinf(value))
        return value < 0 ? "float(\"-inf\")" : "float(\"inf\")";
    // Keras takes no integer for a learning rate.
    const std::string text = shortestText(value);
    return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

std::string pythonTuple(const std::vector<std::int64_t>& values)
{
    std::string text = "(";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(values[i]);
    return text + (values.size() == 1 ? ",)" : ")");
}

std::string pythonValue(const ParameterValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "True" : "False";
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return std::to_string(*integer);
    if (const auto* number = std::get_if<double>(&value))
        return pythonNumber(*number);
    if (const auto* text = std::get_if<std::string>(&value))
        return pythonText(*text);
    return pythonTuple(std::get<std::vector<std::int64_t>>(value));
}

std::string pythonCall(const std::string& name, const std::vector<std::string>& arguments, std::size_t indent,
    std::size_t columns)
{
    std::string line = name + "(";
    for (std::size_t i = 0; i < arguments.size(); ++i)
        line += (i == 0 ? "" : ", ") + arguments[i];
    line += ")";
    if (indent + line.size() <= columns && line.find('\n') == std::string::npos)
        return line;
    std::string text = name + "(\n";
    for (const std::string& argument : arguments)
        text += std::string(indent + 4, ' ') + argument + ",\n";
    return text + std::string(indent, ' ') + ")";
}

} // namespace ulpscope
