# Keeps the copy in /copy in the environment's own repository, removes old ones, and records it on the volume.
set -eu
restic cat config >/dev/null 2>&1 || restic init
# A copy that was killed leaves a lock; only such old ones are removed.
restic unlock
restic backup --host "$NAME" --tag environment "$COPY_DIR"
restic forget --host "$NAME" --tag environment --keep-daily "$KEEP_DAILY" --keep-weekly "$KEEP_WEEKLY" --prune
mkdir -p "$DATA_DIR/vigia"
printf '{"at":%s000}' "$(date +%s)" >"$DATA_DIR/vigia/copies.json.part"
mv "$DATA_DIR/vigia/copies.json.part" "$DATA_DIR/vigia/copies.json"
