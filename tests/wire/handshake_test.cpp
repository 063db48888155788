#include "outrider/wire/handshake.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

class Silent : public Handshake {
public:
    explicit Silent(std::optional<Fail> refusal) : refusal_(std::move(refusal)) {}
    Step resume(std::string_view) override { return Read{}; }
    std::optional<Fail> refusal() override { return refusal_; }

private:
    std::optional<Fail> refusal_;
};

TEST(Handshake, AClosedStreamIsAClosedProxy) {
    EXPECT_EQ(std::get<Fail>(Silent(std::nullopt).closed()).error, Error::proxy_closed);
}

TEST(Handshake, ARefusalOutlivesTheStream) {
    const Step step = Silent(Fail{Error::proxy_refused, "no"}).closed();
    EXPECT_EQ(std::get<Fail>(step).error, Error::proxy_refused);
    EXPECT_EQ(std::get<Fail>(step).detail, "no");
}

}  // namespace
}  // namespace outrider
