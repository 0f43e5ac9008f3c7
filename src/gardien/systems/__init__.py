"""The rule systems, one folder each. A further folder of systems can be named in GARDIEN_SYSTEMS."""

import os

__path__ = [*__path__, *filter(None, os.environ.get("GARDIEN_SYSTEMS", "").split(os.pathsep))]
