#pragma once

#include "outrider/output/output.hpp"

#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

namespace outrider {

/// An open file descriptor, or none.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }

    explicit operator bool() const { return number_ >= 0; }
    int number() const { return number_; }

    /// Closes it. False, with errno set, where only now a write turns out to have failed.
    bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

/// open(), again where a signal came between.
Descriptor open_file(const std::string& path, int flags, unsigned mode = 0666);

/// Writes all of `bytes`, blocking, but starts no further piece after `deadline`.
WriteError write_all(int descriptor, std::string_view bytes, Clock::time_point deadline);

/// What errno says, as a WriteError.
WriteError system_error(int number);

/// What a write comes to that has not ended by its deadline.
WriteError too_late();

}  // namespace outrider
