#include "lab/stream.hpp"

#include <openssl/err.h>

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <utility>

namespace outrider::lab {

Stream::Stream(Socket socket) : socket_(std::move(socket)) {
    boost::system::error_code ignored;
    socket_.native_non_blocking(true, ignored);
    socket_.set_option(Tcp::no_delay(true), ignored);
    peer_ = socket_.remote_endpoint(ignored);
}

Task<bool> Stream::accept_tls(SSL_CTX* context) {
    ssl_.reset(SSL_new(context));
    if (!ssl_) co_return false;
    SSL_set_fd(ssl_.get(), socket_.native_handle());
    for (;;) {
        ERR_clear_error();
        const Step step = step_of(SSL_accept(ssl_.get()));
        if (step == Step::done) co_return true;
        const bool go_on = co_await ready(step);
        if (!go_on) co_return false;
    }
}

Task<std::size_t> Stream::read_some(std::span<char> into) {
    for (;;) {
        std::size_t count = 0;
        const Step step = try_read(into, count);
        if (step == Step::done) co_return count;
        const bool go_on = co_await ready(step);
        if (!go_on) co_return 0;
    }
}

Task<bool> Stream::write(std::string_view bytes) {
    while (!bytes.empty()) {
        std::size_t count = 0;
        const Step step = try_write(bytes, count);
        bytes.remove_prefix(count);
        if (step == Step::done) continue;
        const bool go_on = co_await ready(step);
        if (!go_on) co_return false;
    }
    co_return true;
}

Task<void> Stream::read_to_end() {
    std::array<char, 4096> waste;
    const std::span<char> into(waste);
    for (;;) {
        const std::size_t count = co_await read_some(into);
        if (count == 0) co_return;
    }
}

Stream::Step Stream::try_read(std::span<char> into, std::size_t& count) {
    if (ssl_) {
        ERR_clear_error();
        return step_of(SSL_read_ex(ssl_.get(), into.data(), into.size(), &count));
    }
    const ssize_t result = ::recv(socket_.native_handle(), into.data(), into.size(), 0);
    if (result < 0) return step_of_errno(Step::want_read);
    count = static_cast<std::size_t>(result);
    return Step::done;
}

Stream::Step Stream::try_write(std::string_view bytes, std::size_t& count) {
    if (ssl_) {
        ERR_clear_error();
        return step_of(SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &count));
    }
    const ssize_t result = ::send(socket_.native_handle(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (result < 0) return step_of_errno(Step::want_write);
    count = static_cast<std::size_t>(result);
    return Step::done;
}

Stream::Step Stream::step_of(int ssl_result) {
    if (ssl_result > 0) return Step::done;
    switch (SSL_get_error(ssl_.get(), ssl_result)) {
        case SSL_ERROR_WANT_READ:
            return Step::want_read;
        case SSL_ERROR_WANT_WRITE:
            return Step::want_write;
        case SSL_ERROR_SYSCALL:
            return step_of_errno(Step::failed);
        default:
            return Step::failed;
    }
}

Stream::Step Stream::step_of_errno(Step blocked) {
    if (errno == EAGAIN || errno == EINTR) return blocked;
    was_reset_ = errno == ECONNRESET;
    return Step::failed;
}

Task<bool> Stream::ready(Step step) {
    if (step == Step::failed || !socket_.is_open()) co_return false;
    const auto kind = step == Step::want_read ? Socket::wait_read : Socket::wait_write;
    const auto [error] = co_await socket_.async_wait(kind, no_throw);
    co_return !error;
}

void Stream::finish() {
    if (ssl_) {
        ERR_clear_error();
        SSL_shutdown(ssl_.get());
    }
    shut_down();
}

void Stream::shut_down() {
    boost::system::error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
}

void Stream::reset() {
    boost::system::error_code ignored;
    socket_.set_option(Socket::linger(true, 0), ignored);
    socket_.close(ignored);
}

Tcp::endpoint Stream::local() const {
    boost::system::error_code ignored;
    return socket_.local_endpoint(ignored);
}

}  // namespace outrider::lab
