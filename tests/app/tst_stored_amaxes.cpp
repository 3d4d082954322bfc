// SPDX-License-Identifier: GPL-3.0-or-later
// Which tensors of a file are a float8 layer's scales and amax histories.
#include "app/io/tensors/element_type.h"
#include "app/io/tensors/stored_values.h"

#include <QTest>

using namespace ulpscope;

namespace {

/// A kernel, and a number and a list of that length for each operand.
std::vector<TensorEntry> float8Layer(const std::string& folder, std::int64_t length)
{
    const ElementType* float32 = findElementType("float32");
    std::vector<TensorEntry> tensors;
    const auto add = [&](std::vector<std::int64_t> shape) {
        tensors.push_back(
            {folder + "/vars/" + std::to_string(tensors.size()), "float32", float32, std::move(shape)});
    };
    add({2, 3});
    for (int operand = 0; operand < 3; ++operand) {
        add({});
        add({length});
    }
    return tensors;
}

} // namespace

class TestStoredAmaxes : public QObject
{
    Q_OBJECT
private slots:
    void aLayerHasThreeOperands()
    {
        const std::vector<StoredAmaxes> found = storedAmaxes(float8Layer("layers/dense", 4));
        QCOMPARE(found.size(), std::size_t{3});
        QCOMPARE(found[2].layer, std::string("layers/dense"));
        QVERIFY(found[2].operand == "outputs_grad");
        QCOMPARE(found[2].scale, std::size_t{5});
        QCOMPARE(found[2].history, std::size_t{6});
    }

    void whatIsNoneIsNotTaken()
    {
        QVERIFY(storedAmaxes(float8Layer("optimizer", 4)).empty());
        QVERIFY(storedAmaxes(float8Layer("layers/dense", 0)).empty());
        QVERIFY(!storedAmaxes(float8Layer("layers/dense", kLongestAmaxHistory)).empty());
        QVERIFY(storedAmaxes(float8Layer("layers/dense", kLongestAmaxHistory + 1)).empty());
        std::vector<TensorEntry> other = float8Layer("layers/dense", 4);
        other.back().shape = {5};
        QVERIFY(storedAmaxes(other).empty());
        other.clear();
        QVERIFY(storedAmaxes(other).empty());
    }
};

QTEST_GUILESS_MAIN(TestStoredAmaxes)
#include "tst_stored_amaxes.moc"
