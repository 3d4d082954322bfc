// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/transformer_block.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// Appends layers to a copy of the model, in which their names are free.
class Builder
{
public:
    Builder(const TransformerBlock& block, const ModelSpec& model)
        : m_block(block)
        , m_model(model)
        , m_before(model.layers.size())
    {
    }

    std::string add(const char* className, std::vector<std::string> inputs, Config config = {})
    {
        LayerSpec layer{m_model.freeName(className), className, std::move(config), std::move(inputs), {}};
        m_model.layers.push_back(layer);
        return layer.name;
    }

    std::string normalized(const std::string& x)
    {
        return add("LayerNormalization", {x}, {{"epsilon", 1e-5}});
    }

    /// x + branch, with a normalization behind it if it is not before the branch.
    std::string sum(const std::string& x, std::string branch)
    {
        if (m_block.dropout > 0)
            branch = add("Dropout", {branch}, {{"rate", m_block.dropout}});
        const std::string result = add("Add", {x, branch});
        return m_block.normalizesFirst ? result : normalized(result);
    }

    std::string attention(const std::string& x)
    {
        const std::int64_t heads = std::max<std::int64_t>(m_block.heads, 1);
        Config config{{"num_heads", heads}, {"key_dim", std::max<std::int64_t>(m_block.features / heads, 1)}};
        if (m_block.isCausal)
            config.set("use_causal_mask", true);
        return add("MultiHeadAttention", {x}, std::move(config));
    }

    std::string feedForward(const std::string& x)
    {
        const std::string wide = add("Dense", {x},
            {{"units", m_block.feedForward * m_block.features}, {"activation", m_block.activation}});
        return add("Dense", {wide}, {{"units", m_block.features}});
    }

    std::vector<LayerSpec> take()
    {
        return {m_model.layers.begin() + static_cast<std::ptrdiff_t>(m_before), m_model.layers.end()};
    }

private:
    const TransformerBlock& m_block;
    ModelSpec m_model;
    std::size_t m_before;
};

} // namespace

std::vector<LayerSpec> layersOf(
    const TransformerBlock& block, const ModelSpec& model, const std::string& input)
{
    Builder builder(block, model);
    const auto before
        = [&](const std::string& x) { return block.normalizesFirst ? builder.normalized(x) : x; };
    const std::string attended = builder.sum(input, builder.attention(before(input)));
    builder.sum(attended, builder.feedForward(before(attended)));
    return builder.take();
}

} // namespace ulpscope
