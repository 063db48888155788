#pragma once

#include "lab/io.hpp"

#include <openssl/ssl.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace outrider::lab {

/// One connection, plain or TLS. asio tells when the socket is ready, the bytes move by system calls: so both
/// kinds share one shape, and an idle connection holds no buffer.
class Stream {
public:
    explicit Stream(Socket socket);

    /// TLS as the server. False where the handshake fails.
    Task<bool> accept_tls(SSL_CTX* context);
    /// One or more bytes; 0 at the end of the stream, however it ended.
    Task<std::size_t> read_some(std::span<char> into);
    /// All of the bytes, which must live until it returns. False where the peer is gone.
    Task<bool> write(std::string_view bytes);
    /// Reads and forgets until the peer leaves.
    Task<void> read_to_end();

    /// Ends our direction: close_notify under TLS, then FIN.
    void finish();
    /// FIN without close_notify.
    void shut_down();
    /// RST.
    void reset();

    Executor executor() { return socket_.get_executor(); }
    Tcp::endpoint peer() const { return peer_; }
    Tcp::endpoint local() const;
    /// Whether the peer ended it by RST.
    bool was_reset() const { return was_reset_; }

private:
    enum class Step { done, want_read, want_write, failed };
    struct FreeSsl {
        void operator()(SSL* ssl) const { SSL_free(ssl); }
    };

    Step try_read(std::span<char> into, std::size_t& count);
    Step try_write(std::string_view bytes, std::size_t& count);
    Step step_of(int ssl_result);
    /// What errno says, `blocked` where the socket was only not ready.
    Step step_of_errno(Step blocked);
    Task<bool> ready(Step step);

    Socket socket_;
    Tcp::endpoint peer_;
    std::unique_ptr<SSL, FreeSsl> ssl_;
    bool was_reset_ = false;
};

}  // namespace outrider::lab
