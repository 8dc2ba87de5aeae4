#!/bin/sh
# Puts on one Debian server all that Vigia runs on, from the file that `npm run setup` wrote (docs/single-node.md).
#
#   sudo sh deploy/single-node/install.sh [--dry-run] single-node.env [etapa…]
#
# Every stage may be repeated: it changes what differs, and nothing else. Without stages, all of them in their order.
set -eu
here="$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)"
# shellcheck source=deploy/single-node/lib.sh
. "$here/lib.sh"
# shellcheck source=deploy/single-node/server.sh
. "$here/server.sh"
# shellcheck source=deploy/single-node/cluster.sh
. "$here/cluster.sh"

stages='servidor sistema k3s helm segredos cert-manager plataforma argocd entrada esperar copia vigilia conferir'
required='BRAND_NAME SITE_URL AUTH_HOST KEYCLOAK_URL ARGOCD_HOST TENANT_DOMAIN SIGN_IN_URL SERVER_ADDRESS ACME_EMAIL DNS_ZONE
DNS_API_TOKEN TUNNEL_TOKEN ARGOCD_PROJECT CHART_REPO CHART_REVISION ARGOCD_SERVER_SECRETKEY ARGOCD_ADMIN_PASSWORD ARGOCD_TOKEN_ID
ARGOCD_TOKEN_IAT ARGOCD_TOKEN_EXP ARGOCD_TOKEN POSTGRES_PASSWORD KEYCLOAK_ADMIN KEYCLOAK_ADMIN_PASSWORD FUNCTIONS_CLIENT_SECRET
OPS_CLIENT_SECRET SIGN_IN_CLIENT_SECRET SMTP_HOST SMTP_FROM SIGN_IN_COOKIE_SECRET COPIES SERVER_MEMORY_GIB FREE_ENVIRONMENTS
MAX_PODS NODE_CIDR_MASK CPUS_MIN K3S_TOKEN'

usage() {
  say 'Uso: sudo sh deploy/single-node/install.sh [--dry-run] single-node.env [etapa…]'
  say "Etapas, nesta ordem: $stages"
}

# The values of setup's file, which is shell and read as such: only its owner may have written it.
read_values() {
  [ -r "$1" ] || fail "Não há o arquivo $1: é o que npm run setup escreve em operator/built/single-node.env."
  case "$(stat -c %a "$1")" in
    ?00) ;;
    *) fail "$1 tem segredos, e outros podem lê-lo ou mudá-lo: chmod 600 $1." ;;
  esac
  # Assignments in single quotes and comments only: nothing in it is run.
  if ! awk -v quote="'" '
    !open && /^(#.*)?$/ { next }
    !open && $0 !~ "^[A-Z0-9_]+=" quote { exit 1 }
    { text = open ? $0 : substr($0, index($0, "=") + 2); gsub(quote "\\\\" quote quote, "", text)
      at = index(text, quote); open = at == 0; if (!open && at != length(text)) exit 1 }
    END { if (open) exit 1 }' "$1"; then
    fail "$1 não é como npm run setup o escreve: rode-o de novo, e copie o arquivo inteiro."
  fi
  FORMAT=''
  # shellcheck source=/dev/null
  . "$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")"
  [ "$FORMAT" = 1 ] || fail "$1 é de outra versão do projeto (FORMAT '$FORMAT'): use o mesmo commit nos dois lados."
  missing=''
  for name in $required; do
    eval "value=\${$name-}"
    [ "$value" ] || missing="$missing $name"
  done
  [ "$missing" ] && fail "Faltam em $1:$missing. Rode npm run setup de novo."
  case "$COPIES" in
    off) COPIES_REPOSITORY='' ;;
    r2)
      for name in COPIES_REPOSITORY COPIES_ACCESS_KEY_ID COPIES_SECRET_ACCESS_KEY RESTIC_PASSWORD; do
        eval "value=\${$name-}"
        [ "$value" ] || fail "Falta $name em $1: com COPIES='r2', as cópias precisam dele."
      done
      ;;
    *) fail "COPIES, em $1, é 'r2' ou 'off'." ;;
  esac
  # The Worker, the charts and Argo CD's project name each other by these names.
  [ "$ARGOCD_PROJECT" = vigia-tenants ] || fail "ARGOCD_PROJECT é '$ARGOCD_PROJECT', e deploy/argocd/project.yaml, vigia-tenants."
}

dry_run=''
if [ "${1:-}" = --dry-run ]; then
  dry_run=1
  shift
fi
if [ $# -eq 0 ]; then
  usage >&2
  exit 2
fi
values_file="$1"
shift
for stage in "$@"; do
  case " $stages " in
    *" $stage "*) ;;
    *)
      usage >&2
      fail "Não há a etapa $stage."
      ;;
  esac
done
read_values "$values_file"

is_whole=''
if [ $# -eq 0 ]; then
  is_whole=1
  # shellcheck disable=SC2086
  set -- $stages
fi
trap '[ $? -eq 0 ] || printf "!  Parou na etapa %s. Corrija e rode o mesmo comando: o que está pronto fica.\n" "$current" >&2' EXIT
for current in "$@"; do
  say "== $current"
  case "$current" in
    servidor) stage_server ;;
    sistema) stage_system ;;
    k3s) stage_k3s ;;
    helm) stage_helm ;;
    segredos) stage_secrets ;;
    cert-manager) stage_cert_manager ;;
    plataforma) stage_platform ;;
    argocd) stage_argocd ;;
    entrada) stage_sign_in ;;
    esperar) stage_wait ;;
    copia) stage_copy ;;
    vigilia) stage_watch ;;
    conferir) run env COPIES="$COPIES" sh "$here/check.sh" ;;
  esac
done
if [ "$is_whole" ]; then
  say ''
  say "Pronto: cabem aqui $FREE_ENVIRONMENTS ambientes gratuitos. Agora, na máquina em que o setup rodou:"
  say '  npm run ops -- realm        # o realm é o de deploy/keycloak/realm.json'
  say '  npm run ops -- prontidao'
  say "Apague daqui o arquivo dos segredos: shred -u $values_file"
fi
