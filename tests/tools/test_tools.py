"""tools/check_layers.py and tools/check_kernel_symbols.py, on small trees made for the purpose; and what
clang-format wrote into our own sources."""

import contextlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("# who may include whom\ncore:\nio: core\ngeom: core\nworld: core io geom\n"
          "protocols/web/wire: core\nprotocols/*: core io\nprotocols: protocols/*\n")


def load(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check_layers = load("check_layers")
read_recipe = load("read_recipe")
check_kernel_symbols = load("check_kernel_symbols")


class Folder(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def run_main(self, tool):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = tool.main([str(self.root)])
        return status, printed.getvalue()


class Layers(Folder):
    def breaches(self, path, text):
        self.write("tools/layers.txt", LAYERS)
        self.write(path, text)
        return check_layers.check_tree(self.root)[1]

    def test_the_c_library_includes_itself_and_its_row(self):
        self.write("tools/layers.txt", LAYERS + "capi: core\n")
        self.write("capi/source/a.cpp", '#include "capi/source/a.h"\n#include "paddock/core/vec.h"\n')
        self.assertEqual([], check_layers.check_tree(self.root)[1])
        self.write("capi/source/a.cpp", '#include "paddock/io/toml.h"\n#include "apps/paddock/a.h"\n')
        self.assertEqual(2, len(check_layers.check_tree(self.root)[1]))

    def test_arrows_of_the_table_pass(self):
        self.assertEqual([], self.breaches(
            "paddock/world/a.cpp",
            '#include "paddock/world/a.h"\n#include "paddock/io/toml.h"\n#include <vector>\n'))

    def test_arrow_that_is_not_there_is_named_with_its_line(self):
        self.assertEqual(
            ["paddock/geom/a.cpp:2: geom may not include paddock/world/b.h (tools/layers.txt)"],
            self.breaches("paddock/geom/a.cpp", '#include <span>\n#include "paddock/world/b.h"\n'))

    def test_angle_brackets_and_spaces_do_not_hide_an_arrow(self):
        self.assertEqual(1, len(self.breaches("paddock/core/a.cpp", "  #  include <paddock/io/b.h>\n")))

    def test_sub_folders_belong_to_their_module(self):
        self.assertEqual([], self.breaches("paddock/world/generate/a.cpp", '#include "paddock/io/b.h"\n'))
        self.assertEqual(1, len(self.breaches("paddock/geom/deep/a.cpp", '#include "paddock/io/b.h"\n')))

    def test_no_door_includes_another(self):
        self.assertEqual(
            ["paddock/protocols/web/a.cpp:1: protocols/web may not include paddock/protocols/racecar/b.h "
             "(tools/layers.txt)"],
            self.breaches("paddock/protocols/web/a.cpp", '#include "paddock/protocols/racecar/b.h"\n'))

    def test_a_door_includes_itself_and_what_stands_below_and_the_table_all_doors(self):
        self.assertEqual([], self.breaches(
            "paddock/protocols/web/a.cpp", '#include "paddock/protocols/web/b.h"\n#include "paddock/io/b.h"\n'))
        self.assertEqual([], self.breaches(
            "paddock/protocols/doors.cpp",
            '#include "paddock/protocols/web/b.h"\n#include "paddock/protocols/new/b.h"\n'))
        self.assertEqual(1, len(self.breaches("paddock/io/a.cpp", '#include "paddock/protocols/web/b.h"\n')))

    def test_a_wire_is_beneath_its_door_and_knows_less(self):
        wire = '#include "paddock/protocols/web/wire/b.h"\n'
        self.assertEqual([], self.breaches("paddock/protocols/web/a.cpp", wire))
        self.assertEqual([], self.breaches("paddock/protocols/web/wire/a.cpp", wire + '#include "paddock/core/b.h"\n'))
        self.assertEqual(2, len(self.breaches(
            "paddock/protocols/web/wire/c.cpp", '#include "paddock/io/b.h"\n#include "paddock/protocols/web/b.h"\n')))

    def test_a_wire_is_for_its_own_door(self):
        self.assertEqual(1, len(self.breaches(
            "paddock/protocols/racecar/a.cpp", '#include "paddock/protocols/web/wire/b.h"\n')))

    def test_module_outside_the_table_is_refused(self):
        self.assertIn("not in tools/layers.txt", self.breaches("paddock/extra/a.cpp", "")[0])
        self.assertIn("no module extra", self.breaches("apps/a.cpp", '#include "paddock/extra/a.h"\n')[0])

    def test_comments_are_not_includes(self):
        self.assertEqual([], self.breaches(
            "paddock/core/a.cpp", '// #include "paddock/io/a.h"\n/*\n#include "paddock/io/a.h"\n*/\n'))

    def test_block_comments_do_not_shift_lines(self):
        self.assertTrue(self.breaches("paddock/core/a.cpp", '/*\n\n*/\n#include "paddock/io/a.h"\n')[0]
                        .startswith("paddock/core/a.cpp:4:"))

    def test_third_party_header_stays_in_a_source_file(self):
        self.assertEqual([], self.breaches("paddock/io/a.cpp", "#include <png.h>\n"))
        self.assertIn("inside .cpp files",
                      self.breaches("paddock/io/a.h", "#pragma once\n#include <png.h>\n")[0])

    def test_standard_only_modules_take_nothing_else(self):
        self.assertIn("only the standard library",
                      self.breaches("paddock/geom/a.cpp", "#include <fmt/core.h>\n")[0])

    def test_expected_is_for_the_error_header_alone(self):
        text = "#pragma once\n#include <tl/expected.hpp>\n"
        self.assertEqual([], self.breaches("paddock/core/error.h", text))
        self.assertEqual(1, len(self.breaches("paddock/core/other.h", text)))

    def test_test_headers_may_use_test_libraries(self):
        self.assertEqual([], self.breaches("tests/support/a.h", "#pragma once\n#include <gtest/gtest.h>\n"))

    def test_paddock_does_not_look_up(self):
        for header in ("apps/paddock/a.h", "tests/support/a.h", "python/bindings/a.h"):
            self.assertIn("stands below", self.breaches("paddock/io/a.cpp", f'#include "{header}"\n')[0])

    def test_includes_are_written_from_the_root(self):
        self.assertIn("from the root", self.breaches("paddock/io/a.cpp", '#include "a.h"\n')[0])

    def test_header_without_pragma_once_is_refused(self):
        self.assertEqual(["tests/a.h:1: #pragma once is missing"],
                         self.breaches("tests/a.h", "// #pragma once\n"))

    def test_exit_status_tells(self):
        self.write("tools/layers.txt", LAYERS)
        self.assertEqual((0, "0 files keep to the layers\n"), self.run_main(check_layers))
        self.write("paddock/core/a.h", "")
        self.assertEqual(1, self.run_main(check_layers)[0])

    def test_own_table_reads(self):
        layers = check_layers.read_layers((ROOT / "tools/layers.txt").read_text(encoding="utf-8"))
        self.assertEqual(set(), layers["core"])
        for allowed in layers.values():
            self.assertLessEqual(allowed, layers.keys())


class Recipe(Folder):
    def test_files_of_a_page_are_written_and_left_alone_when_they_are_the_same(self):
        page = self.write("page.md", "# A page\n\n`a/b.txt`\n\n```cpp\none\n\ntwo\n```\n\n```sh\nnot a file\n```\n")
        self.assertEqual(0, read_recipe.main([str(self.root / "out"), str(page)]))
        file = self.root / "out/a/b.txt"
        self.assertEqual("one\n\ntwo\n", file.read_text(encoding="utf-8"))
        self.assertEqual(["b.txt"], [each.name for each in (self.root / "out").rglob("*") if each.is_file()])
        os.utime(file, (1, 1))
        self.assertEqual(0, read_recipe.main([str(self.root / "out"), str(page)]))
        self.assertEqual(1, file.stat().st_mtime)

    def test_lines_for_a_file_of_the_tree_come_after_the_line_that_is_named(self):
        self.assertEqual("a\nb\nc\n", read_recipe.with_lines("a\nc\n", "a", "b\n"))
        with self.assertRaises(ValueError):
            read_recipe.with_lines("a\na\n", "a", "b\n")
        page = "`tools/layers.txt`, after `core:`\n\n```\nmore: core\n```\n"
        with self.assertRaises(ValueError):
            read_recipe.files_of(page.replace("core:", "no such line"))
        self.assertIn("\ncore:\nmore: core\n", read_recipe.files_of(page)["tools/layers.txt"])

    def test_a_page_without_files_is_refused(self):
        page = self.write("page.md", "# A page\n")
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(1, read_recipe.main([str(self.root / "out"), str(page)]))
        self.assertIn("no file is printed in it", said.getvalue())


class KernelSymbols(Folder):
    def compile(self, target, text):
        source = self.write(f"{target}.cpp", text)
        folder = self.root / f"paddock/core/CMakeFiles/paddock_core_some_kernels_{target}.dir"
        folder.mkdir(parents=True)
        subprocess.run(["g++", "-std=c++20", "-O0", "-c", str(source), "-o",
                        str(folder / "some_kernels.cpp.o")], check=True)

    def test_weak_symbols_inside_the_namespace_pass(self):
        self.compile("v3", """
            namespace paddock::v3 {
            int seed();
            template <class T> struct Box { virtual ~Box() {} T twice(T a) const { return a + a; } };
            inline int counter() { static int n = seed(); return ++n; }
            inline auto add = [](auto a) { return a + 1; };
            template <class T> T identity(T a) { return a; }
            int table() { return Box<int>{}.twice(counter()) + add(1) + identity(2); }
            }""")
        self.assertEqual((0, "1 kernel objects keep to their namespaces\n"),
                         self.run_main(check_kernel_symbols))

    def test_weak_symbol_outside_is_named(self):
        self.compile("v4", """
            namespace paddock { inline double half(double a) { return a / 2; } }
            namespace paddock::v4 { double quarter(double a) { return half(half(a)); } }""")
        self.assertEqual(
            (1, "paddock_core_some_kernels_v4: weak symbol outside paddock::v4: paddock::half(double)\n"),
            self.run_main(check_kernel_symbols))

    def test_the_namespace_of_another_target_is_outside(self):
        self.compile("v2", """
            namespace paddock::v3 { inline int one() { return 1; } }
            int two() { return paddock::v3::one() + 1; }""")
        self.assertIn("paddock::v3::one()", self.run_main(check_kernel_symbols)[1])

    def test_standard_library_templates_are_outside(self):
        self.compile("scalar", """
            #include <array>
            namespace paddock::scalar { int first(std::array<int, 2> a) { return a[0]; } }""")
        self.assertIn("std::array<int, 2", self.run_main(check_kernel_symbols)[1])

    def test_other_objects_are_not_looked_at(self):
        self.assertEqual(1, self.run_main(check_kernel_symbols)[0])  # nothing built is no success
        self.write("CMakeFiles/paddock_core.dir/a.cpp.o", "not an object")
        self.assertEqual(1, self.run_main(check_kernel_symbols)[0])


# what a brace of code may stand in, and the comments that end namespaces
TOKEN = re.compile(
    r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'|/\*.*?\*/|//[^\n]*|'
    r"\bnamespace\b[^;{}()=]*\{|[{}]",
    re.DOTALL)


def false_endings(text):
    """Lines of `}  // namespace …` where no such namespace ends."""
    depth, ended, wrong = [], "", []
    for found in TOKEN.finditer(text):
        token = found.group()
        if token.startswith("namespace"):
            depth.append(" ".join(token[:-1].split()))
        elif token == "{":
            depth.append("")
        elif token == "}":
            ended = depth.pop() if depth else ""
        elif token.startswith("// namespace") and text[:found.start()].rstrip(" ").endswith("}"):
            if token[3:].strip() != ended:
                wrong.append(text.count("\n", 0, found.start()) + 1)
    return wrong


class ClosingComments(unittest.TestCase):
    def test_a_comment_that_ends_nothing_is_found(self):
        good = "namespace a {\nnamespace {\nint f() { return '}'; }\n}  // namespace\n}  // namespace a\n"
        self.assertEqual([], false_endings(good))
        self.assertEqual([3], false_endings("namespace {\nvoid f() {\n}  // namespace\n}  // namespace\n"))
        self.assertEqual([2], false_endings("namespace a {\n}  // namespace b\n"))

    # clang-format 14 takes a variable named `import` for a module and loses count of braces
    def test_our_own_sources_have_none(self):
        files = [file for folder in ("apps", "bench", "paddock", "python", "tests")
                 for suffix in ("*.h", "*.cpp") for file in (ROOT / folder).rglob(suffix)]
        self.assertGreater(len(files), 300)
        for file in files:
            with self.subTest(file=str(file.relative_to(ROOT))):
                self.assertEqual([], false_endings(file.read_text(encoding="utf-8")))


if __name__ == "__main__":
    unittest.main()
