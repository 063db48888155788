#pragma once

namespace outrider {

/// Has the heap grow in large pages (transparent huge pages), where the system has them: ten thousand probes
/// touch as many small ones, and on a virtual machine a page's first touch can take longer than connecting
/// does. To be called before anything large is allocated; what the system cannot do is gone without.
void use_large_pages();

}  // namespace outrider
