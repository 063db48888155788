#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace outrider {

/// An `expect_body`: a pattern in RE2 syntax that is looked for anywhere in the bytes of a body.
class BodyPattern {
public:
    /// `pattern` must already have been checked to compile; one that does not is found nowhere.
    explicit BodyPattern(const std::string& pattern);
    ~BodyPattern();
    BodyPattern(BodyPattern&&) noexcept;

    /// A last character that is not whole is left out; bytes that are not UTF-8 even so are read as Latin-1,
    /// and so are those of a body that was not `cut`, where such a byte may be a letter.
    bool found_in(std::string_view body, bool cut) const;

private:
    std::unique_ptr<re2::RE2> regex_;
};

}  // namespace outrider
