// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_files.h"

#include "engine/file/whole_file.h"
#include "ui/guide/guide_pdf.h"
#include "ui/guide/guide_style.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace ulpscope::ui {

namespace {

/// "formats.md#rounding", "term:ulp": a page of the folder.
QString pageAddress(const QString& address)
{
    static const QRegularExpression file(QStringLiteral("^([a-z-]*)\\.md"));
    const QString place = guidePlaceOf(address);
    if (!place.isEmpty())
        return place.section(QLatin1Char('#'), 0, 0) + QStringLiteral(".html#")
            + place.section(QLatin1Char('#'), 1);
    return QString(address).replace(file, QStringLiteral("\\1.html"));
}

Status written(const QString& path, const QByteArray& bytes)
{
    return writeWholeFile(
        QFile::encodeName(path).toStdString(), {bytes.constData(), std::size_t(bytes.size())});
}

} // namespace

QString guideHtmlPage(const GuideBook& book, const GuideChapter& chapter)
{
    QString links;
    for (const GuideChapter& each : book.chapters())
        links += QStringLiteral("<a href=\"%1.html\"%3>%2</a>\n")
                     .arg(each.name, each.title.toHtmlEscaped(),
                         each.name == chapter.name ? QStringLiteral(" aria-current=\"page\"") : QString());
    return QStringLiteral(
        "<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>%2 – Ulpscope</title>\n<link rel=\"stylesheet\" href=\"guide.css\">\n</head>\n"
        "<body>\n<nav>\n%3</nav>\n<main>\n%4</main>\n</body>\n</html>\n")
        .arg(QDir(book.folder()).dirName(), chapter.title.toHtmlEscaped(), links,
            withGuideLinks(chapter.html, pageAddress));
}

Status writeGuide(const GuideBook& book, const QString& folder)
{
    const QDir target(folder);
    if (!target.mkpath(QStringLiteral("pictures")))
        return Error{folder.toStdString(), "cannot be made", ErrorKind::Output};
    for (const GuideChapter& chapter : book.chapters())
        if (Status done = written(target.filePath(chapter.name + QStringLiteral(".html")),
                guideHtmlPage(book, chapter).toUtf8());
            !done)
            return done;
    if (Status done = written(target.filePath(QStringLiteral("guide.css")), guideCss().toUtf8()); !done)
        return done;
    for (const QString& name : book.pictures()) {
        QFile picture(book.pathOf(QStringLiteral("pictures/") + name));
        if (!picture.open(QIODevice::ReadOnly))
            return Error{picture.fileName().toStdString(), "cannot be read"};
        if (Status done = written(target.filePath(QStringLiteral("pictures/") + name), picture.readAll());
            !done)
            return done;
    }
    return written(target.filePath(QStringLiteral("ulpscope-guide.pdf")), guidePdf(book));
}

} // namespace ulpscope::ui
