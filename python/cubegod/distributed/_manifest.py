"""The manifest of a target folder: `_cubegod.json`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from ..arrow import Options
from ._plan import Piece, Unit
from ._source import SourceFile
from ._messages import counted

_FORM = 3


@dataclass(frozen=True)
class Manifest:
    """The source, the options and the units of a run."""

    version: str
    files: tuple[SourceFile, ...]
    options: Options
    units: tuple[Unit, ...]
    proof_table: str | None = None
    """The table of proofs, once a row needed one: other tables may give other solutions of the same length."""
    is_done: bool = False

    def done(self) -> Manifest:
        return replace(self, is_done=True)

    def with_proof_table(self, name: str) -> Manifest:
        return replace(self, proof_table=name)

    def fields(self) -> dict[str, Any]:
        """Returns the fields for JSON."""
        return {
            "form": _FORM,
            "cubegod": self.version,
            "done": self.is_done,
            "proof_table": self.proof_table,
            "rows": sum(unit.rows for unit in self.units),
            "options": dict(self.options),
            "source": [{**asdict(file), "row_groups": list(file.row_groups)} for file in self.files],
            "units": [
                {
                    "name": unit.name,
                    "rows": unit.rows,
                    "pieces": [[piece.file, piece.row_group, piece.start, piece.rows] for piece in unit.pieces],
                }
                for unit in self.units
            ],
        }

    @classmethod
    def from_fields(cls, fields: Any) -> Manifest:
        if not isinstance(fields, dict) or fields.get("form") != _FORM:
            raise ValueError("it is not of this version of cubegod")
        files = tuple(
            SourceFile(file["path"], file["bytes"], file["fingerprint"], tuple(file["row_groups"])) for file in fields["source"]
        )
        units = tuple(
            Unit(unit["name"], unit["rows"], tuple(Piece(*piece) for piece in unit["pieces"])) for unit in fields["units"]
        )
        return cls(fields["cubegod"], files, fields["options"], units, fields["proof_table"], fields["done"])

    def difference(self, now: Manifest) -> str | None:
        """Returns the first difference, progress aside."""
        if self.version != now.version:
            return f"by cubegod {self.version}, and this is {now.version}"
        for name, value in now.options.items():
            before = self.options.get(name)
            if before != value:
                return f"with {name}={before!r}, and now it is {value!r}"
        if len(self.files) != len(now.files):
            return f"with {counted(len(self.files), 'source file')}, and now it is {len(now.files)}"
        for before, after in zip(self.files, now.files, strict=True):
            if before.path != after.path:
                return f"with the source `{before.path}`, and now it is `{after.path}`"
            if before != after:
                return f"the source `{after.path}` was changed since"
        return None
