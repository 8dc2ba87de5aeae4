# shellcheck shell=sh disable=SC2154
# Stages of install.sh about the server itself: what it must be, its system, k3s. Sourced.

config="/etc/rancher/k3s/config.yaml"

# True when the port is open here by another program than k3s's.
is_taken() { ss -Hltn "sport = :$1" | grep -q .; }

stage_server() {
  [ "$(id -u)" = 0 ] || fail 'Isto se roda como root: sudo sh deploy/single-node/install.sh …'
  # shellcheck source=/dev/null
  ID='' VERSION_ID='' && . "$root/etc/os-release"
  case "$ID $VERSION_ID" in
    'debian 12' | 'debian 13') ;;
    *) fail "Este sistema é $ID $VERSION_ID; precisa ser Debian 12 ou 13, recém-instalado." ;;
  esac
  architecture >/dev/null
  [ -d "$root/run/systemd/system" ] || fail 'Falta o systemd: um contêiner não serve de servidor.'

  memory_kib="$(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' "$root/proc/meminfo")"
  # The kernel keeps some of what was sold (src/domain/clusters/server-room.ts counts with 4 %, and has a spare tenth).
  [ "$memory_kib" -ge $((SERVER_MEMORY_GIB * 1024 * 1024 * 94 / 100)) ] ||
    fail "O servidor tem $((memory_kib / 1024 / 1024)) GiB de memória, e o setup ouviu $SERVER_MEMORY_GIB: rode npm run setup com o que ele tem."
  [ "$(nproc)" -ge "$CPUS_MIN" ] ||
    fail "O servidor tem $(nproc) processadores, e $FREE_ENVIRONMENTS ambientes pedem $CPUS_MIN: um servidor maior, ou npm run setup com menos memória."
  free_kib="$(df -Pk "$root/var/lib" | awk 'NR == 2 { print $4 }')"
  [ -f "$root$config" ] || [ "$free_kib" -ge $((40 * 1024 * 1024)) ] ||
    fail "Há $((free_kib / 1024 / 1024)) GiB livres em /var/lib; são precisos 40 para começar, e depois o que os clientes guardarem."

  if [ ! -f "$root$config" ]; then
    for port in 80 443 6443 10250 2379; do
      if is_taken "$port"; then fail "A porta $port já está em uso (ss -ltnp 'sport = :$port'): este servidor não está vazio."; fi
    done
  fi

  for name in quay.io registry-1.docker.io github.com api.cloudflare.com; do
    getent ahosts "$name" >/dev/null || fail "Este servidor não acha $name: confira o DNS em /etc/resolv.conf."
  done
  # Any name in it: the record is a wildcard.
  getent ahosts "instalacao.$TENANT_DOMAIN" | cut -d ' ' -f 1 | grep -qxF "$SERVER_ADDRESS" ||
    fail "*.$TENANT_DOMAIN ainda não leva a $SERVER_ADDRESS: confira o registro na Cloudflare (só DNS, sem proxy) e espere alguns minutos."
  [ "$(timedatectl show --property=NTPSynchronized --value)" = yes ] ||
    say '!  O relógio não está sincronizado: sem isso, certificados e entradas falham. Ligue: timedatectl set-ntp true'
  say "Serve: $ID $VERSION_ID, $((memory_kib / 1024 / 1024)) GiB, $(nproc) processadores."
}

stage_system() {
  run env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  # whois has mkpasswd; nftables, the firewall.
  run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ca-certificates curl nftables whois
  if keep /etc/sysctl.d/90-vigia.conf 644 <"$here/sysctl.conf"; then
    run sysctl --quiet --load="$root/etc/sysctl.d/90-vigia.conf"
  fi
  changed=''
  if keep /etc/vigia/firewall.nft 644 <"$here/firewall.nft"; then changed=1; fi
  if keep /etc/systemd/system/vigia-firewall.service 644 <"$here/vigia-firewall.service"; then changed=1; fi
  if [ "$changed" ]; then
    run systemctl daemon-reload
    run systemctl enable vigia-firewall.service
    run systemctl restart vigia-firewall.service
  fi
}

# The configuration of k3s: what every server has, and what setup said of this one.
k3s_config() {
  cat "$here/k3s.yaml"
  printf "token: '%s'\n" "$K3S_TOKEN"
  printf 'kubelet-arg:\n'
  printf '  - max-pods=%s\n' "$MAX_PODS"
  # 3 GiB for what is not a pod (src/domain/clusters/server-room.ts).
  printf '  - kube-reserved=cpu=500m,memory=2Gi\n'
  printf '  - system-reserved=cpu=250m,memory=1Gi\n'
  printf 'kube-controller-manager-arg:\n'
  printf '  - node-cidr-mask-size=%s\n' "$NODE_CIDR_MASK"
  if [ "$COPIES_REPOSITORY" ]; then
    printf 'etcd-s3: true\netcd-s3-config-secret: k3s-etcd-snapshot-s3-config\n'
  fi
}

stage_k3s() {
  wanted="$(version k3s)"
  binary="$root/usr/local/bin/k3s"
  changed=''
  # A range that the node already has cannot be changed by a configuration.
  if [ -f "$root$config" ] && ! grep -qxF -- "  - node-cidr-mask-size=$NODE_CIDR_MASK" "$root$config"; then
    fail "O k3s daqui começou com outra faixa de endereços (node-cidr-mask-size), e ela não muda depois: fica a de $config."
  fi
  k3s_config | keep "$config" 600 && changed=1
  case "$("$binary" --version 2>/dev/null || true)" in
    *" $wanted "*) ;;
    *)
      download k3s "$root/var/lib/vigia/k3s-$wanted"
      download k3s-script "$root/var/lib/vigia/k3s-$wanted.sh"
      run install -D -m 755 "$root/var/lib/vigia/k3s-$wanted" "$binary"
      run env INSTALL_K3S_SKIP_DOWNLOAD=true INSTALL_K3S_EXEC=server sh "$root/var/lib/vigia/k3s-$wanted.sh"
      # The script has just started it.
      changed=''
      ;;
  esac
  if [ "$changed" ]; then run systemctl restart k3s; fi
  wait_for 5 'O k3s não ficou pronto em cinco minutos: journalctl -u k3s diz por quê.' is_node_ready
}

stage_helm() {
  helm="helm-$(version helm)"
  if [ ! -x "$root/usr/local/lib/vigia/$helm" ]; then
    download helm "$root/var/lib/vigia/$helm.tar.gz"
    run mkdir -p "$root/usr/local/lib/vigia"
    run tar -xzf "$root/var/lib/vigia/$helm.tar.gz" -C "$root/var/lib/vigia" "linux-$(architecture)/helm"
    run install -m 755 "$root/var/lib/vigia/linux-$(architecture)/helm" "$root/usr/local/lib/vigia/$helm"
    run ln -sf "$root/usr/local/lib/vigia/$helm" "$root/usr/local/bin/helm"
  fi
}

is_node_ready() { kubectl wait node --all --for=condition=Ready --timeout=5s; }

# A copy of the cluster and of the accounts now: at the beginning, and before anything new (docs/single-node.md).
stage_copy() {
  run k3s etcd-snapshot save --name instalacao
  # Those made by hand are not removed by the schedule.
  run k3s etcd-snapshot prune --name instalacao --snapshot-retention 3
  [ "$COPIES_REPOSITORY" ] || return 0
  run kubectl --namespace keycloak delete job keycloak-copy-now --ignore-not-found
  run kubectl --namespace keycloak create job keycloak-copy-now --from=cronjob/keycloak-copy
  wait_for 10 'A cópia das contas não terminou em dez minutos: kubectl -n keycloak logs job/keycloak-copy-now --all-containers' \
    kubectl --namespace keycloak wait job/keycloak-copy-now --for=condition=Complete --timeout=5s
}

# Looks hourly, as check.sh does by hand, and says it where PUSH_URL leads.
stage_watch() {
  keep /usr/local/lib/vigia/check.sh 755 <"$here/check.sh" || :
  # Written here by hand, where setup does not know it: the monitor is made later, in an environment on this server.
  push="${PUSH_URL:-$(sed -n 's/^PUSH_URL=//p' "$root/etc/vigia/check.env" 2>/dev/null || :)}"
  printf 'PUSH_URL=%s\nCOPIES=%s\n' "$push" "$COPIES" | keep /etc/vigia/check.env 600 || :
  keep /etc/systemd/system/vigia-check.service 644 <"$here/vigia-check.service" || :
  keep /etc/systemd/system/vigia-check.timer 644 <"$here/vigia-check.timer" || :
  run systemctl daemon-reload
  run systemctl enable --now vigia-check.timer
}
