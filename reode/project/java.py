"""A Java source file as an immutable value: questions about its code, edits that keep its bytes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from reode.project import java_names
from reode.project.java_calls import Call, Creation, read_calls, read_creations
from reode.project.java_declarations import (
    Annotation,
    Catch,
    FieldDecl,
    Import,
    MethodDecl,
    TypeDecl,
    read_annotations,
    read_catches,
    read_fields,
    read_imports,
    read_methods,
    read_package,
    read_types,
)
from reode.project.java_imports import (
    Splice,
    add_import,
    apply_splices,
    remove_imports,
    replace_import,
)
from reode.project.java_syntax import Span, Syntax
from reode.project.java_text import SourceText

__all__ = [
    "Annotation",
    "Call",
    "Catch",
    "Creation",
    "FieldDecl",
    "Import",
    "JavaSource",
    "MethodDecl",
    "Span",
    "Splice",
    "TypeDecl",
]


class JavaSource:
    """One file. Spans are offsets of the file's own bytes; every edit returns a new value.

    An edit that has nothing to do returns the same object. New text that the file's encoding
    lacks is written with Java's Unicode escapes.
    """

    def __init__(self, source: SourceText, path: str = "") -> None:
        """Keep the decoded file; nothing is parsed before a question needs it."""
        self.source = source
        self.path = path

    @classmethod
    def parse(cls, data: bytes, path: str = "", encoding: str | None = None) -> JavaSource:
        """Read a file; `encoding` is the declared one. Never fails: see `has_gaps`."""
        return cls(SourceText.decode(data, encoding), path)

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return self.source.data

    @property
    def text(self) -> str:
        """The decoded text, without a byte-order mark."""
        return self.source.text

    @property
    def encoding(self) -> str:
        """Python's name of the encoding that was found."""
        return self.source.encoding

    @cached_property
    def syntax(self) -> Syntax:
        """The tree, for questions this class has no name for."""
        return Syntax(self.source)

    @property
    def has_gaps(self) -> bool:
        """True where the parser met something that isn't Java (or is newer than it)."""
        return self.syntax.root.has_error

    @cached_property
    def package(self) -> str:
        """The package, "" for none."""
        return read_package(self.syntax)[0]

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """The imports in file order."""
        return read_imports(self.syntax)

    @cached_property
    def types(self) -> tuple[TypeDecl, ...]:
        """The declared types, nested ones too."""
        return read_types(self.syntax)

    @cached_property
    def methods(self) -> tuple[MethodDecl, ...]:
        """The methods and constructors."""
        return read_methods(self.syntax)

    @cached_property
    def fields(self) -> tuple[FieldDecl, ...]:
        """The fields, one entry per name."""
        return read_fields(self.syntax)

    @cached_property
    def catches(self) -> tuple[Catch, ...]:
        """The catch clauses."""
        return read_catches(self.syntax)

    @cached_property
    def _annotations(self) -> tuple[Annotation, ...]:
        return read_annotations(self.syntax)

    @cached_property
    def _calls(self) -> tuple[Call, ...]:
        return tuple(read_calls(self.syntax))

    @cached_property
    def _creations(self) -> tuple[Creation, ...]:
        return tuple(read_creations(self.syntax))

    def annotations(self, simple_name: str | None = None) -> tuple[Annotation, ...]:
        """Return the annotation uses, or those of one simple name."""
        if simple_name is not None and not self.mentions(simple_name):
            return ()
        return tuple(a for a in self._annotations if simple_name in {None, a.simple_name})

    def calls(
        self, name: str | None = None, *, receiver_type: str | None = None
    ) -> tuple[Call, ...]:
        """Return method calls by method name and by the receiver's type as the file writes it."""
        if name is not None and not self.mentions(name):
            return ()
        found = self._calls if name is None else read_calls(self.syntax, name)
        return tuple(c for c in found if receiver_type in {None, c.receiver_type})

    def creations(self, type_name: str | None = None) -> tuple[Creation, ...]:
        """Return `new` expressions, or those of one type name as written."""
        if type_name is not None and not self.mentions(type_name.rpartition(".")[2]):
            return ()
        return tuple(c for c in self._creations if type_name in {None, c.type})

    def mentions(self, word: str) -> bool:
        """Tell whether the bytes hold a word at all; cheap, parses nothing."""
        return word.encode() in self.source.utf8

    def references(self, simple_name: str) -> tuple[Span, ...]:
        """Return the uses of a simple name: no imports, comments, strings, members, own names."""
        if not self.mentions(simple_name):
            return ()
        nodes = self.syntax.references.get(simple_name, [])
        return tuple(self.syntax.span(n) for n in nodes)

    def uses(self, simple_name: str) -> bool:
        """Tell whether a simple name is used in code."""
        return bool(self.references(simple_name))

    def uses_in_javadoc(self, simple_name: str) -> bool:
        """Tell whether a Javadoc comment refers to a simple name."""
        return self.mentions(simple_name) and java_names.in_javadoc(self.syntax, simple_name)

    def qualified_uses(self, name: str) -> tuple[Span, ...]:
        """Return where code writes a dotted name out in full (imports don't count)."""
        return java_names.dotted_uses(self.syntax, name)

    def may_be(self, simple_name: str) -> tuple[str, ...]:
        """Return the full names a simple type name may have; one where an import settles it."""
        return java_names.candidates(simple_name, self.imports, self.package)

    def uses_type(self, name: str) -> bool:
        """Tell whether code uses the type of a full name, through an import or written out."""
        simple = name.rpartition(".")[2]
        if not self.mentions(simple):
            return False
        by_import = name in self.may_be(simple) and self.uses(simple)
        return by_import or bool(self.qualified_uses(name))

    def imported(self, name: str, *, static: bool | None = None) -> Import | None:
        """Return the import of exactly this name ("a.b.*" for a wildcard)."""
        for one in self.imports:
            if one.name == name and static in {None, one.static}:
                return one
        return None

    def imports_of(self, package: str) -> tuple[Import, ...]:
        """Return the imports of a package or anything below it."""
        below = f"{package}."
        return tuple(i for i in self.imports if i.name.startswith(below))

    def remove_import(self, *names: str) -> JavaSource:
        """Remove the imports of these names, lines and all."""
        return self.splice(
            remove_imports(self.syntax, [i for i in self.imports if i.name in names])
        )

    def replace_import(self, old: str, new: str) -> JavaSource:
        """Import another name instead, at the same place."""
        one = self.imported(old)
        same = one is None or old == new
        return self if one is None or same else self.splice(replace_import(self.syntax, one, new))

    def add_import(self, name: str, *, static: bool = False, explicit: bool = False) -> JavaSource:
        """Import a name unless it is visible; `explicit`: even beside a wildcard import."""
        return self.splice(add_import(self.syntax, name, static=static, explicit=explicit))

    def rename_package(self, old: str, new: str, *, subpackages: bool = False) -> JavaSource:
        """Rename a package in imports, full names and the package statement."""
        if old == new or not self.mentions(old.rpartition(".")[2]):
            return self
        return self.splice(
            java_names.rename_package(self.syntax, old, new, subpackages=subpackages)
        )

    def replace_span(self, start: int, end: int, new: bytes | str) -> JavaSource:
        """Replace file bytes; text is encoded as the file is."""
        return self.replace_spans([(start, end, new)])

    def replace_spans(self, spans: Iterable[tuple[int, int, bytes | str]]) -> JavaSource:
        """Replace several ranges, all counted in this file; overlaps raise ValueError."""
        encode = self.source.encode
        return self.splice(
            [Splice(s, e, encode(n) if isinstance(n, str) else n) for s, e, n in spans]
        )

    def text_at(self, span: Span) -> str:
        """Return the text of a span."""
        return self.data[span.start : span.end].decode(self.encoding, "replace")

    def splice(self, splices: list[Splice]) -> JavaSource:
        """Apply splices; the same object where no byte changes."""
        data = apply_splices(self.data, splices)
        if data == self.data:
            return self
        return JavaSource(self.source.with_data(data), self.path)
