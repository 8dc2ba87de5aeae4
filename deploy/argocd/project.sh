#!/bin/sh
# Prints project.yaml with the operator's repository, and with the functions' token where it was made beforehand:
#
#   CHART_REPO=https://github.com/exemplo/vigia.git sh deploy/argocd/project.sh | kubectl apply -f -
#
# ARGOCD_TOKEN_ID, ARGOCD_TOKEN_IAT, ARGOCD_TOKEN_EXP (all or none): a project's token is only accepted while the project
# names it, in its specification and in its status.
set -eu
file="$(dirname "$0")/project.yaml"
case "${CHART_REPO:-}" in
  https://*.example/* | '')
    echo 'Falta CHART_REPO: o endereço do repositório que o Argo CD lê, como https://github.com/exemplo/vigia.git.' >&2
    exit 1
    ;;
  *[!A-Za-z0-9:/@._~-]*)
    echo "CHART_REPO tem um caractere que um endereço não tem: $CHART_REPO" >&2
    exit 1
    ;;
esac
id="${ARGOCD_TOKEN_ID:-}"
token=''
if [ -n "$id" ]; then
  case "$id${ARGOCD_TOKEN_IAT:-x}${ARGOCD_TOKEN_EXP:-x}" in
    *[!0-9A-Fa-f-]*)
      echo 'ARGOCD_TOKEN_ID, ARGOCD_TOKEN_IAT e ARGOCD_TOKEN_EXP vão juntos: um identificador e dois números.' >&2
      exit 1
      ;;
  esac
  token="{ id: $id, iat: $ARGOCD_TOKEN_IAT, exp: $ARGOCD_TOKEN_EXP }"
fi
# The role's name is followed by its token; the repository's line is replaced, whatever it says.
awk -v repo="$CHART_REPO" -v token="$token" '
  isRepo { print "    - " repo; isRepo = 0; next }
  /^  sourceRepos:$/ { isRepo = 1 }
  { print }
  token != "" && /^    - name: functions$/ { print "      jwtTokens: [" token "]" }
  END { if (token != "") print "status:\n  jwtTokensByRole:\n    functions:\n      items: [" token "]" }
' "$file"
