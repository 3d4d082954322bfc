// SPDX-License-Identifier: GPL-3.0-or-later
// Storage that goes from tensor to tensor, and back to the machine.
#include "engine/dtype/formats.h"
#include "engine/tensor/tensor_pool.h"

#include <QTest>

using namespace ulpscope;

class TestTensorPool : public QObject
{
    Q_OBJECT
private slots:
    void lendsWhatWasTakenBackUntilItIsCleared()
    {
        TensorPool pool;
        Tensor first(Shape{100}, float32Format());
        const std::size_t bytes = first.bytes();
        pool.takeBack(first);
        QVERIFY(first.isEmpty());
        Tensor second;
        pool.lend(second, bytes + 4, Lending::ForGood); // of another size
        QCOMPARE(second.bytes(), std::size_t{0});
        pool.lend(second, bytes, Lending::ForGood);
        QCOMPARE(second.bytes(), bytes);
        pool.takeBack(second);
        pool.clear();
        pool.lend(first, bytes, Lending::ForGood);
        QCOMPARE(first.bytes(), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(TestTensorPool)
#include "tst_tensor_pool.moc"
