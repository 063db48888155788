#pragma once

#include <string>
#include <string_view>

namespace outrider {

/// Whether a query parameter of this name, percent-decoded, holds a secret.
bool is_telling_name(std::string_view name);

/// A text that came from the network, with `***` for what is secret in each URL in it: its userinfo, and the
/// values of query parameters with telling names.
std::string mask_urls(std::string_view text);

/// A value that the user gave, to be shown back because it does not do: it may be a URL or a proxy line that
/// was meant for another option. What can be a password there is `***` too, in each form of a proxy line and
/// where one cannot be told; the name of a file that can be none of them stays as it is.
std::string mask_given(std::string_view value);

}  // namespace outrider
