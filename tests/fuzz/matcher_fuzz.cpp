#include "classify/conclude.hpp"
#include "outrider/classify/saved_response.hpp"
#include "outrider/model/text.hpp"

#include <cstdint>
#include <cstdlib>

// Any saved response has an outcome, and a line that is valid UTF-8.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    static const SavedClassifier direct{SavedOptions()};
    static const SavedClassifier proxied{[] {
        SavedOptions options;
        options.via_proxy = true;
        return options;
    }()};
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const SavedClassifier* classifier : {&direct, &proxied}) {
        const ProbeResult result = classifier->judge(bytes, WallTime{});
        const std::string line = saved_line("fuzz", result);
        if (to_valid_utf8(line) != line || line.find('\n') + 1 != line.size()) std::abort();
        if (result.outcome == Outcome::challenged && !result.challenge_kind) std::abort();
        const bool explained = result.confidence && !result.evidence.empty();
        const bool is_block = result.outcome == Outcome::challenged || result.outcome == Outcome::banned ||
                              result.outcome == Outcome::rate_limited;
        if (is_block && !explained) std::abort();
    }
    return 0;
}
