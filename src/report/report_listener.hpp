#pragma once

#include "report/json_listener.hpp"
#include "report/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// Fills a draft with what a document says, by its shape, up to the first fault.
class ReportListener final : public JsonListener {
public:
    ReportListener(ReportDraft& draft, const Shape& shape) : draft_(draft), shape_(shape) {}

    bool begin_object() override { return begin(false); }
    bool begin_array() override { return begin(true); }
    bool end() override;
    bool key(std::string_view name) override;
    bool scalar(const JsonScalar& value) override;

    /// "/results/3/outcome: found a string, allowed is null"; nullopt: none so far.
    const Complaint& fault() const { return fault_; }
    /// Where the document has been heard up to, as a JSON pointer.
    std::string place() const;

private:
    /// An object that is being read, or a list of such.
    struct Level {
        const Shape* shape;
        bool is_list = false;
        std::size_t item = 0;  ///< of a list: how many items have begun
        std::size_t next = 0;  ///< of an object: the field after the last one, which comes next as a rule
        const Field* field = nullptr;  ///< the last key; null: one that is passed over
        std::uint32_t seen = 0;        ///< a bit for each field
    };

    bool begin(bool is_list);
    bool enter(const Shape* shape, bool is_list);
    bool fail(std::string_view fault);
    /// "an object", or what else may stand here.
    std::string_view allowed_here() const;

    ReportDraft& draft_;
    const Shape& shape_;
    std::vector<Level> levels_;
    std::size_t passed_over_ = 0;  ///< how many objects and lists deep in what is not read
    Complaint fault_;
};

}  // namespace outrider
