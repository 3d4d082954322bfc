// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/workbook.h"

#include <array>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::string_view kZip = "PK\x03\x04";

struct Kind
{
    std::string_view beginsWith;
    std::string_view holds; ///< empty: anything
    std::string_view name;
};

/// ECMA-376 part 2, "[Content_Types].xml", and 1, folder "xl"; OpenDocument 1.3 part 2, 3.3, a first entry "mimetype" that is stored; [MS-CFB]
/// 2.2, the signature of a compound file.
constexpr std::array kKinds{
    Kind{kZip, "xl/", "an Excel workbook (.xlsx)"},
    Kind{kZip, "[Content_Types].xml", "an Office document"},
    Kind{kZip, "mimetypeapplication/vnd.oasis.opendocument", "an OpenDocument file (.ods)"},
    Kind{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "", "an old Excel workbook (.xls)"},
};

} // namespace

std::string_view workbookKind(std::string_view bytes)
{
    constexpr std::size_t kLookedAt = std::size_t{1}
        << 16; // names of entries lie at the end too, but the first is here
    const std::string_view begin = bytes.substr(0, kLookedAt);
    for (const Kind& kind : kKinds)
        if (begin.starts_with(kind.beginsWith) && begin.find(kind.holds) != std::string_view::npos)
            return kind.name;
    return {};
}

Error workbookError(std::string path, std::string_view kind)
{
    return {std::move(path),
        "is " + std::string(kind)
            + ", which is not read; save its sheet as CSV in the spreadsheet program (File > Save As) and choose that file"};
}

} // namespace ulpscope
