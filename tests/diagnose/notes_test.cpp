#include "diagnose/notes.hpp"

#include "stats/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::add;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ms;
using testing::ResultOf;
using testing::run_over;
using testing::success;

const ProbeResult challenge = ResultOf(Outcome::challenged).answered(403, ms(1));

std::vector<std::string> notes(const RunRecord& run) {
    return notes_on(run, total(run));
}

RunRecord challenged_through_proxies(std::size_t count) {
    RunRecord run = run_over(1, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        ProbeResult result = challenge;
        result.proxy = i;
        add(run, result);
    }
    return run;
}

TEST(Notes, EverythingChallengedAlikeMayBeThisClient) {
    RunRecord run = challenged_through_proxies(3);
    ProbeResult control = challenge;
    control.control = true;
    add(run, control);
    EXPECT_THAT(notes(run), ElementsAre("every answer, the controls' too, was a challenge: it may be this "
                                        "client that the sites dislike, and not the proxies"));
}

TEST(Notes, AProbeThatReachedNothingWasNotChallenged) {
    for (const Error error : {Error::proxy_connect_refused, Error::cut_off, Error::local_resources}) {
        RunRecord run = challenged_through_proxies(2);
        add(run, ResultOf(error).proxy(0));
        EXPECT_THAT(notes(run), IsEmpty()) << to_string(error);
    }
}

TEST(Notes, OneOtherAnswerContradicts) {
    RunRecord run = challenged_through_proxies(3);
    add(run, success().control());
    EXPECT_THAT(notes(run), IsEmpty());
}

TEST(Notes, WithoutProxiesTheyAreNotBlamed) {
    RunRecord run = run_over(1);
    add(run, challenge);
    EXPECT_THAT(notes(run), ElementsAre("every answer was a challenge: it may be this client that the sites "
                                        "dislike, and not its address"));
}

TEST(Notes, ProbesThatDidNotStartAreTold) {
    RunRecord run = run_over(1);
    run.concurrency = 50;
    add(run, success(), 8);
    add(run, ResultOf(Error::not_started), 2);
    EXPECT_THAT(notes(run),
                ElementsAre("2 of 10 probes did not start in time, with at most 50 in flight at once"));
    run.results.pop_back();
    EXPECT_THAT(notes(run),
                ElementsAre("1 of 9 probes did not start in time, with at most 50 in flight at once"));
    run.interrupt = Interrupt::sigterm;  // then the signal is why
    EXPECT_THAT(notes(run), IsEmpty());
}

TEST(Notes, AMachineThatCannotKeepUpInflatesLatencies) {
    RunRecord run = run_over(1);
    run.lag = ms(31);
    EXPECT_THAT(notes(run), IsEmpty()) << "no latency is there to be inflated";
    add(run, success(ms(300)));
    EXPECT_THAT(notes(run), ElementsAre("this machine was up to 31 ms late: latencies are inflated"));
    run.lag = ms(30);  // a tenth of the median
    EXPECT_THAT(notes(run), IsEmpty());
    run.results[0].latency = ms(20);
    run.lag = ms(10);  // what happens anywhere
    EXPECT_THAT(notes(run), IsEmpty());
    run.lag = Micros{10'001};
    EXPECT_THAT(notes(run), ElementsAre(HasSubstr("up to 10 ms late")));
    run.lag.reset();
    EXPECT_THAT(notes(run), IsEmpty());
}

TEST(Notes, NothingToRemark) {
    RunRecord run = run_over(1);
    EXPECT_THAT(notes(run), IsEmpty());
    add(run, success());
    EXPECT_THAT(notes(run), IsEmpty());
}

}  // namespace
}  // namespace outrider
