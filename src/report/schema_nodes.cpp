#include "report/schema_nodes.hpp"

#include "report/members.hpp"

namespace outrider::schema {
namespace {

void put_type(JsonWriter& json, std::string_view type, Null null) {
    if (null == Null::no) return member(json, "type", type);
    list(json, "type", Words{type, "null"});
}

/// { "type": `type`, and what `more` writes }
template <class More>
Node typed(std::string_view type, Null null, More more) {
    return [=](JsonWriter& json) {
        json.begin_object();
        put_type(json, type, null);
        more(json);
        json.end_object();
    };
}

void put_properties(JsonWriter& json, const Properties& properties) {
    outrider::object(json, "properties", [&] {
        for (const auto& [key, node] : properties) {
            json.key(key);
            node(json);
        }
    });
    array(json, "required", properties, [&](const auto& property) { json.string(property.first); });
    member(json, "additionalProperties", false);
}

Decimal number(std::uint64_t whole, bool negative = false) {
    return {negative, whole, 0, 1};
}

void put_count(JsonWriter& json) {
    json.key("additionalProperties");
    whole(1)(json);
}

}  // namespace

Node boolean() {
    return typed("boolean", Null::no, [](JsonWriter&) {});
}

Node text(Null null) {
    return typed("string", null, [](JsonWriter&) {});
}

Node matching(std::string_view pattern, Null null) {
    return typed("string", null, [=](JsonWriter& json) { member(json, "pattern", pattern); });
}

Node of_length(std::uint64_t most, Null null) {
    return typed("string", null, [=](JsonWriter& json) { member(json, "maxLength", most); });
}

Node whole(std::uint64_t least, std::optional<std::uint64_t> most, Null null) {
    return typed("integer", null, [=](JsonWriter& json) {
        member(json, "minimum", least);
        if (most) member(json, "maximum", *most);
    });
}

Node real(Null null) {
    return typed("number", null, [](JsonWriter& json) { member(json, "minimum", number(0)); });
}

Node rate(Null null) {
    return typed("number", null, [](JsonWriter& json) {
        member(json, "minimum", number(0));
        member(json, "maximum", number(1));
    });
}

Node change(std::optional<std::uint64_t> most) {
    return typed("number", Null::allowed, [=](JsonWriter& json) {
        if (!most) return;
        member(json, "minimum", number(*most, true));
        member(json, "maximum", number(*most));
    });
}

Node constant(std::uint64_t value) {
    return [=](JsonWriter& json) {
        json.begin_object();
        member(json, "const", value);
        json.end_object();
    };
}

Node one_of(Words words, Null null) {
    return [=](JsonWriter& json) {
        json.begin_object();
        json.key("enum");
        json.begin_array();
        for (const std::string_view word : words)
            json.string(word);
        if (null == Null::allowed) json.null();
        json.end_array();
        json.end_object();
    };
}

Node object(Properties properties, Null null) {
    return typed("object", null, [properties = std::move(properties)](JsonWriter& json) {
        put_properties(json, properties);
    });
}

Node list(Node item) {
    return typed("array", Null::no, [item = std::move(item)](JsonWriter& json) {
        json.key("items");
        item(json);
    });
}

Node counts_of(Words words) {
    return typed("object", Null::no, [words = std::move(words)](JsonWriter& json) {
        json.key("propertyNames");
        one_of(words)(json);
        put_count(json);
    });
}

Node counts(std::string_view pattern) {
    return typed("object", Null::no, [=](JsonWriter& json) {
        if (!pattern.empty())
            outrider::object(json, "propertyNames", [&] { member(json, "pattern", pattern); });
        put_count(json);
    });
}

Node defined(std::string_view name) {
    return [reference = "#/$defs/" + std::string(name)](JsonWriter& json) {
        json.begin_object();
        member(json, "$ref", reference);
        json.end_object();
    };
}

void document(JsonWriter& json, std::string_view title, const Properties& root,
              const Properties& definitions) {
    json.begin_object();
    member(json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    member(json, "title", title);
    put_type(json, "object", Null::no);
    put_properties(json, root);
    outrider::object(json, "$defs", [&] {
        for (const auto& [name, node] : definitions) {
            json.key(name);
            node(json);
        }
    });
    json.end_object();
}

}  // namespace outrider::schema
