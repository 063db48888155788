#pragma once

#include <string>
#include <utility>
#include <variant>

namespace outrider {

/// Why a text could not be read: a short reason for people. It never holds any of the text, since odd text is
/// where passwords are.
struct Malformed {
    std::string reason;
};

/// What a text was read as, or why it could not be.
template <class T>
class Parsed {
public:
    Parsed(T value) : state_(std::move(value)) {}
    Parsed(Malformed why) : state_(std::move(why)) {}

    explicit operator bool() const { return std::holds_alternative<T>(state_); }
    const T& operator*() const { return *std::get_if<T>(&state_); }
    T& operator*() { return *std::get_if<T>(&state_); }
    const T* operator->() const { return std::get_if<T>(&state_); }
    T* operator->() { return std::get_if<T>(&state_); }
    const std::string& reason() const { return std::get_if<Malformed>(&state_)->reason; }

private:
    std::variant<T, Malformed> state_;
};

}  // namespace outrider
