#pragma once

#include "outrider/model/run.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace outrider {

/// The runs of all shards of one plan, put together as one run (contract, section 8, "Merging"). One run
/// that is no shard is its own whole.
class Merge {
public:
    /// `reports` is how many are to be added.
    explicit Merge(std::size_t reports) : reports_(reports) {}

    /// Adds what the report of that name tells. Returns why it does not go with those before it.
    std::optional<std::string> add(RunRecord run, const std::string& report);

    struct Merged {
        RunRecord run;        ///< blame is to be settled anew, but for DNS faults
        std::string warning;  ///< which shards it does without; empty: none
    };
    /// The whole, to be called once; or why it is none. With `allow_missing`, probes of shards that were not
    /// added are `missing`.
    std::variant<Merged, std::string> finish(bool allow_missing);

private:
    std::optional<std::string> misfit(const RunRecord& run, const std::string& report) const;
    void widen(const RunRecord& run);
    std::string missing_shards() const;

    std::size_t reports_;
    RunRecord whole_;
    std::string first_;                                       ///< the report that was added first
    std::map<std::uint32_t, std::string> reports_of_shards_;  ///< by index
    std::uint32_t named_by_ = 0;                              ///< the shard that the name is from
};

}  // namespace outrider
