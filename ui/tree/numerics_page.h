// SPDX-License-Identifier: GPL-3.0-or-later
// What the selected layer's three products round and sum in, and what it stores: every value that its policy and its
// recipe fill in, each of which can be overridden; and the recipes, the session's and the layer's own.
#pragma once

#include "app/session/document.h"
#include "ui/forms/form_pages.h"
#include "ui/tree/models/layer_nodes.h"
#include "ui/tree/models/numerics_choices.h"

#include <functional>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace ulpscope::ui {

class ComponentForm;
class OverrideEditor;

class NumericsPage : public FormPage
{
    Q_OBJECT
public:
    explicit NumericsPage(Document& document, QWidget* parent = nullptr);

    /// Shows a layer's numerics; nullopt empties the page.
    void showLayer(const std::optional<LayerPlace>& place);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row
    {
        NumericsOverride setting;
        QLabel* label;
        OverrideEditor* editor;
    };
    struct Group
    {
        QWidget* box;
        std::vector<Row> rows;
    };

    QWidget* makeHead();
    Group makeGroup(const OverrideGroup& group);
    void refresh();
    void showNode(const LayerNode& node);
    void set(const Row& row, const std::optional<QString>& value);
    void resetAll();
    void setSessionRecipe(const Component& recipe);
    void setLayerRecipe(const Component& recipe);
    void showRecipes(const LayerNode* node);

    Document& m_document;
    std::optional<LayerPlace> m_place;
    QLabel* m_title;
    QLabel* m_sentence;
    QPushButton* m_resetAll;
    ComponentForm* m_sessionRecipe;
    ComponentForm* m_layerRecipe;
    std::vector<Group> m_groups;
};

} // namespace ulpscope::ui
