#include "report/junit_kind.hpp"

#include "report/decimal.hpp"
#include "report/markup.hpp"
#include "report/phrases.hpp"
#include "report/standings.hpp"
#include "report/timestamp.hpp"

#include <map>
#include <string_view>
#include <utility>

namespace outrider {
namespace {

/// What became of one case.
enum class Fate { passed, failed, skipped };

std::string time_attribute(Micros time) {
    return attribute("time", to_string(seconds(time)));
}

/// The cases of one suite, counted while they are written.
class Suite {
public:
    explicit Suite(std::string_view name) : name_(name) {}

    void add(const std::string& label, const Tally& tally, Fate fate, std::string_view word) {
        const Micros time{tally.latency.mean.sum_us};
        time_ += time;
        ++tests_;
        cases_ += "    <testcase" + attribute("classname", name_) + attribute("name", distinct(label)) +
                  time_attribute(time);
        switch (fate) {
            case Fate::passed:
                cases_ += "/>\n";
                break;
            case Fate::skipped:
                ++skipped_;
                cases_ += ">\n      <skipped" + attribute("message", "no probe completed") +
                          "/>\n    </testcase>\n";
                break;
            case Fate::failed:
                ++failures_;
                cases_ += ">\n      <failure" + attribute("message", message(tally, word)) +
                          attribute("type", word) + '>' + escape_markup(succeeded_phrase(tally)) +
                          "</failure>\n    </testcase>\n";
                break;
        }
    }

    std::uint64_t tests() const { return tests_; }
    std::uint64_t failures() const { return failures_; }
    std::uint64_t skipped() const { return skipped_; }

    /// `content` comes before the cases.
    std::string element(const std::string& timestamp, const std::string& content) const {
        return "  <testsuite" + attribute("name", name_) + counts() + time_attribute(time_) +
               attribute("timestamp", timestamp) + ">\n" + content + cases_ + "  </testsuite>\n";
    }

private:
    static std::string message(const Tally& tally, std::string_view word) {
        std::string text = std::string(word) + ": " + share_phrase(tally) + " ok";
        if (const std::string failure = main_failure(tally); !failure.empty()) text += ", " + failure;
        return text;
    }

    // Readers take two cases of one name for one; the masked sessions of a gateway all look alike.
    std::string distinct(const std::string& label) {
        const std::uint64_t times = ++seen_[label];
        return times == 1 ? label : label + " #" + std::to_string(times);
    }

    std::string counts() const {
        return attribute("tests", std::to_string(tests_)) + attribute("failures", std::to_string(failures_)) +
               attribute("errors", "0") + attribute("skipped", std::to_string(skipped_));
    }

    std::string name_;
    std::string cases_;
    std::map<std::string, std::uint64_t> seen_;
    std::uint64_t tests_ = 0;
    std::uint64_t failures_ = 0;
    std::uint64_t skipped_ = 0;
    Micros time_{0};
};

Fate fate_of(const std::optional<State>& state) {
    if (!state) return Fate::skipped;
    return *state == State::healthy ? Fate::passed : Fate::failed;
}

Fate fate_of(Verdict verdict) {
    if (verdict == Verdict::untested) return Fate::skipped;
    return verdict == Verdict::usable ? Fate::passed : Fate::failed;
}

Suite suite_of_targets(const DiagnosticReport& report) {
    Suite suite("targets");
    for (std::size_t i = 0; i < report.run.targets.size(); ++i) {
        const std::optional<State>& state = report.diagnosis.targets[i];
        suite.add(label_of(report.run.targets[i]), report.totals.targets[i].tally, fate_of(state),
                  state ? to_string(*state) : "");
    }
    return suite;
}

Suite suite_of_proxies(const DiagnosticReport& report) {
    Suite suite("proxies");
    for (std::size_t i = 0; i < report.run.proxies.size(); ++i) {
        const ProxyTotals& proxy = report.totals.proxies[i];
        suite.add(label_of(report.run.proxies[i]), proxy.tally, fate_of(proxy.verdict),
                  to_string(proxy.verdict));
    }
    return suite;
}

// The state of the run may be worse than that of every target: readers show properties beside a suite.
std::string properties(const DiagnosticReport& report) {
    const auto property = [](std::string_view name, std::string_view value) {
        return "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
    };
    const State state = report.diagnosis.state;
    return "    <properties>\n" + property("state", to_string(state)) + property("action", action_of(state)) +
           "    </properties>\n";
}

}  // namespace

std::string render_junit(const DiagnosticReport& report) {
    const Suite targets = suite_of_targets(report);
    const Suite proxies = suite_of_proxies(report);
    // JUnit's schema has seconds and no zone.
    const std::string started = rfc3339(report.run.started_at).substr(0, 19);
    const auto sum = [&](std::string_view name, std::uint64_t (Suite::*count)() const) {
        return attribute(name, std::to_string((targets.*count)() + (proxies.*count)()));
    };
    const std::string name = report.run.name.empty() ? "outrider" : report.run.name;
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", name) +
           sum("tests", &Suite::tests) + sum("failures", &Suite::failures) + attribute("errors", "0") +
           sum("skipped", &Suite::skipped) + time_attribute(report.run.duration) + ">\n" +
           targets.element(started, properties(report)) + proxies.element(started, "") + "</testsuites>\n";
}

}  // namespace outrider
