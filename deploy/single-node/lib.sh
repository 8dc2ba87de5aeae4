# shellcheck shell=sh
# What install.sh and check.sh share: sentences, versions, downloads, secrets. Sourced.

here="$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)"
# Before every path outside the repository; only a test sets it.
root="${VIGIA_ROOT:-}"
: "${KUBECONFIG:=$root/etc/rancher/k3s/k3s.yaml}"
export KUBECONFIG

say() { printf '%s\n' "$*"; }
fail() {
  printf '!  %s\n' "$*" >&2
  exit 1
}

# Runs a command that changes something; --dry-run only shows it.
run() {
  if [ "${dry_run:-}" ]; then say "  + $*"; else "$@"; fi
}

# keep PATH MODE: writes standard input to a file, if it differs. True when it was written.
keep() {
  new="$(cat; echo .)"
  if [ -f "$root$1" ] && [ "$(cat "$root$1"; echo .)" = "$new" ]; then return 1; fi
  if [ "${dry_run:-}" ]; then
    say "  + escrever $1"
    return 0
  fi
  mkdir -p "$(dirname "$root$1")"
  # Its mode before its content, which may be secret.
  (umask 077 && printf %s "${new%.}" >"$root$1.part")
  chmod "$2" "$root$1.part"
  mv "$root$1.part" "$root$1"
}

# version NAME: the exact version in deploy/versions.json.
version() {
  found="$(sed -n "s/^ *\"$1\": *\"\([^\"]*\)\".*/\1/p" "$here/../versions.json")"
  [ "$found" ] || fail "deploy/versions.json não diz a versão de $1."
  printf %s "$found"
}

# The processor's architecture, in the words of the downloads.
architecture() {
  case "$(uname -m)" in
    x86_64) printf amd64 ;;
    aarch64) printf arm64 ;;
    *) fail "Este processador ($(uname -m)) não serve: x86_64 ou aarch64." ;;
  esac
}

# url NAME: where a download of downloads.txt is, for this processor and version.
url() {
  versioned="$(version "${1%-script}")"
  line="$(sed -n "s/^$1 \($(architecture)\|any\) //p" "$here/downloads.txt" | head -n 1)"
  [ "$line" ] || fail "deploy/single-node/downloads.txt não diz de onde vem $1."
  # A plus means a space in some addresses.
  printf %s "$line" | sed "s/{version}/$(printf %s "$versioned" | sed 's/+/%2B/g')/g"
}

# sum URL: its SHA-256, in sums.txt or among the digests that setup brought; empty when nobody wrote it.
sum() {
  found="$(sed -n "s#^\([0-9a-f]\{64\}\) $1\$#\1#p" "$here/sums.txt")"
  [ "$found" ] || found="$(printf %s "${SIGN_IN_DIGESTS:-}" | sed -n "s#.*\"$1\": *\"sha256:\([0-9a-f]\{64\}\)\".*#\1#p")"
  printf %s "$found"
}

# download NAME PATH: brings a file and compares it with its sum. A file that is already there and right stays.
download() {
  from="$(url "$1")"
  wanted_sum="$(sum "$from")"
  [ "$wanted_sum" ] || fail "Falta a soma de $from: rode npm run write:digests onde os registros respondem, e npm run setup de novo."
  if [ -f "$2" ] && [ "$(sha256sum "$2" | cut -d ' ' -f 1)" = "$wanted_sum" ]; then return 0; fi
  if [ "${dry_run:-}" ]; then
    say "  + baixar $from"
    return 0
  fi
  mkdir -p "$(dirname "$2")"
  curl --fail --silent --show-error --location --proto '=https' --retry 3 --output "$2.part" "$from" ||
    fail "Não foi possível baixar $from."
  if [ "$(sha256sum "$2.part" | cut -d ' ' -f 1)" != "$wanted_sum" ]; then
    rm -f "$2.part"
    fail "$from não confere com a soma escrita: nada dele foi usado."
  fi
  mv "$2.part" "$2"
}

# secret NAMESPACE NAME [--annotate "KEY: 'VALUE'"] KEY=VARIABLE…: a Secret with the variables' values, which never stand
# on a command line.
secret() {
  namespace="$1" name="$2" annotation=''
  shift 2
  if [ "$1" = --annotate ]; then
    annotation="$2"
    shift 2
  fi
  if [ "${dry_run:-}" ]; then
    say "  + segredo $name em $namespace"
    return 0
  fi
  {
    printf 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n  namespace: %s\n' "$name" "$namespace"
    if [ "$annotation" ]; then printf '  annotations:\n    %s\n' "$annotation"; fi
    printf 'data:\n'
    for pair in "$@"; do
      eval "value=\${${pair#*=}-}"
      # shellcheck disable=SC2154
      printf '  %s: %s\n' "${pair%%=*}" "$(printf %s "$value" | base64 | tr -d '\n')"
    done
  } | kubectl apply --server-side --field-manager=vigia --force-conflicts -f - >/dev/null
}

# wait_for MINUTES SENTENCE COMMAND…: repeats a question until it is answered with success.
wait_for() {
  tries=$(($1 * 12)) sentence="$2"
  shift 2
  [ "${dry_run:-}" ] && return 0
  while ! "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || fail "$sentence"
    sleep "${WAIT_SECONDS:-5}"
  done
}
