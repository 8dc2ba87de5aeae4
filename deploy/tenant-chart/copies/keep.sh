# Keeps the copy in $COPY_DIR in the environment's own repository, with the companion's records; removes old ones, and
# records it on the volume.
set -eu
records="$VOLUME/vigia"
mkdir -p "$COPY_DIR/vigia"
for file in "$records"/*.json; do
  # What is about now: who may enter, and the copies themselves.
  case "${file##*/}" in '*.json' | admitted.json | copies.json | restored.json) continue ;; esac
  cp "$file" "$COPY_DIR/vigia/"
done
restic cat config >/dev/null 2>&1 || restic init
# A copy that was killed leaves a lock; only such old ones are removed.
restic unlock
snapshot=$(restic backup --json --host "$NAME" --tag environment "$COPY_DIR" | sed -n 's/.*"snapshot_id":"\([0-9a-f]*\)".*/\1/p')
# Those of a day: what was copied before a new version is needed when that fails, also after the night's copy.
restic forget --host "$NAME" --tag environment --keep-within 1d --keep-daily "$KEEP_DAILY" --keep-weekly "$KEEP_WEEKLY" --prune
printf '{"at":%s000,"snapshot":"%s"}' "$(date +%s)" "$snapshot" >"$records/copies.json.part"
mv "$records/copies.json.part" "$records/copies.json"
