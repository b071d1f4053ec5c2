#!/bin/sh
# Installs the print agent for the person who runs this; no administrator is needed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
chmod u+x "$here/node" "$here/agent" "$here/uninstall.sh"
# macOS marks what was downloaded; the binary is the official one.
command -v xattr >/dev/null 2>&1 && xattr -d com.apple.quarantine "$here/node" 2>/dev/null || true
exec "$here/node" "$here/agent.cjs" install
