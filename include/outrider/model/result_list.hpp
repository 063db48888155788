#pragma once

#include "outrider/model/probe_result.hpp"

#include <boost/iterator/indirect_iterator.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace outrider {

/// The results of a run, each in a block of its own: they are put in order without being moved, and a place
/// whose result is still to come takes next to nothing.
class ResultList {
    using Blocks = std::vector<std::unique_ptr<ProbeResult>>;

public:
    using value_type = ProbeResult;
    using iterator = boost::indirect_iterator<Blocks::iterator>;
    using const_iterator = boost::indirect_iterator<Blocks::const_iterator, const ProbeResult>;

    ResultList() = default;
    ResultList(const ResultList& other) {
        for (const ProbeResult& result : other)
            push_back(result);
    }
    ResultList(ResultList&&) noexcept = default;
    ResultList& operator=(ResultList other) noexcept {
        blocks_.swap(other.blocks_);
        return *this;
    }
    ~ResultList() = default;

    iterator begin() { return blocks_.begin(); }
    iterator end() { return blocks_.end(); }
    const_iterator begin() const { return blocks_.begin(); }
    const_iterator end() const { return blocks_.end(); }
    std::size_t size() const { return blocks_.size(); }
    bool empty() const { return blocks_.empty(); }
    ProbeResult& operator[](std::size_t place) { return *blocks_[place]; }
    const ProbeResult& operator[](std::size_t place) const { return *blocks_[place]; }
    ProbeResult& back() { return *blocks_.back(); }

    void push_back(ProbeResult result) {
        blocks_.push_back(std::make_unique<ProbeResult>(std::move(result)));
    }
    void pop_back() { blocks_.pop_back(); }
    void clear() { blocks_.clear(); }

    /// Makes `count` places. Each has to be filled by `set` before anything is read.
    void make_places(std::size_t count) { blocks_.resize(count); }
    void set(std::size_t place, std::unique_ptr<ProbeResult> result) { blocks_[place] = std::move(result); }

    void append(ResultList more) {
        for (auto& block : more.blocks_)
            blocks_.push_back(std::move(block));
    }
    /// The result that comes to stand at i is that of place `order[i]`; `order` holds every place once.
    void put_in_order(const std::vector<std::uint32_t>& order) {
        Blocks ordered;
        ordered.reserve(blocks_.size());
        for (const std::uint32_t place : order)
            ordered.push_back(std::move(blocks_[place]));
        blocks_.swap(ordered);
    }

private:
    Blocks blocks_;
};

}  // namespace outrider
