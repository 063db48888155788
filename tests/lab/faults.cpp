#include "lab/faults.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace outrider::lab {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using namespace std::string_view_literals;

constexpr std::uint64_t largest = 64 << 20;

/// A fault that is told by its bytes.
struct Fixed {
    std::string_view path;
    std::string_view bytes;
    Ending ending;
};

constexpr Fixed fixed_faults[] = {
    {"/hang", "", Ending::hang},
    {"/hang-body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this", Ending::hang},
    {"/reset", "", Ending::reset},
    {"/reset-body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this", Ending::reset},
    {"/close", "", Ending::finish},
    {"/half-head", "HTTP/1.1 200 OK\r\nContent-Le", Ending::finish},
    {"/garbage", "\x00\xff\xfe\x01nothing that anybody speaks\x80\r\n\r\n"sv, Ending::finish},
    {"/ssh", "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", Ending::hang},
    {"/tls-alert", "\x15\x03\x01\x00\x02\x02\x28"sv, Ending::finish},
    {"/no-reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", Ending::finish},
    {"/no-reason-space", "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok", Ending::finish},
    {"/lf", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", Ending::finish},
    {"/http-1.2", "HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nok", Ending::finish},
    {"/http-2", "HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nok", Ending::finish},
    {"/space-colon", "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", Ending::finish},
    {"/folded", "HTTP/1.1 200 OK\r\nX-Long: one\r\n two\r\nContent-Length: 2\r\n\r\nok", Ending::finish},
    {"/switch", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
     Ending::finish},
    {"/no-content", "HTTP/1.1 204 No Content\r\nContent-Length: 20\r\n\r\n", Ending::hang},
    {"/chunked",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
     "4\r\na\r\nb\r\n2;x=y\r\nok\r\n0\r\nX-Trailer: bar\r\n\r\n",
     Ending::finish},
    {"/bad-chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n", Ending::finish},
    {"/cut-chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ntrun\r\n0\r\n", Ending::finish},
    {"/chunked-and-length",
     "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
     Ending::finish},
    {"/same-lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", Ending::finish},
    {"/other-lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok", Ending::finish},
    {"/bad-length", "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok", Ending::finish},
    {"/short-body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this", Ending::finish},
    {"/until-close", "HTTP/1.1 200 OK\r\n\r\nas long as it goes", Ending::finish},
    // The next two differ from a proper end under TLS only: no close_notify is sent.
    {"/cut", "HTTP/1.1 200 OK\r\n\r\nas long as it goes", Ending::shut_down},
    {"/cut-after-length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", Ending::shut_down},
    {"/linger", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", Ending::hang},
    {"/redirect-nowhere", "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", Ending::finish},
};

microseconds interval(const Request& request, std::string_view name, milliseconds otherwise) {
    return to_duration(request.parameter(name), otherwise);
}

/// A head that never ends: one byte every 100 ms, or every `?every=` seconds.
Task<void> trickle(Stream& stream, const Request& request) {
    const std::string start = "HTTP/1.1 200 OK\r\nX-Slow: ";
    const microseconds gap = interval(request, "every", milliseconds(100));
    const Executor executor = stream.executor();
    bool heard = true;
    for (std::size_t i = 0; heard; ++i) {
        const std::string_view byte = i < start.size() ? std::string_view(start).substr(i, 1) : "a";
        heard = co_await stream.write(byte);
        co_await pause(executor, gap);
    }
}

/// A whole answer, byte by byte over `?duration=` seconds.
Task<void> slow_head(Stream& stream, const Request& request) {
    const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    const microseconds gap = interval(request, "duration", milliseconds(1000)) / answer.size();
    const Executor executor = stream.executor();
    for (std::size_t i = 0; i < answer.size(); ++i) {
        const std::string_view byte = std::string_view(answer).substr(i, 1);
        const bool heard = co_await stream.write(byte);
        if (!heard) co_return;
        co_await pause(executor, gap);
    }
    stream.finish();
}

/// httpbin's: waits `?delay=`, then sends `?numbytes=` bytes of body over `?duration=` seconds.
Task<void> drip(Stream& stream, const Request& request) {
    const std::uint64_t count = std::min(to_number(request.parameter("numbytes"), 10), largest);
    const microseconds gap =
        interval(request, "duration", milliseconds(2000)) / std::max<std::uint64_t>(count, 1);
    const microseconds delay = interval(request, "delay", milliseconds(0));
    const Executor executor = stream.executor();
    co_await pause(executor, delay);
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: " +
                             std::to_string(count) + "\r\nConnection: close\r\n\r\n";
    bool heard = co_await stream.write(head);
    const std::string_view byte = "*";
    for (std::uint64_t i = 0; heard && i < count; ++i) {
        heard = co_await stream.write(byte);
        co_await pause(executor, gap);
    }
    stream.finish();
}

/// A head of `?size=` bytes, in fields of 4 KiB.
Task<void> big_head(Stream& stream, const Request& request) {
    const std::uint64_t size = std::min(to_number(request.parameter("size"), 128 << 10), largest);
    std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n";
    while (head.size() + 4 < size) {
        const std::size_t room = size - head.size() - 2;
        head += "X: " + std::string(std::min<std::size_t>(room > 5 ? room - 5 : 1, 4096), 'a') + "\r\n";
    }
    head += "\r\nok";
    const bool heard = co_await stream.write(head);
    if (heard) stream.finish();
}

/// `?n=` interim answers (`?status=`, else 100) before the 200.
Task<void> interim(Stream& stream, const Request& request) {
    const std::uint64_t count = std::min<std::uint64_t>(to_number(request.parameter("n"), 1), 1000);
    const std::string status(request.parameter("status", "100"));
    std::string bytes;
    for (std::uint64_t i = 0; i < count; ++i)
        bytes += "HTTP/1.1 " + status + " Wait\r\nLink: </a>\r\n\r\n";
    bytes += "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    const bool heard = co_await stream.write(bytes);
    if (heard) stream.finish();
}

/// A body without length or end.
Task<void> endless(Stream& stream, const Request&) {
    const std::string head = "HTTP/1.1 200 OK\r\n\r\n";
    const std::string block(16 << 10, 'x');
    bool heard = co_await stream.write(head);
    while (heard)
        heard = co_await stream.write(block);
}

/// `/raw?bytes=HTTP/1.1%20200%0d%0a...&end=hang`: whatever a test likes.
Task<void> raw(Stream& stream, const Request& request) {
    const std::string_view bytes = request.parameter("bytes");
    const bool heard = co_await stream.write(bytes);
    if (!heard) co_return;
    const std::string_view end = request.parameter("end");
    const Ending ending = end == "hang" ? Ending::hang : end == "reset" ? Ending::reset : Ending::finish;
    co_await end_stream(stream, ending);
}

struct Played {
    std::string_view path;
    Task<void> (*play)(Stream& stream, const Request& request);
};

constexpr Played played_faults[] = {
    {"/trickle", trickle},  {"/slow-head", slow_head}, {"/drip", drip}, {"/big-head", big_head},
    {"/continue", interim}, {"/endless", endless},     {"/raw", raw},
};

template <class Faults>
const auto* find_fault(const Faults& faults, std::string_view path) {
    const auto* found = std::find_if(std::begin(faults), std::end(faults),
                                     [path](const auto& fault) { return fault.path == path; });
    return found == std::end(faults) ? nullptr : found;
}

}  // namespace

Task<void> end_stream(Stream& stream, Ending ending) {
    switch (ending) {
        case Ending::finish:
            stream.finish();
            break;
        case Ending::shut_down:
            stream.shut_down();
            break;
        case Ending::reset:
            stream.reset();
            break;
        case Ending::hang:
            co_await stream.read_to_end();
            break;
    }
}

Task<bool> play_fault(Stream& stream, const Request& request) {
    const Fixed* fixed = find_fault(fixed_faults, request.path);
    const Played* played = find_fault(played_faults, request.path);
    if (fixed) {
        const bool heard = co_await stream.write(fixed->bytes);
        if (heard) co_await end_stream(stream, fixed->ending);
    }
    if (played) co_await played->play(stream, request);
    co_return fixed || played;
}

}  // namespace outrider::lab
