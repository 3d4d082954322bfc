// SPDX-License-Identifier: GPL-3.0-or-later
// Result<T>: a value, or one Error that says where the input is wrong and why.
#pragma once

#include "engine/base/check.h"
#include "engine/base/message.h"

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace ulpscope {

/// Which of Python's exceptions an error of Keras stands for (RegexError: re.error); Output when something cannot be
/// written; Stopped when the caller asked to stop; Input for everything else.
enum class ErrorKind {
    Input,
    Output,
    Stopped,
    TypeError,
    ValueError,
    KeyError,
    NotImplementedError,
    RegexError,
    AttributeError,
    RuntimeError
};

/// "ValueError"; "re.error" for RegexError.
constexpr std::string_view kindName(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Input:
        break;
    case ErrorKind::Output:
        return "Output";
    case ErrorKind::Stopped:
        return "Stopped";
    case ErrorKind::TypeError:
        return "TypeError";
    case ErrorKind::ValueError:
        return "ValueError";
    case ErrorKind::KeyError:
        return "KeyError";
    case ErrorKind::NotImplementedError:
        return "NotImplementedError";
    case ErrorKind::RegexError:
        return "re.error";
    case ErrorKind::AttributeError:
        return "AttributeError";
    case ErrorKind::RuntimeError:
        return "RuntimeError";
    }
    return "Input";
}

/// A mistake in words that the window translates, and its place.
struct Error
{
    std::string place; ///< in the input, "layers[2].units" or a file name; may be empty
    Message message;
    ErrorKind kind = ErrorKind::Input;
    Message placeWords; ///< the place in words, "line 2, column 5", where it is no key and no path

    Error() = default;
    Error(std::string where, Message what, ErrorKind of = ErrorKind::Input)
        : place(std::move(where))
        , message(std::move(what))
        , kind(of)
    {
    }
    Error(Message where, Message what, ErrorKind of = ErrorKind::Input)
        : place(where.text())
        , message(std::move(what))
        , kind(of)
        , placeWords(std::move(where))
    {
    }
    /// With words that no language translates, as those of Keras.
    Error(std::string where, std::string words, ErrorKind of = ErrorKind::Input)
        : Error(std::move(where), verbatim(std::move(words)), of)
    {
    }

    /// "place: message", or the message alone.
    Message sentence() const
    {
        if (place.empty())
            return message;
        return ulpscope::message("%1: %2")
            .with(placeWords.empty() ? verbatim(place) : placeWords)
            .with(message);
    }
    /// The sentence in English.
    std::string text() const { return sentence().text(); }

    /// The same error inside `outer`: Error{"units"}.within("layers[2]") is at "layers[2].units".
    Error within(const std::string& outer) const
    {
        if (outer.empty())
            return *this;
        if (place.empty())
            return {outer, message, kind};
        return {outer + (place.front() == '[' ? "" : ".") + place, message, kind};
    }

    bool operator==(const Error&) const = default;
};

/// The error of a function that was asked to stop by its token.
inline Error stoppedError()
{
    return {"", "stopped", ErrorKind::Stopped};
}

/// Makes an error that is a ValueError in Keras.
inline Error valueError(std::string place, std::string words)
{
    return {std::move(place), std::move(words), ErrorKind::ValueError};
}
inline Error valueError(std::string place, Message message)
{
    return {std::move(place), std::move(message), ErrorKind::ValueError};
}

template <class T>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    {
    }

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// The value; a contract that ok() was asked.
    const T& value() const&
    {
        check(ok(), "Result::value of an error");
        return std::get<0>(m_state);
    }
    T& value() &
    {
        check(ok(), "Result::value of an error");
        return std::get<0>(m_state);
    }
    T&& value() &&
    {
        check(ok(), "Result::value of an error");
        return std::get<0>(std::move(m_state));
    }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Error& error() const
    {
        check(!ok(), "Result::error of a value");
        return std::get<1>(m_state);
    }

private:
    std::variant<T, Error> m_state;
};

/// Result of something that has nothing to give back.
using Status = Result<std::monostate>;
inline Status success()
{
    return Status(std::monostate{});
}

} // namespace ulpscope
