// Keeps gRPC started until the process ends.
//
//   KeepGrpc();          // before the first server or channel; again does nothing
//
// Without it gRPC is shut down with the last server or channel, and then waits for a poll of its own that nobody ends
// before ten seconds are over (the backup poller of gRPC 1.51): now and then a run of one second took eleven.
//
// Thread-safe.
#pragma once

#include <grpc/grpc.h>

namespace tenuki {

inline void KeepGrpc() { [[maybe_unused]] static const bool is_started = (grpc_init(), true); }

}  // namespace tenuki
