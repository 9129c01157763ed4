// Compiled once for each TENUKI_VARIANT, which is what follows PlainDistances in the function's name.
#include <cstdint>

#include "bench/similarity_loops.h"

#define TENUKI_PASTE(a, b) a##b
#define TENUKI_NAME(a, b) TENUKI_PASTE(a, b)

namespace tenuki::bench {

void TENUKI_NAME(PlainDistances, TENUKI_VARIANT)(const int16_t* values, int num_maps, int num_points,
                                                 int32_t* distances) {
  for (int i = 0; i < num_maps; ++i) {
    for (int j = 0; j < num_maps; ++j) {
      const int16_t* const a = values + i * num_points;
      const int16_t* const b = values + j * num_points;
      int32_t sum = 0;
      for (int point = 0; point < num_points; ++point) {
        const int32_t difference = a[point] - b[point];
        sum += difference < 0 ? -difference : difference;
      }
      distances[i * num_maps + j] = sum;
    }
  }
}

}  // namespace tenuki::bench
