// Writes the expected SVG files of svg_golden_test: beside every FIGURE.textproto in the folder, FIGURE.svg.
//
//   golden_figures report/testdata
//
// Look at what changed before you commit it: a browser shows them.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "google/protobuf/text_format.h"
#include "report/svg.h"

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 2 || !fs::is_directory(argv[1])) {
    std::cerr << "usage: golden_figures FOLDER\n";
    return 2;
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(argv[1])) {
    if (entry.path().extension() != ".textproto") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    tenuki::v1::Figure figure;
    if (!google::protobuf::TextFormat::ParseFromString(text, &figure)) {
      std::cerr << entry.path().string() << ": not a tenuki.v1.Figure\n";
      return 2;
    }
    const fs::path path = fs::path(entry.path()).replace_extension(".svg");
    std::ofstream out(path, std::ios::binary);
    out << tenuki::RenderSvg(figure);
    out.close();
    if (!out.good()) {
      std::cerr << path.string() << ": cannot be written\n";
      return 3;
    }
  }
  return 0;
}
