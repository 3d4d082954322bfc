// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/report_file.h"

#include "engine/file/whole_file.h"
#include "ui/guide/guide_style.h"
#include "ui/look/document_pdf.h"
#include "ui/look/models/markdown.h"
#include "ui/look/theme.h"

#include <QBuffer>
#include <QFile>
#include <QFont>
#include <QTextDocument>
#include <QUrl>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr double kReportLetters = 9; ///< points
constexpr int kPictureWidth = 600; ///< pixels that a page has room for

QString pageOf(const QString& title, const QString& body)
{
    return QStringLiteral(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%1</title>\n<style>\n%2</style></head>\n<body>\n%3</body></html>\n")
        .arg(title.toHtmlEscaped(), guideCss(), body);
}

QString dataUrl(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return QStringLiteral("data:image/png;base64,") + QString::fromLatin1(bytes.toBase64());
}

} // namespace

Status writeReport(
    const QString& path, const QString& title, const QString& markdown, const ReportPicture& picture)
{
    QString body = htmlOfMarkdown(markdown);
    const QString source = QStringLiteral("src=\"%1\"").arg(picture.name);
    if (!path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive)) {
        body.replace(source, QStringLiteral("src=\"%1\"").arg(dataUrl(picture.image)));
        return writeWholeFile(QFile::encodeName(path).toStdString(), pageOf(title, body).toStdString());
    }
    body.replace(source,
        QStringLiteral("%1 width=\"%2\"").arg(source).arg(std::min(picture.image.width(), kPictureWidth)));
    const QPalette paper = themePalette(Theme::Light);
    QTextDocument document;
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPointSizeF(kReportLetters);
    document.setDefaultFont(font);
    document.setDefaultStyleSheet(guideStyle(paper));
    document.addResource(QTextDocument::ImageResource, QUrl(picture.name), picture.image);
    document.setHtml(withTableLines(body, paper));
    return writeDocumentPdf(path, document, title);
}

} // namespace ulpscope::ui
