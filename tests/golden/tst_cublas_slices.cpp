// SPDX-License-Identifier: GPL-3.0-or-later
// The slices of cuBLAS' sums against those that were found on an H200 (make_hopper.py beside this file).
#include "engine/kernels/cublas_slices.h"

#include <QFile>
#include <QTest>

using namespace ulpscope;

class TestCublasSlices : public QObject
{
    Q_OBJECT

private slots:
    void slicesAreThoseOfAnH200()
    {
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/cublas_slices.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
        int equal = 0;
        int notKnown = 0;
        int notExplained = 0;
        while (!file.atEnd()) {
            const QByteArray line = file.readLine().trimmed();
            if (line.startsWith('#'))
                continue;
            const QList<QByteArray> cells = line.split(',');
            for (int i = 0; i < 3; ++i) {
                const std::optional<int> slices
                    = cublasSlices(static_cast<LinearProduct>(i), cells[0] == "bfloat16",
                        cells[1].toLongLong(), cells[2].toLongLong(), cells[3].toLongLong());
                const int found = cells[4 + i].toInt();
                QVERIFY2(!slices || *slices == found, line.constData());
                equal += slices ? 1 : 0;
                notKnown += !slices && found > 0 ? 1 : 0;
                notExplained += !slices && found == 0 ? 1 : 0;
            }
        }
        QCOMPARE(equal, 1298);
        QCOMPARE(notKnown, 30);
        QCOMPARE(notExplained, 64);
    }

    void otherShapesAreNotKnown()
    {
        const auto slices = [](std::int64_t m, std::int64_t n, std::int64_t k) {
            return cublasSlices(LinearProduct::Forward, false, m, n, k);
        };
        QCOMPARE(slices(100000, 100000, 2048), 1);
        QCOMPARE(slices(64, 10, 3072), 2);
        QCOMPARE(slices(64, 10, 3073), std::nullopt);
        QCOMPARE(slices(320, 512, 4096), std::nullopt); // 80 blocks, between those of 3 slices and of fewer
        QCOMPARE(slices(4096, 4096, 4096), std::nullopt);
    }
};

QTEST_GUILESS_MAIN(TestCublasSlices)
#include "tst_cublas_slices.moc"
