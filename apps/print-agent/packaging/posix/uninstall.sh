#!/bin/sh
# Removes the print agent, its service and its data, and tells the server.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/agent" uninstall
