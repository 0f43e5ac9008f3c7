"""The addresses in the metadata of a wheel: one setting, GARDIEN_URL, given by whoever publishes it; else none."""

import os
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGES = {
    "Source": "",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Documentation": "/blob/main/README.md",
    "Issues": "/issues",
}


class PublishersAddresses(MetadataHookInterface):
    """Told by hatchling when it builds."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = os.environ.get("GARDIEN_URL", "").rstrip("/")
        metadata["urls"] = {"Homepage": home, **{name: home + path for name, path in PAGES.items()}} if home else {}
