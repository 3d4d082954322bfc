// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/use_model.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

constexpr double kLargestUse = 4; ///< larger uses are as wrong, and would outweigh all others
constexpr double kRidge = 1e-3;

/// Solves A x = b for a positive definite A, n x n by rows, of which the lower triangle is read; by Cholesky's factors.
std::vector<double> solved(std::vector<double> a, std::vector<double> b)
{
    const std::size_t n = b.size();
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < j; ++k)
            a[j * n + j] -= a[j * n + k] * a[j * n + k];
        a[j * n + j] = std::sqrt(a[j * n + j]);
        for (std::size_t i = j + 1; i < n; ++i) {
            for (std::size_t k = 0; k < j; ++k)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            a[i * n + j] /= a[j * n + j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k)
            b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
    return b;
}

} // namespace

UseModel::UseModel(std::size_t layers, std::size_t policies, std::size_t clauses)
    : m_layers(layers)
    , m_policies(policies)
    , m_numbers(clauses, std::vector<double>(layers * policies + 1))
{
}

void UseModel::add(const RunResult& result)
{
    m_runs.emplace(result.assignment, result.readings);
}

std::vector<double> UseModel::learned(std::size_t clause) const
{
    const std::size_t count = m_layers * m_policies + 1;
    std::vector<double> normal(count * count);
    std::vector<double> right(count);
    for (std::size_t i = 0; i < count; ++i)
        normal[i * count + i] = kRidge;
    for (const auto& [assignment, readings] : m_runs) {
        const bool isWhole = std::ranges::none_of(readings, &ClauseReading::isBroken);
        if (!isWhole && !readings[clause].isBroken)
            continue;
        const double use = std::min(readings[clause].use, kLargestUse);
        std::vector<std::size_t> places;
        for (std::size_t layer = 0; layer < m_layers; ++layer)
            places.push_back(place(layer, assignment[layer]));
        places.push_back(count - 1);
        for (const std::size_t i : places) {
            right[i] += use;
            for (const std::size_t j : places)
                normal[i * count + j] += 1;
        }
    }
    return solved(std::move(normal), std::move(right));
}

void UseModel::fit()
{
    if (m_layers * m_policies > kMaxNumbers)
        return;
    for (std::size_t clause = 0; clause < m_numbers.size(); ++clause)
        m_numbers[clause] = learned(clause);
}

double UseModel::predict(const Assignment& assignment) const
{
    double most = 0;
    for (const std::vector<double>& numbers : m_numbers) {
        double use = numbers.back();
        for (std::size_t layer = 0; layer < m_layers; ++layer)
            use += numbers[place(layer, assignment[layer])];
        most = std::max(most, use);
    }
    return most;
}

} // namespace ulpscope
