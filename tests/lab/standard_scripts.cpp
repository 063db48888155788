#include "lab/script.hpp"

#include <cstdio>

namespace outrider::lab {

namespace {

using namespace std::chrono_literals;

constexpr auto drip = 5ms;
const std::string empty_line = "\r\n\r\n";
const std::string established = "HTTP/1.1 200 Connection established\r\n\r\n";
const Relay tunnel{"origin"};

std::string in_hex(unsigned byte) {
    char text[3];
    std::snprintf(text, sizeof text, "%02x", byte & 255u);
    return text;
}

Script proxy(const std::string& name, ProxyKind kind, Steps steps) {
    return {.name = name, .proxy = kind, .connections = {std::move(steps)}};
}

/// An HTTP proxy that answers any request with these bytes.
Script http_answer(const std::string& name, const std::string& answer) {
    return proxy(name, ProxyKind::http, {Expect{empty_line}, Send{answer}, End{Ending::finish}});
}

/// One whose CONNECT is granted in an unusual form.
Script http_tunnel(const std::string& name, const std::string& answer) {
    return proxy(name, ProxyKind::http, {Expect{empty_line}, Send{answer}, tunnel});
}

void add_http(std::vector<Script>& scripts) {
    scripts.push_back(
        http_tunnel("http-connect-te", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
    scripts.push_back(http_tunnel("http-connect-length-0", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    scripts.push_back(http_tunnel("http-connect-length-5", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"));
    scripts.push_back(http_tunnel("http-connect-201", "HTTP/1.1 201 x\r\n\r\n"));
    scripts.push_back(http_tunnel("http-connect-204", "HTTP/1.0 204 ok\r\n\r\n"));
    scripts.push_back(http_tunnel("http-connect-no-reason", "HTTP/1.1 200\r\n\r\n"));
    scripts.push_back(http_tunnel("http-connect-lf", "HTTP/1.1 200 OK\n\n"));
    scripts.push_back(
        http_tunnel("http-connect-1xx", "HTTP/1.1 103 Wait\r\nLink: </a>\r\n\r\n" + established));
    scripts.push_back(
        proxy("http-connect-drip", ProxyKind::http, {Expect{empty_line}, Send{established, drip}, tunnel}));
    // What is glued to the 200 is the first that the client's TLS is to see.
    scripts.push_back(
        http_answer("http-connect-glued", established + std::string("\x15\x03\x03\x00\x02\x02\x28", 7)));
    scripts.push_back(http_answer("http-connect-not-tls", established + "HTTP/1.1 400 Bad Request\r\n\r\n"));
    scripts.push_back(http_answer("http-401",
                                  "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\n"
                                  "Content-Length: 0\r\n\r\n"));
    scripts.push_back(http_answer("http-403-body", "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"));
    scripts.push_back(http_answer("http-captive",
                                  "HTTP/1.1 307 Temporary Redirect\r\nLocation: https://portal.test/\r\n"
                                  "Content-Length: 0\r\n\r\n"));
    scripts.push_back(http_answer("http-speaks-socks", std::string("\x05\xff", 2)));
    scripts.push_back(
        proxy("http-407-chunked", ProxyKind::http,
              {Expect{empty_line},
               Send{"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"a\"\r\n"
                    "Transfer-Encoding: chunked\r\n\r\n"},
               Wait{50ms}, Send{"5\r\nfirst\r\n"}, Wait{50ms}, Send{"6\r\nsecond\r\n0\r\n\r\n"},
               End{Ending::hang}}));
}

std::string socks5_reply(unsigned code, const std::string& bound) {
    return std::string{'\x05', static_cast<char>(code), '\0'} + bound + "\x1f\x90";
}

/// A SOCKS5 proxy without login, that answers the request with these bytes.
Steps socks5_steps(const std::string& reply, ScriptStep then) {
    return {Expect{std::string("\x05\x01\x00", 3)}, Send{std::string("\x05\x00", 2)}, ReadAtLeast{7},
            Send{reply}, std::move(then)};
}

void add_socks5(std::vector<Script>& scripts) {
    const std::string ipv4("\x01\x7f\x00\x00\x01", 5);
    const std::string ipv6 = '\x04' + std::string(15, '\0') + '\x01';
    const auto add = [&scripts](const std::string& name, Steps steps) {
        scripts.push_back(proxy("socks5-" + name, ProxyKind::socks5, std::move(steps)));
    };
    for (const unsigned code : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 255u}) {
        add("reply-" + in_hex(code), socks5_steps(socks5_reply(code, ipv4), End{Ending::finish}));
    }
    add("bound-ipv6", socks5_steps(socks5_reply(0, ipv6), tunnel));
    add("bound-name", socks5_steps(socks5_reply(0, "\x03\x09hostlocal"), tunnel));
    add("bound-short-name", socks5_steps(socks5_reply(0,
                                                      "\x03\x01"
                                                      "a"),
                                         tunnel));
    add("bound-empty-name", socks5_steps(socks5_reply(0, std::string("\x03\x00", 2)), tunnel));
    add("bound-unknown-type", socks5_steps(socks5_reply(0, "\x09"), End{Ending::hang}));
    add("short-refusal", socks5_steps(std::string("\x05\x01\x00", 3), End{Ending::hang}));
    add("no-method", {ReadAtLeast{3}, Send{"\x05\xff"}, End{Ending::finish}});
    add("unasked-login", {ReadAtLeast{3}, Send{"\x05\x02"}, End{Ending::hang}});
    add("speaks-http",
        {ReadAtLeast{3}, Send{"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"}, End{Ending::finish}});
    add("drip", {ReadAtLeast{3}, Send{std::string("\x05\x00", 2), drip}, ReadAtLeast{7},
                 Send{socks5_reply(0, "\x03\x09hostlocal"), drip}, tunnel});
}

void add_socks4(std::vector<Script>& scripts) {
    const auto add = [&scripts](const std::string& name, const std::string& reply, ScriptStep then,
                                std::chrono::microseconds gap) {
        scripts.push_back(
            proxy("socks4-" + name, ProxyKind::socks4, {ReadAtLeast{9}, Send{reply, gap}, std::move(then)}));
    };
    const std::string rest(6, '\x01');
    for (const unsigned code : {0u, 91u, 92u, 93u, 99u}) {
        const std::string reply = std::string{'\0', static_cast<char>(code)} + rest;
        add("reply-" + std::to_string(code), reply, End{Ending::finish}, 0ms);
    }
    add("drip", std::string("\x00\x5a", 2) + rest, tunnel, drip);
}

/// A proxy that leaves, or falls silent, at its k-th step, k from 0.
void add_breaks(std::vector<Script>& scripts, ProxyKind kind, const Steps& steps) {
    struct Break {
        const char* name;
        Ending ending;
    };
    for (const Break how :
         {Break{"closes", Ending::finish}, {"resets", Ending::reset}, {"stalls", Ending::hang}}) {
        for (std::size_t k = 0; k < steps.size(); ++k) {
            Steps broken(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(k));
            broken.emplace_back(End{how.ending});
            const std::string name =
                std::string(to_string(kind)) + '-' + how.name + "-at-" + std::to_string(k);
            scripts.push_back(proxy(name, kind, std::move(broken)));
        }
    }
}

}  // namespace

std::vector<Script> standard_scripts() {
    std::vector<Script> scripts;
    add_http(scripts);
    add_socks5(scripts);
    add_socks4(scripts);
    add_breaks(scripts, ProxyKind::http,
               {ReadAtLeast{1}, Send{established.substr(0, 12)}, Send{established.substr(12)}});
    const std::string granted = socks5_reply(0, std::string("\x01\x7f\x00\x00\x01", 5));
    add_breaks(scripts, ProxyKind::socks5,
               {ReadAtLeast{3}, Send{std::string("\x05\x00", 2)}, ReadAtLeast{7}, Send{granted.substr(0, 4)},
                Send{granted.substr(4)}});
    add_breaks(scripts, ProxyKind::socks4,
               {ReadAtLeast{9}, Send{std::string("\x00\x5a", 2)}, Send{std::string(6, '\0')}});
    return scripts;
}

}  // namespace outrider::lab
