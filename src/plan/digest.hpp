#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace outrider {

/// SHA-256 over a sequence of fields; no two sequences have the same bytes.
class Digest {
public:
    Digest();
    ~Digest();
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;

    void add(std::string_view field);
    /// Lower-case hex. Ends the sequence.
    std::string hex();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace outrider
