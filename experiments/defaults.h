// Writes the defaults of a message's fields into it, so that what is not said and what is said to be the default are
// the same: in the digest of a cell, and in the experiment.textproto beside the results.
#pragma once

#include <google/protobuf/message.h>

namespace tenuki {

// Sets every single field that is not set to its default, in all messages inside too. Of a oneof nothing is chosen, and
// lists stay as they are.
void ResolveDefaults(google::protobuf::Message& message);

// Clears what has no effect on results (FieldRules.outside_digest), in all messages inside too.
void ClearOutsideDigest(google::protobuf::Message& message);

}  // namespace tenuki
