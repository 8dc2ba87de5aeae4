#!/bin/sh
# Looks at the server and the cluster on it, and says what is wrong, a line each; exit 1 if something is. By hand, and
# hourly by vigia-check.timer, which tells PUSH_URL (a push monitor of Uptime Kuma: ?status=up|down&msg=…).
#
# What customers have is not asked here: the Worker does (`npm run ops -- prontidao`).
set -eu
root="${VIGIA_ROOT:-}"
: "${KUBECONFIG:=$root/etc/rancher/k3s/k3s.yaml}"
export KUBECONFIG
problems=''

wrong() {
  problems="$problems$1; "
  printf '!  %s\n' "$1"
}
# age TIME: hours since a time of Kubernetes; very many when there is none.
age() {
  if [ "$1" ]; then echo $((($(date +%s) - $(date -d "$1" +%s)) / 3600)); else echo 9999; fi
}
get() { kubectl get "$@" 2>/dev/null || :; }

case "$(get nodes --output 'jsonpath={.items[*].status.conditions[?(@.type=="Ready")].status}')" in
  '' | *False* | *Unknown*) wrong 'o Kubernetes não responde, ou o nó não está pronto (systemctl status k3s)' ;;
esac

used="$(df -P "$root/var/lib" | awk 'NR == 2 { sub("%", "", $5); print $5 }')"
[ "$used" -lt 80 ] || wrong "o disco está com $used % (as pastas dos clientes: /var/lib/rancher/k3s/storage)"
left="$(awk '/^MemTotal:/ { all = $2 } /^MemAvailable:/ { free = $2 } END { print int(free * 100 / all) }' "$root/proc/meminfo")"
[ "$left" -ge 5 ] || wrong "sobram $left % da memória"

for namespace in argocd cert-manager cloudflared keycloak kube-system replicator vigia-sign-in; do
  for workload in $(get deployments,statefulsets --namespace "$namespace" --output \
    'jsonpath={range .items[*]}{.kind}/{.metadata.name}={.spec.replicas}={.status.readyReplicas}{"\n"}{end}'); do
    name="${workload%%=*}" counts="${workload#*=}"
    wanted="${counts%%=*}" ready="${counts#*=}"
    [ "${ready:-0}" -ge "${wanted:-1}" ] || wrong "$namespace: $name tem ${ready:-0} de $wanted prontos"
  done
done

# Renewed by itself at two thirds of its life; a week later than that, something is in the way.
renewal="$(get certificate tenants-wildcard --namespace kube-system --output 'jsonpath={.status.renewalTime}')"
late="$(age "$renewal")"
[ "$late" -lt 168 ] || wrong 'o certificado dos ambientes não veio ou não se renova (kubectl -n kube-system describe certificate,challenges)'

newest="$(find "$root/var/lib/rancher/k3s/server/db/snapshots" -type f -mmin -780 2>/dev/null | head -n 1)"
[ "$newest" ] || wrong 'nenhuma cópia do cluster em treze horas (k3s etcd-snapshot ls)'
if [ "${COPIES:-off}" != off ]; then
  hours="$(age "$(get cronjob keycloak-copy --namespace keycloak --output 'jsonpath={.status.lastSuccessfulTime}')")"
  [ "$hours" -lt 27 ] || wrong 'a cópia das contas não foi feita nas últimas 27 horas (kubectl -n keycloak get jobs)'
fi

if [ "${PUSH_URL:-}" ]; then
  status=up
  if [ "$problems" ]; then status=down; fi
  # The address is a secret: not on the command line.
  printf 'url = "%s"\n' "${PUSH_URL%%\?*}" |
    curl --fail --silent --show-error --output /dev/null --max-time 30 --get --data "status=$status" \
      --data-urlencode "msg=${problems:-tudo certo}" --config - || printf '!  PUSH_URL não respondeu\n'
fi
[ -z "$problems" ] || exit 1
printf 'Tudo certo neste servidor.\n'
