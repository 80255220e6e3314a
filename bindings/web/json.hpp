// JSON, written piece by piece into one text.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

namespace quincunx {

class Json {
  public:
    explicit Json(std::string& text) : text_(text) {}

    Json& open(char bracket) {
        separate();
        text_ += bracket;
        first_ = true;
        return *this;
    }
    Json& close(char bracket) {
        text_ += bracket;
        first_ = false;
        return *this;
    }
    Json& key(std::string_view name) {
        value(name);
        text_ += ':';
        first_ = true;
        return *this;
    }
    Json& null() { return raw("null"); }
    Json& value(bool yes) { return raw(yes ? "true" : "false"); }
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    Json& value(T number) {
        return raw(std::to_string(number));
    }
    Json& value(const char* words) { return value(std::string_view(words)); }
    Json& value(const std::string& words) { return value(std::string_view(words)); }
    Json& value(std::string_view words) {
        constexpr const char* digits = "0123456789abcdef";
        separate();
        text_ += '"';
        for (const char c : words) {
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += c;
            } else if (static_cast<unsigned char>(c) < 32) {
                text_ += "\\u00";
                text_ += digits[c >> 4];
                text_ += digits[c & 15];
            } else {
                text_ += c;
            }
        }
        text_ += '"';
        return *this;
    }
    template <class T>
    Json& value(const std::optional<T>& maybe) {
        return maybe ? value(*maybe) : null();
    }
    // Something that is JSON already.
    Json& raw(std::string_view json) {
        separate();
        text_ += json;
        return *this;
    }

    template <class T>
    Json& field(std::string_view name, const T& content) {
        return key(name).value(content);
    }
    // A list: `write` puts each item.
    template <class List, class F>
    Json& list(const List& items, F&& write) {
        open('[');
        for (const auto& item : items) write(item);
        return close(']');
    }

  private:
    void separate() {
        if (!first_) text_ += ',';
        first_ = false;
    }

    std::string& text_;
    bool first_ = true;
};

}  // namespace quincunx
