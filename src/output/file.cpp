#include "output/bounded.hpp"
#include "output/descriptor.hpp"
#include "outrider/output/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

namespace outrider {
namespace {

namespace fs = std::filesystem;

using Status = struct stat;

std::optional<Status> status_of(const std::string& path) {
    Status status{};
    return ::stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

/// Whether the path leads to an open standard stream (/dev/stdout and the like). Opening that anew would
/// start over at its beginning.
std::optional<int> standard_stream(const Status& status) {
    for (int stream : {STDOUT_FILENO, STDERR_FILENO}) {
        Status open{};
        if (::fstat(stream, &open) == 0 && open.st_dev == status.st_dev && open.st_ino == status.st_ino) {
            return stream;
        }
    }
    return std::nullopt;
}

/// What a symbolic link leads to in the end, there or not.
std::optional<fs::path> behind_links(fs::path path) {
    constexpr int links_at_most = 40;  // the kernel's own limit
    for (int links = 0; links < links_at_most; ++links) {
        std::error_code error;
        const fs::path link = fs::read_symlink(path, error);
        if (error) {
            return path;
        }
        path = path.parent_path() / link;  // an absolute one replaces the whole
    }
    return std::nullopt;
}

WriteError write_and_close(Descriptor file, std::string_view bytes, Clock::time_point deadline) {
    if (WriteError error = write_all(file.number(), bytes, deadline)) {
        return error;
    }
    return file.close() ? std::nullopt : system_error(errno);
}

/// Takes a regular file from all but its owner; what else there is stays as it is.
WriteError keep_from_others(int file) {
    Status status{};
    if (::fstat(file, &status) != 0) {
        return system_error(errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    const int error = ::fchmod(file, 0600) == 0 ? 0 : errno;
    constexpr ::mode_t others = 0077;
    // A file system may have modes of its own, whatever it answers.
    if (::fstat(file, &status) == 0 && (status.st_mode & others) == 0) {
        return std::nullopt;
    }
    return "others could read it, and its mode cannot be made 0600" +
           (error == 0 ? "" : ": " + *system_error(error));
}

/// `mode` is what becomes of the bytes that are there: O_TRUNC or O_APPEND, with O_CREAT where there may be
/// no file yet. They stay where the file cannot be kept from others.
WriteError write_in_place(const std::string& path, int mode, Readers readers, std::string_view bytes,
                          Clock::time_point deadline) {
    Descriptor file = open_file(path, O_WRONLY | (readers == Readers::usual ? mode : mode & ~O_TRUNC));
    if (!file) {
        return system_error(errno);
    }
    if (readers == Readers::owner) {
        if (WriteError error = keep_from_others(file.number())) {
            return error;
        }
        std::ignore = ::ftruncate(file.number(), 0);  // of a FIFO or device there is nothing to cut
    }
    return write_and_close(std::move(file), bytes, deadline);
}

/// A new file that is renamed to `final_path` when it is whole, and removed when it is not.
class TemporaryFile {
public:
    TemporaryFile(const fs::path& folder, unsigned mode) {
        // Named by time too: process ids repeat between containers that share a volume. No ending, and
        // hidden, so that nobody who collects reports by their names takes it.
        do {
            path_ = folder / (".outrider-" + std::to_string(::getpid()) + "-" +
                              std::to_string(Clock::now().time_since_epoch().count()));
            file_ = open_file(path_, O_WRONLY | O_CREAT | O_EXCL, mode);
        } while (!file_ && errno == EEXIST);
        error_ = file_ ? 0 : errno;
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (error_ == 0 && !renamed_) {
            ::unlink(path_.c_str());
        }
    }

    /// Why it could not be made; 0: it is there.
    int error() const { return error_; }

    /// As far as this user may, the owner and mode of the file that it takes the place of.
    void resemble(const Status& old) {
        std::ignore = ::fchown(file_.number(), old.st_uid, old.st_gid);
        std::ignore = ::fchmod(file_.number(), old.st_mode & 0777);
    }

    WriteError make_private() { return keep_from_others(file_.number()); }

    WriteError write(std::string_view bytes, Clock::time_point deadline) {
        return write_and_close(std::move(file_), bytes, deadline);
    }

    /// 0, or why it could not be renamed.
    int rename_to(const fs::path& final_path) {
        renamed_ = std::rename(path_.c_str(), final_path.c_str()) == 0;
        return renamed_ ? 0 : errno;
    }

private:
    fs::path path_;
    Descriptor file_;
    int error_ = 0;
    bool renamed_ = false;
};

/// Whether the file, but not its folder, may yet be written: a folder that is not ours, a sticky one, a file
/// mounted by itself.
bool in_place_may_do(int error) {
    return error == EACCES || error == EPERM || error == EROFS || error == EBUSY || error == EXDEV;
}

WriteError write_regular(const fs::path& path, const std::optional<Status>& old, std::string_view bytes,
                         Clock::time_point deadline, Readers readers) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    int error = 0;
    {
        TemporaryFile temporary(folder, readers == Readers::owner ? 0600 : 0666);
        error = temporary.error();
        if (error == 0) {
            if (readers == Readers::owner) {
                if (WriteError failed = temporary.make_private()) {
                    return failed;
                }
            } else if (old) {
                temporary.resemble(*old);
            }
            // No sync: a report is of no use after a crash of the machine, and a slow disk would take the
            // time that is left.
            if (WriteError failed = temporary.write(bytes, deadline)) {
                return failed;
            }
            error = temporary.rename_to(path);
        }
    }
    if (error == 0) {
        return std::nullopt;
    }
    return old && in_place_may_do(error) ? write_in_place(path, O_TRUNC, readers, bytes, deadline)
                                         : system_error(error);
}

/// Writes what is no regular file; nullopt: it is one, or is not there.
std::optional<WriteError> write_special(const std::string& path, const std::optional<Status>& old,
                                        std::string& bytes, Clock::time_point deadline) {
    if (const std::optional<int> stream = old ? standard_stream(*old) : std::nullopt) {
        return bounded(
            [stream, bytes = std::move(bytes), deadline] { return write_all(*stream, bytes, deadline); },
            deadline);
    }
    if (old && !S_ISREG(old->st_mode)) {
        return bounded([path, bytes = std::move(bytes),
                        deadline] { return write_in_place(path, O_TRUNC, Readers::usual, bytes, deadline); },
                       deadline);
    }
    return std::nullopt;
}

}  // namespace

WriteError write_file(const std::string& path, std::string bytes, Clock::time_point deadline,
                      Readers readers) {
    const std::optional<Status> old = status_of(path);
    if (const auto done = write_special(path, old, bytes, deadline)) {
        return *done;
    }
    const std::optional<fs::path> final_path = behind_links(path);
    return final_path ? write_regular(*final_path, old, bytes, deadline, readers) : system_error(ELOOP);
}

WriteError append_file(const std::string& path, std::string bytes, Clock::time_point deadline) {
    const std::optional<Status> old = status_of(path);
    if (const auto done = write_special(path, old, bytes, deadline)) {
        return *done;
    }
    return write_in_place(path, O_APPEND | O_CREAT, Readers::usual, bytes, deadline);
}

}  // namespace outrider
