"""`python -m gardien`: the command line."""

import sys

from gardien.cli.main import main

sys.exit(main())
