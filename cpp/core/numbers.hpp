// Functions that the standard library computes a little differently from one machine to the next. These
// give the same number everywhere: they add, multiply and divide, and no compiler of ours may contract
// that (-ffp-contract=off).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace quincunx {

// e to the power of x, to about a millionth. Beyond 80 or -80 it is what it is there.
inline float exponential(float x) {
    const float power = std::clamp(x, -80.0f, 80.0f) * 1.44269504f;
    const float whole = std::floor(power);
    const float rest = (power - whole) * 0.693147181f;
    float sum = 1.0f, term = 1.0f;
    for (const float divisor : {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f}) {
        term *= rest / divisor;
        sum += term;
    }
    return std::ldexp(sum, static_cast<int>(whole));
}

// The natural logarithm, to about a billionth. Precondition: x > 0, and neither subnormal nor infinite.
inline double logarithm(double x) {
    // x = m * 2^k with m from 0.75 to 1.5, and log m = 2 artanh((m - 1) / (m + 1)).
    const auto bits = std::bit_cast<std::uint64_t>(x);
    int exponent = static_cast<int>(bits >> 52) - 1023;
    double m = std::bit_cast<double>((bits & 0x000F'FFFF'FFFF'FFFFu) | 0x3FF0'0000'0000'0000u);
    if (m >= 1.5) {
        m /= 2;
        ++exponent;
    }
    const double t = (m - 1) / (m + 1), square = t * t;
    double sum = 0, power = 2 * t;
    for (const double divisor : {1.0, 3.0, 5.0, 7.0, 9.0, 11.0}) {
        sum += power / divisor;
        power *= square;
    }
    return sum + exponent * 0.693147180559945309;
}

}  // namespace quincunx
