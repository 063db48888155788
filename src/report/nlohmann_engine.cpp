#include "report/engines.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace outrider {
namespace {

// nlohmann/json writes whole values only, and a report as one of its values takes many times the memory that
// its bytes do. So it is given the text values, one by one.
class NlohmannWriter final : public JsonWriter {
public:
    using JsonWriter::JsonWriter;

    std::string take() {
        hand_over();
        return std::move(bytes_);
    }

private:
    void raw(std::string_view bytes) override { bytes_ += bytes; }
    void quoted(std::string_view text) override { bytes_ += nlohmann::json(text).dump(); }
    void reserve(std::size_t bytes) override { bytes_.reserve(bytes); }

    std::string bytes_;
};

}  // namespace

std::string write_with_nlohmann(const JsonDocument& document, bool pretty) {
    NlohmannWriter writer(pretty);
    document(writer);
    return writer.take();
}

}  // namespace outrider
