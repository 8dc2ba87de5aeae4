# Keeps the copy in /copy in the environment's own repository, removes old ones, and records it on the volume.
set -eu
restic cat config >/dev/null 2>&1 || restic init
# A copy that was killed leaves a lock; only such old ones are removed.
restic unlock
snapshot=$(restic backup --json --host "$NAME" --tag environment "$COPY_DIR" | sed -n 's/.*"snapshot_id":"\([0-9a-f]*\)".*/\1/p')
# Those of a day: what was copied before a new version is needed when that fails, also after the night's copy.
restic forget --host "$NAME" --tag environment --keep-within 1d --keep-daily "$KEEP_DAILY" --keep-weekly "$KEEP_WEEKLY" --prune
mkdir -p "$DATA_DIR/vigia"
printf '{"at":%s000,"snapshot":"%s"}' "$(date +%s)" "$snapshot" >"$DATA_DIR/vigia/copies.json.part"
mv "$DATA_DIR/vigia/copies.json.part" "$DATA_DIR/vigia/copies.json"
