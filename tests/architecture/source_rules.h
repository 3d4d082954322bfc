// SPDX-License-Identifier: GPL-3.0-or-later
// What a source file of ours may include and say, as in engine/DESIGN.md's drawing. Plain text in, sentences
// out.
#pragma once

#include <QFile>
#include <QLibraryInfo>
#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace ulpscope::architecture {

using namespace Qt::StringLiterals;

/// path: from the repository's root, "engine/dtype/format.h".
struct SourceFile
{
    QString path;
    QString text;
};

struct Include
{
    int line = 0;
    QString name;
    bool quoted = false;
};

/// The text with comments blanked out, and the contents of strings and characters too unless keepStrings;
/// lines stay.
inline QString codeOf(const QString& text, bool keepStrings = false)
{
    // No raw strings here: Qt 6.4's moc reads this file too and loses its place in them.
    static const QRegularExpression token(
        u"(//[^\\n]*)|(/\\*.*?\\*/)|R\"([^\\s()\\\\]{0,16})\\(.*?\\)\\3\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"|(?<![0-9A-Fa-f])'(?:[^'\\\\\\n]|\\\\.)*'"_s,
        QRegularExpression::DotMatchesEverythingOption);
    QString code = text;
    for (auto matches = token.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const bool comment = match.hasCaptured(1) || match.hasCaptured(2);
        if (!comment && keepStrings)
            continue;
        for (qsizetype i = match.capturedStart(); i < match.capturedEnd(); ++i)
            if (code[i] != u'\n')
                code[i] = u' ';
    }
    return code;
}

inline int lineAt(const QString& text, qsizetype position)
{
    return static_cast<int>(QStringView(text).left(position).count(u'\n')) + 1;
}

inline QList<Include> includesOf(const SourceFile& file)
{
    static const QRegularExpression line(
        u"^[ \\t]*#[ \\t]*include[ \\t]*([<\"])([^>\"\\n]+)[>\"]"_s, QRegularExpression::MultilineOption);
    QList<Include> includes;
    const QString code = codeOf(file.text, true);
    const QString withoutStrings = codeOf(file.text);
    for (auto matches = line.globalMatch(code); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (withoutStrings[match.capturedStart() + match.captured().indexOf(u'#')] != u'#')
            continue; // inside a string
        includes.append({lineAt(code, match.capturedStart()), match.captured(2), match.captured(1) == u"\""});
    }
    return includes;
}

/// "engine/dtype/format.h" -> "dtype"; empty for a file that is not in a folder of `top`.
inline QString folderIn(const QString& top, const QString& path)
{
    const QStringList parts = path.split(u'/');
    return parts.size() > 2 && parts[0] == top ? parts[1] : QString();
}

/// Position of an engine folder in the order in which they may include each other; peers share one. -1:
/// unknown.
inline int enginePosition(const QString& folder)
{
    static const QList<QStringList> order{{u"base"_s}, {u"file"_s}, {u"dtype"_s}, {u"kernels"_s},
        {u"tensor"_s}, {u"graph"_s}, {u"scaling"_s}, {u"policy"_s}, {u"loss"_s, u"optimizer"_s, u"data"_s},
        {u"probe"_s}, {u"layer"_s}, {u"model"_s}, {u"session"_s}, {u"train"_s}};
    for (qsizetype i = 0; i < order.size(); ++i)
        if (order[i].contains(folder))
            return static_cast<int>(i);
    return -1;
}

/// "app/io/keras/model/a.h" -> "io/keras"; "app/judge/runs/a.h" -> "judge"; empty for a file that is in no room.
inline QString appRoom(const QString& path)
{
    const QStringList parts = path.split(u'/');
    if (parts.size() < 3 || parts[0] != u"app")
        return {};
    return parts[1] == u"io" && parts.size() > 3 ? parts[1] + u'/' + parts[2] : parts[1];
}

/// Position of a room of app in the order in which they may include each other. -1: unknown.
inline int appPosition(const QString& room)
{
    static const QStringList order{u"io/json"_s, u"io/files"_s, u"judge"_s, u"io/tensors"_s, u"io/keras"_s,
        u"io/exports"_s, u"io/session"_s, u"io/recordings"_s, u"io/logs"_s, u"io/runs"_s, u"search"_s,
        u"lesson"_s, u"cli"_s, u"session"_s, u"desktop"_s};
    return static_cast<int>(order.indexOf(room));
}

/// Whether a room of app has no Qt: the command line and what it is made of.
inline bool isQtFree(const QString& room)
{
    return appPosition(room) >= 0 && appPosition(room) <= appPosition(u"cli"_s);
}

/// Position of a room of the window in the order in which they may include each other. -1: unknown.
inline int roomPosition(const QString& room)
{
    static const QStringList order{u"look"_s, u"forms"_s, u"tree"_s, u"training"_s, u"runs"_s, u"map"_s,
        u"numbers"_s, u"bench"_s, u"diagnosis"_s, u"data"_s, u"picture"_s, u"files"_s, u"exchange"_s,
        u"lessons"_s, u"guide"_s, u"search"_s, u"shell"_s};
    return static_cast<int>(order.indexOf(room));
}

inline bool isQtHeader(const Include& include)
{
    static const QRegularExpression qt(u"^(Q[A-Z]|Qt|q[a-z]+global\\.h)"_s);
    return !include.quoted && qt.match(include.name).hasMatch();
}

/// Whether the header is one of Qt's modules that draw windows, as Qt's own include folders tell.
inline bool isWidgetsHeader(const Include& include)
{
    const QString headers = QLibraryInfo::path(QLibraryInfo::HeadersPath);
    for (const QString& module : {u"QtWidgets"_s, u"QtPrintSupport"_s, u"QtSvgWidgets"_s})
        if (include.name.startsWith(module) || QFile::exists(headers + u'/' + module + u'/' + include.name))
            return true;
    return include.name == u"qcustomplot.h";
}

/// What is wrong with one include; empty if nothing.
inline QString includeTrouble(const QString& path, const Include& include)
{
    const QString& name = include.name;
    const QString top = path.section(u'/', 0, 0);
    const QString includedTop = name.section(u'/', 0, 0);
    const bool ours
        = include.quoted && QStringList{u"engine"_s, u"app"_s, u"ui"_s, u"tests"_s}.contains(includedTop);
    if (include.quoted && !ours && !name.endsWith(u".moc"))
        return u"includes \"%1\"; our own headers are named from the root, others are in <>"_s.arg(name);
    if (name == u"qcustomplot.h" && path != u"ui/look/qcp.h")
        return u"includes qcustomplot.h; only ui/look/qcp.h does"_s;
    if (name == u"QFileDialog" && path != u"ui/look/file_dialogs.cpp" && top != u"tests")
        return u"includes <QFileDialog>; only ui/look/file_dialogs.cpp does"_s;
    if (name == u"ui/shell/main_window.h" && path != u"app/main.cpp" && path != u"ui/shell/main_window.cpp"
        && top != u"tests")
        return u"includes the main window"_s;
    if ((name.startsWith(u"Eigen/") || name.startsWith(u"unsupported/Eigen")) && top != u"tests"
        && !path.startsWith(u"engine/kernels/per_level/"))
        return u"includes Eigen; only engine/kernels/per_level does"_s;
    if (ours && includedTop == u"tests" && top != u"tests")
        return u"includes a test's header"_s;

    if (top == u"engine") {
        if (isQtHeader(include))
            return u"includes <%1>; the engine has no Qt"_s.arg(name);
        if (QStringList{u"iostream"_s, u"print"_s}.contains(name))
            return u"includes <%1>; the engine prints nothing"_s.arg(name);
        if (ours && includedTop != u"engine")
            return u"includes \"%1\"; the engine knows nothing above itself"_s.arg(name);
        if (ours) {
            const QString from = folderIn(u"engine"_s, path);
            const QString to = folderIn(u"engine"_s, name);
            if (enginePosition(from) < 0)
                return u"is in a folder that the order of engine folders does not have"_s;
            if (enginePosition(to) < 0)
                return u"includes \"%1\", a folder that the order of engine folders does not have"_s.arg(
                    name);
            const bool peers = from != to && enginePosition(from) == enginePosition(to);
            if (peers || enginePosition(to) > enginePosition(from))
                return u"includes \"%1\"; engine/%2 comes before engine/%3"_s.arg(name, from, to);
        }
    }
    if (top == u"app") {
        const QString from = appRoom(path);
        const QString to = appRoom(name);
        if ((isQtFree(from) || path == u"app/cli_main.cpp") && isQtHeader(include))
            return u"includes <%1>; the command line has no Qt"_s.arg(name);
        if (path != u"app/main.cpp" && isWidgetsHeader(include))
            return u"includes <%1>; app has no Widgets"_s.arg(name);
        if (path != u"app/main.cpp" && ours && includedTop == u"ui")
            return u"includes \"%1\"; app does not know ui"_s.arg(name);
        if (path == u"app/cli_main.cpp" && ours && includedTop == u"app" && !isQtFree(to)
            && name != u"app/stop_signals.h")
            return u"includes \"%1\"; the command line has no Qt"_s.arg(name);
        if (!from.isEmpty() && appPosition(from) < 0)
            return u"is in a room that the order of app's rooms does not have"_s;
        if (!to.isEmpty() && appPosition(to) < 0)
            return u"includes \"%1\", a room that the order of app's rooms does not have"_s.arg(name);
        if (!from.isEmpty() && appPosition(to) > appPosition(from))
            return u"includes \"%1\"; app/%2 comes before app/%3"_s.arg(name, from, to);
        if (to == u"cli" && from != u"cli" && path != u"app/cli_main.cpp")
            return u"includes \"%1\", a part of the command line"_s.arg(name);
    }
    if (top == u"ui" && ours && includedTop == u"ui") {
        const QString from = folderIn(u"ui"_s, path);
        const QString to = folderIn(u"ui"_s, name);
        if (roomPosition(from) < 0)
            return u"is in a room that the order of rooms does not have"_s;
        if (roomPosition(to) < 0)
            return u"includes \"%1\", a room that the order of rooms does not have"_s.arg(name);
        if (roomPosition(to) > roomPosition(from))
            return u"includes \"%1\"; ui/%2 comes before ui/%3"_s.arg(name, from, to);
        if (path.contains(u"/models/") && !name.contains(u"/models/"))
            return u"includes \"%1\"; a model includes no view"_s.arg(name);
    }
    if (top == u"ui" && path.contains(u"/models/") && isWidgetsHeader(include))
        return u"includes <%1>; a model has no Widgets"_s.arg(name);
    return {};
}

/// The arguments of a call, split at its own commas; `open` is the position of the parenthesis.
inline QStringList argumentsOf(const QString& code, qsizetype open)
{
    QStringList arguments{QString()};
    int depth = 0;
    for (qsizetype i = open; i < code.size(); ++i) {
        const QChar c = code[i];
        if (u"([{"_s.contains(c) && depth++ == 0)
            continue;
        if (u")]}"_s.contains(c) && --depth == 0)
            return arguments;
        if (c == u',' && depth == 1)
            arguments.append(QString());
        else
            arguments.last() += c;
    }
    return arguments;
}

/// What comments say that cannot be understood without their code, with its line: a beginning without a subject ("Of a float"), or a
/// person where a caller or a user is meant.
inline QList<std::pair<int, QString>> dialectOf(const QString& text)
{
    static const QRegularExpression words(
        u"//+<?[ \\t]*(Of|That of|Those of|That which)\\b|//[^\\n]*\\b(somebody|nobody|anybody|whoever|whomever|someone|anyone|everybody)\\b"_s,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression lowerBeginning(u"^//+<?[ \\t]*(of|that of|those of|that which)\\b"_s);
    const QString strings = codeOf(text, true);
    QList<std::pair<int, QString>> found;
    for (auto matches = words.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (strings[match.capturedStart()] == u'/' || lowerBeginning.match(match.captured()).hasMatch())
            continue; // in a string; "8 ///< of the header" goes on after its name
        found.append({lineAt(text, match.capturedStart()), match.captured(match.lastCapturedIndex())});
    }
    return found;
}

/// Everything that is wrong with a file, as "path:line: sentence".
inline QStringList troublesOf(const SourceFile& file)
{
    QStringList troubles;
    const auto report = [&](int line, const QString& sentence) {
        troubles.append(u"%1:%2: %3"_s.arg(file.path).arg(line).arg(sentence));
    };
    const QString firstLines = file.text.section(u'\n', 0, 1);
    if (!firstLines.contains(u"SPDX-License-Identifier: GPL-3.0-or-later"))
        report(1, u"has no SPDX line at its head"_s);
    static const QRegularExpression cpp(u"\\.(h|cpp)$"_s);
    if (!cpp.match(file.path).hasMatch())
        return troubles;

    for (const Include& include : includesOf(file))
        if (const QString trouble = includeTrouble(file.path, include); !trouble.isEmpty())
            report(include.line, trouble);

    for (const QString& top : {u"engine/"_s, u"app/"_s, u"ui/"_s})
        if (file.path.startsWith(top))
            for (const auto& [line, words] : dialectOf(file.text))
                report(line,
                    u"a comment says \"%1\"; write a sentence with a subject, and name the caller or the user"_s
                        .arg(words));

    const QString code = codeOf(file.text);
    static const QRegularExpression macro(
        u"^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)\\("_s, QRegularExpression::MultilineOption);
    for (auto matches = macro.globalMatch(code); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (file.path == u"ui/look/qcp.h" && match.captured(1) == u"foreach")
            continue; // QCustomPlot's header says foreach, which QT_NO_FOREACH takes away
        if (file.path == u"tests/long_waits.h" && match.captured(1).startsWith(u"QTRY_"))
            continue; // Qt Test's own, with another time
        report(lineAt(code, match.capturedStart()),
            u"defines the function-like macro %1"_s.arg(match.captured(1)));
    }
    if (file.path.startsWith(u"engine/") || (isQtFree(appRoom(file.path)) && appRoom(file.path) != u"cli")) {
        static const QRegularExpression speaks(
            u"\\b(std::cout|std::cerr|std::clog|(?:v?f?printf|f?puts|putchar|perror|abort|_?exit|quick_exit|terminate)\\s*\\()"_s);
        for (auto matches = speaks.globalMatch(code); matches.hasNext();) {
            const QRegularExpressionMatch match = matches.next();
            report(lineAt(code, match.capturedStart()),
                u"says %1; only programs print or end"_s.arg(match.captured(1)));
        }
    }
    static const QRegularExpression connect(u"\\bconnect\\s*(\\()"_s);
    for (auto matches = connect.globalMatch(code); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        // Commas between < and > belong to a template's arguments.
        static const QRegularExpression angle(u"<[^<>();{}]*>"_s);
        QString call = code.mid(match.capturedStart(1));
        call.replace(angle, QString());
        if (argumentsOf(call, 0).size() == 3)
            report(lineAt(code, match.capturedStart()), u"connects without a context object"_s);
    }
    return troubles;
}

} // namespace ulpscope::architecture
