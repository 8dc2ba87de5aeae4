# Fetches a copy before the instance starts; nothing when this restore is done. A repository without this copy stops the
# start, so that nobody takes an empty environment for a restored one.
set -eu
if grep -qs "\"id\":\"$RESTORE_ID\"" "$VOLUME/vigia/restored.json"; then exit 0; fi
rm -rf "$COPY_DIR" "$COPY_DIR.parts"
restic restore "$SNAPSHOT" --host "$NAME" --tag environment --target "$COPY_DIR.parts"
# restic restores below the path that was copied.
mv "$COPY_DIR.parts$COPY_DIR" "$COPY_DIR"
