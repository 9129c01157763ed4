// Every figure against a file that was looked at. What is in testdata/ is written by golden_figures.cc.
#include <gtest/gtest.h>

#include <clocale>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <locale>
#include <set>
#include <string>

#include "report/svg.h"
#include "report/test_report.h"
#include "report/well_formed_xml.h"

namespace tenuki {
namespace {

namespace fs = std::filesystem;

std::string Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

std::set<fs::path> FigurePaths() {
  std::set<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(TENUKI_GOLDEN_FIGURES)) {
    if (entry.path().extension() == ".textproto") paths.insert(entry.path());
  }
  return paths;
}

void ExpectGolden() {
  for (const fs::path& path : FigurePaths()) {
    SCOPED_TRACE(path);
    const std::string svg = RenderSvg(ParseText<v1::Figure>(Read(path)));
    EXPECT_EQ(WhyNotWellFormed(svg), "");
    EXPECT_TRUE(svg == Read(fs::path(path).replace_extension(".svg")))
        << "it is drawn another way now. If that is meant:\n"
           "  cmake --build build/release --target golden_figures && build/release/bin/golden_figures report/testdata\n"
           "and look at the files that changed before you commit them";
  }
}

TEST(SvgGoldenTest, FiguresAreDrawnAsBefore) { ExpectGolden(); }

TEST(SvgGoldenTest, EveryKindOfFigureIsAmongThem) {
  std::set<int> kinds;
  for (const fs::path& path : FigurePaths()) kinds.insert(ParseText<v1::Figure>(Read(path)).figure_case());
  const auto* oneof = v1::Figure::descriptor()->FindOneofByName("figure");
  for (int i = 0; i < oneof->field_count(); ++i) {
    EXPECT_TRUE(kinds.contains(oneof->field(i)->number())) << oneof->field(i)->name();
  }
}

// Numbers as in half of the world: 1.234,5.
class CommaNumbers : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(SvgGoldenTest, NoLocaleChangesThem) {
  const std::locale before = std::locale::global(std::locale(std::locale(), new CommaNumbers));
  // Of those with a comma, one that the machine has, where it has any.
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "pt_BR.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  }
  ExpectGolden();
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
}

}  // namespace
}  // namespace tenuki
