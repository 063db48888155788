#pragma once

#include <cstdint>
#include <vector>

namespace outrider {

/// A target, and one of the ways to reach it: a proxy, or the only way there is.
struct Draw {
    std::uint32_t target = 0;
    std::uint32_t way = 0;

    bool operator==(const Draw&) const = default;
};

/// The first `count` (at most all) pairs of T targets and W ways in an order of which every beginning is
/// spread evenly: after n pairs each target has had floor or ceil of n / T, each way floor or ceil of n / W.
/// So it is both how a sample is drawn and how probes are started.
///
/// Pair i is target s[(i + i / L) mod T] by way w[i mod W], with L the least common multiple of T and W, w a
/// shuffle of the ways by `seed`, and s another of the targets; where nothing is left out, s is the
/// order that they have. Within a stretch of L pairs all differ (the Chinese remainder theorem), and way and
/// target have one difference modulo the greatest common divisor of T and W; in each of the L-long stretches,
/// of which there are as many as that divisor, it is another. So all T * W pairs come, each once. Time and
/// memory are linear in T, W and `count`. Any pair is as likely in a sample as any other.
std::vector<Draw> draw_pairs(std::uint32_t targets, std::uint32_t ways, std::uint64_t count,
                             std::uint64_t seed);

}  // namespace outrider
