// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/device_result.h"

#include "app/io/json/json_members.h"
#include "app/judge/arithmetic/device_models.h"
#include "engine/base/shown_text.h"
#include "engine/dtype/formats.h"

#include <algorithm>

namespace ulpscope {

namespace {

constexpr std::uint64_t kMaxCases = 10000;
constexpr std::int64_t kMaxMultiplyAdds = std::int64_t{1}
    << 30; ///< of one product: each model computes all of them

std::string rowPlace(const char* list, std::size_t row)
{
    return "about." + std::string(list) + "[" + std::to_string(row) + "]";
}

} // namespace

Error DeviceResult::at(const std::string& place, const Message& words) const
{
    return {m_path, Error{place, words}.sentence()};
}

Result<DeviceResult> DeviceResult::open(const std::filesystem::path& path)
{
    Result<std::unique_ptr<TensorFile>> file = openTensorFile(path);
    if (!file)
        return file.error();
    DeviceResult result(path.string(), *std::move(file));
    if (const Status read = result.readAbout(); !read)
        return read.error();
    return result;
}

Status DeviceResult::readAbout()
{
    const Result<std::size_t> about = m_file->find("about");
    if (!about || m_file->tensors()[*about].bytes > kLargestJson)
        return Error{m_path, "is not what device_check.py writes: it has no array 'about' with a text"};
    const Result<std::string> text = m_file->bytesOf(*about);
    if (!text)
        return at("about", text.error().message);
    const Result<Json> json = parseJson(*text);
    if (!json)
        return at("about", json.error().sentence());
    JsonMembers members(*json);
    members.choice("format", {"ulpscope-device"});
    members.whole("version", 1, 1);
    const auto rows = [&](const char* list, const auto& read) {
        std::size_t number = 0;
        for (const Json& item : members.list(list, kMaxCases)) {
            JsonMembers row(item);
            read(row);
            if (row.error())
                members.fail(row.error()->within(std::string(list) + "[" + std::to_string(number) + "]"));
            ++number;
        }
    };
    rows("products", [&](JsonMembers& row) {
        Row read{row.text("run"), row.text("values"), row.texts("operands", 2),
            {row.text("a"), row.text("b"), row.text("y")}};
        if (read.formats.size() != 2)
            row.fail({"operands", "expected two formats"});
        read.formats.push_back(row.text("result"));
        m_products.push_back(std::move(read));
    });
    rows("functions", [&](JsonMembers& row) {
        const std::vector<std::string> known = deviceFunctions();
        m_functions.push_back({known[row.choice("function", known)], row.text("values"),
            {"float32", "float32"}, {row.text("x"), row.text("y")}});
    });
    rows("skipped", [&](JsonMembers& row) { m_skipped.emplace_back(row.text("what"), row.text("why")); });
    if (members.error())
        return at(members.error()->within("about").place, members.error()->message);
    for (const auto& [key, value] : json->items())
        if (value.is_string() && key != "format")
            m_facts.emplace_back(key, value.get<std::string>());
    return success();
}

Result<Tensor> DeviceResult::array(
    const std::string& place, const std::string& name, const std::string& format)
{
    const Result<const Format*> known = formatByName(format);
    if (!known)
        return at(place, known.error().message);
    // tf32 is stored as float32, whose low digits are zero.
    const ElementType* type = findElementType(format == "tf32" ? "float32" : format);
    const Result<std::size_t> index = m_file->find(name);
    if (type == nullptr || type->format == nullptr || !index)
        return at(place,
            index ? verbatim(shownText(format) + " is no format that a device stores")
                  : index.error().message);
    const Result<StoredTensor> stored = m_file->read(*index, type);
    if (!stored)
        return at(place, stored.error().sentence());
    if (stored->shape.empty() || stored->shape.size() > 2)
        return at(place, verbatim("array '" + shownText(name) + "' has neither one axis nor two"));
    Tensor tensor(
        stored->shape.size() == 1 ? Shape{stored->shape[0]} : Shape{stored->shape[0], stored->shape[1]},
        **known);
    for (Index i = 0; i < tensor.size(); ++i) {
        const double value = stored->value(static_cast<std::uint64_t>(i));
        if (format == "tf32" && (stored->code(static_cast<std::uint64_t>(i)) & 0x1FFF) != 0)
            return at(place, verbatim("element " + std::to_string(i) + " is no number of tf32"));
        tensor.set(i, value);
    }
    return tensor;
}

Result<DeviceProduct> DeviceResult::product(std::size_t index)
{
    const Row& row = m_products.at(index);
    const std::string place = rowPlace("products", index);
    DeviceProduct product{row.run, row.values, {}, {}, {}};
    std::size_t number = 0;
    for (const auto& [key, tensor] :
        {std::pair{"a", &product.a}, std::pair{"b", &product.b}, std::pair{"y", &product.y}}) {
        Result<Tensor> read = array(place + "." + key, row.arrays[number], row.formats[number]);
        if (!read)
            return read.error();
        if (read->shape().rank() != 2 || read->isEmpty())
            return at(place + "." + key, verbatim("expected a matrix with elements"));
        *tensor = *std::move(read);
        ++number;
    }
    const Shape& a = product.a.shape();
    const Shape& b = product.b.shape();
    if (a[1] != b[0] || product.y.shape() != Shape{a[0], b[1]})
        return at(place, verbatim("the shapes of a, b and y are not those of a product"));
    if (carrierOf(product.a.format()) != carrierOf(product.b.format()))
        return at(place, verbatim("a and b are of formats that are not multiplied with each other"));
    if (a[0] * b[1] > kMaxMultiplyAdds / a[1])
        return at(place, verbatim("the product has more than 2^30 multiply-adds"));
    return product;
}

Result<DeviceFunction> DeviceResult::function(std::size_t index)
{
    const Row& row = m_functions.at(index);
    const std::string place = rowPlace("functions", index);
    DeviceFunction function{row.run, row.values, {}, {}};
    std::size_t number = 0;
    for (const auto& [key, values] : {std::pair{"x", &function.x}, std::pair{"y", &function.y}}) {
        const Result<Tensor> read = array(place + "." + key, row.arrays[number], row.formats[number]);
        if (!read)
            return read.error();
        for (Index i = 0; i < read->size(); ++i)
            values->push_back(static_cast<float>(read->at(i)));
        ++number;
    }
    if (function.x.empty() || function.x.size() != function.y.size())
        return at(place, verbatim("x and y have not as many elements, or none"));
    return function;
}

} // namespace ulpscope
