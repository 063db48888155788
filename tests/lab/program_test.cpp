#include "lab/test_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

namespace outrider::lab {
namespace {

/// The program in a process of its own.
class Program {
public:
    explicit Program(std::vector<std::string> arguments) {
        int to[2];
        int from[2];
        if (::pipe(to) != 0 || ::pipe(from) != 0) throw std::runtime_error("pipe");
        arguments.insert(arguments.begin(), OUTRIDER_LAB);
        std::vector<char*> argv;
        for (std::string& argument : arguments)
            argv.push_back(argument.data());
        argv.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(to[0], STDIN_FILENO);
            ::dup2(from[1], STDOUT_FILENO);
            for (const int pipe_end : {to[0], to[1], from[0], from[1]})
                ::close(pipe_end);
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        ::close(to[0]);
        ::close(from[1]);
        stdin_ = to[1];
        stdout_ = from[0];
    }
    ~Program() {
        close_stdin();
        ::close(stdout_);
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            wait();
        }
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    pid_t pid() const { return pid_; }
    void close_stdin() {
        if (stdin_ >= 0) ::close(stdin_);
        stdin_ = -1;
    }
    /// Up to the first line's end, or the end of all.
    std::string read_line() const {
        std::string line;
        char c = 0;
        while (::read(stdout_, &c, 1) == 1 && c != '\n')
            line += c;
        return line;
    }
    int wait() {
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return status;
    }

private:
    pid_t pid_ = -1;
    int stdin_ = -1;
    int stdout_ = -1;
};

class ProgramTest : public testing::Test {
protected:
    ProgramTest()
        : dir_(std::filesystem::temp_directory_path() /
               ("outrider-lab-program-" + std::to_string(::getpid()))) {}
    ~ProgramTest() override { std::filesystem::remove_all(dir_); }
    std::filesystem::path dir_;
};

TEST_F(ProgramTest, prints_one_line_when_ready_and_ends_on_a_signal) {
    for (const int signal : {SIGTERM, SIGINT}) {
        Program program({"--dir", dir_});
        const auto said = nlohmann::json::parse(program.read_line());
        EXPECT_EQ(said, nlohmann::json::parse(std::ifstream(dir_ / "lab.json")));
        EXPECT_EQ(get(said["origin"], "/status/204").status, 204);
        ::kill(program.pid(), signal);
        const int status = program.wait();
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

TEST_F(ProgramTest, ends_with_its_stdin_where_asked_to) {
    Program program({"--dir", dir_, "--until-stdin-closes"});
    program.read_line();
    program.close_stdin();
    const int status = program.wait();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(ProgramTest, says_what_is_wrong_and_ends) {
    std::filesystem::create_directories(dir_);
    std::ofstream(dir_ / "bad.json") << "[{}]";
    const std::string scenario = dir_ / "bad.json";
    const std::vector<std::vector<std::string>> wrong = {
        {},
        {"--dir", dir_, "--pool", "0"},
        {"--dir", dir_, "--quota", "much"},
        {"--dir", dir_, "--pool-kinds", "ftp", "--pool", "9"},
        {"--dir", dir_, "--scenario", scenario},
    };
    testing::internal::CaptureStderr();
    for (const auto& arguments : wrong) {
        Program program(arguments);
        EXPECT_EQ(program.read_line(), "");
        const int status = program.wait();
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 0) << testing::PrintToString(arguments);
    }
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("/servers/0: "));
}

/// Loopback addresses begin with 7F in the last byte of what /proc has in the machine's byte order.
TEST_F(ProgramTest, listens_on_loopback_only) {
    Program program({"--dir", dir_});
    program.read_line();
    std::set<std::string> inodes;
    for (const auto& entry :
         std::filesystem::directory_iterator("/proc/" + std::to_string(program.pid()) + "/fd")) {
        const std::string link = std::filesystem::read_symlink(entry).string();
        if (link.starts_with("socket:[")) inodes.insert(link.substr(8, link.size() - 9));
    }
    int own = 0;
    for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6", "/proc/net/udp", "/proc/net/udp6"}) {
        std::ifstream file(table);
        std::string line;
        std::getline(file, line);
        while (std::getline(file, line)) {
            std::istringstream words(line);
            std::string skip, local, inode;
            words >> skip >> local;
            for (int i = 0; i < 8; ++i)
                words >> inode;
            if (inodes.count(inode) == 0) continue;
            ++own;
            EXPECT_EQ(local.substr(6, 2), "7F") << line;
        }
    }
    EXPECT_GT(own, 100);
}

TEST_F(ProgramTest, holds_thousands_of_connections) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    const std::size_t count = std::min<std::size_t>(10000, limit.rlim_max - 1000);
    Program program({"--dir", dir_});
    const auto said = nlohmann::json::parse(program.read_line());
    const std::string origin = said["origin"];
    std::vector<std::unique_ptr<Client>> clients;
    for (std::size_t i = 0; i < count; ++i) {
        // Many source addresses, since one has not ports enough on every machine.
        clients.push_back(std::make_unique<Client>(origin, "127.9.1." + std::to_string(1 + i % 200)));
        ASSERT_EQ(clients.back()->error(), 0) << i;
        clients.back()->send("GET /bytes/1 HTTP/1.1\r\nHost: lab\r\n\r\n");
    }
    for (const auto& client : clients)
        ASSERT_EQ(client->read(15), "HTTP/1.1 200 OK");
    const auto stats = nlohmann::json::parse(get(origin, "/__stats").body);
    EXPECT_GE(stats["connections"]["origin"]["current"], count);
    EXPECT_EQ(stats["requests"], count);
}

}  // namespace
}  // namespace outrider::lab
