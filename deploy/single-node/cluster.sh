# shellcheck shell=sh disable=SC2154
# Stages of install.sh inside the cluster. They need only `kubectl`, `helm` and setup's values, so that another
# Kubernetes (k3d in .github/workflows/single-node.yml) takes them too. Sourced.

apply() { run kubectl apply --server-side --field-manager=vigia --force-conflicts "$@"; }

# release NAME NAMESPACE CHART…: installs or upgrades it. One that was interrupted holds a lock, which nobody would end.
release() {
  release_name="$1" release_namespace="$2"
  shift 2
  run kubectl --namespace "$release_namespace" delete secret --ignore-not-found \
    --selector "owner=helm,name=$release_name,status in (pending-install,pending-upgrade,pending-rollback)"
  run helm upgrade --install "$release_name" "$@" --namespace "$release_namespace"
}

# text VALUE: as Helm's --set-string reads it back.
text() { printf %s "$1" | sed 's/[\\,]/\\&/g'; }

# s3 PART: host or bucket of `s3:https://host/bucket`.
s3() {
  rest="${COPIES_REPOSITORY#s3:https://}"
  bucket_and_more="${rest#*/}"
  case "$1" in
    host) printf %s "${rest%%/*}" ;;
    bucket) printf %s "${bucket_and_more%%/*}" ;;
  esac
}

stage_secrets() {
  apply --filename "$here/namespaces.yaml"
  secret cert-manager cloudflare api-token=DNS_API_TOKEN
  secret cloudflared tunnel token=TUNNEL_TOKEN
  secret keycloak postgresql password=POSTGRES_PASSWORD
  : "${SMTP_PORT:=587}" "${SMTP_FROM_NAME:=$BRAND_NAME}" "${SMTP_STARTTLS:=true}" "${SMTP_SSL:=false}" "${SMTP_AUTH:=true}"
  secret keycloak keycloak \
    KC_BOOTSTRAP_ADMIN_USERNAME=KEYCLOAK_ADMIN KC_BOOTSTRAP_ADMIN_PASSWORD=KEYCLOAK_ADMIN_PASSWORD \
    BRAND_NAME=BRAND_NAME SITE_URL=SITE_URL SIGN_IN_URL=SIGN_IN_URL FUNCTIONS_CLIENT_SECRET=FUNCTIONS_CLIENT_SECRET \
    OPS_CLIENT_SECRET=OPS_CLIENT_SECRET SIGN_IN_CLIENT_SECRET=SIGN_IN_CLIENT_SECRET SMTP_HOST=SMTP_HOST SMTP_PORT=SMTP_PORT \
    SMTP_FROM=SMTP_FROM SMTP_FROM_NAME=SMTP_FROM_NAME SMTP_STARTTLS=SMTP_STARTTLS SMTP_SSL=SMTP_SSL SMTP_AUTH=SMTP_AUTH \
    SMTP_USER=SMTP_USER SMTP_PASSWORD=SMTP_PASSWORD
  secret vigia-sign-in sign-in client-secret=SIGN_IN_CLIENT_SECRET cookie-secret=SIGN_IN_COOKIE_SECRET
  argocd_secret
  [ "$COPIES_REPOSITORY" ] || return 0
  secret keycloak copies \
    RESTIC_PASSWORD=RESTIC_PASSWORD AWS_ACCESS_KEY_ID=COPIES_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY=COPIES_SECRET_ACCESS_KEY
  # Into each environment's namespace, and no other: their names are `t-` and hexadecimal digits.
  secret replicator copies --annotate "replicator.v1.mittwald.de/replicate-to: 't-[0-9a-f]+'" \
    RESTIC_PASSWORD=RESTIC_PASSWORD AWS_ACCESS_KEY_ID=COPIES_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY=COPIES_SECRET_ACCESS_KEY
  # shellcheck disable=SC2034
  s3_host="$(s3 host)" s3_bucket="$(s3 bucket)" s3_folder=k3s s3_region=auto
  secret kube-system k3s-etcd-snapshot-s3-config \
    etcd-s3-endpoint=s3_host etcd-s3-bucket=s3_bucket etcd-s3-folder=s3_folder etcd-s3-region=s3_region \
    etcd-s3-access-key=COPIES_ACCESS_KEY_ID etcd-s3-secret-key=COPIES_SECRET_ACCESS_KEY
}

# Before Argo CD first starts: the key that setup made the functions' token with. The password's sum says whether it is
# the one that was given: a new bcrypt of the same one would end every session.
argocd_secret() {
  password_sum="$(printf %s "$ARGOCD_ADMIN_PASSWORD" | sha256sum | cut -d ' ' -f 1)"
  known="$(kubectl --namespace argocd get secret argocd-secret --ignore-not-found \
    --output 'jsonpath={.metadata.annotations.vigia/password-sum}' 2>/dev/null || :)"
  [ "$known" = "$password_sum" ] && return 0
  # shellcheck disable=SC2034
  password_hash='' password_time="$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  if [ -z "$dry_run" ]; then
    # shellcheck disable=SC2034
    password_hash="$(printf %s "$ARGOCD_ADMIN_PASSWORD" | mkpasswd --method=bcrypt --rounds=10 --stdin)"
  fi
  secret argocd argocd-secret --annotate "vigia/password-sum: '$password_sum'" \
    server.secretkey=ARGOCD_SERVER_SECRETKEY admin.password=password_hash admin.passwordMtime=password_time
}

stage_cert_manager() {
  chart="$root/var/lib/vigia/cert-manager-$(version cert-manager).tgz"
  download cert-manager "$chart"
  release cert-manager cert-manager "$chart" --values "$here/cert-manager.yaml" --wait --timeout 10m
}

stage_platform() {
  # Its tag has one place, the chart of the environments.
  restic="$(sed -n 's#^  image: restic/restic:##p' "$here/../tenant-chart/values.yaml")"
  [ "$restic" ] || fail 'deploy/tenant-chart/values.yaml não diz a versão do restic (copies.image).'
  release platform kube-system "$here/chart" --values "$here/../versions.json" \
    --set-string "restic=$restic" \
    --set-string "keycloakUrl=$(text "$KEYCLOAK_URL")" \
    --set-string "tenantDomain=$(text "$TENANT_DOMAIN")" \
    --set-string "acme.email=$(text "$ACME_EMAIL")" \
    --set-string "dnsZone=$(text "$DNS_ZONE")" \
    --set-string "copies.repository=$(text "$COPIES_REPOSITORY")" \
    --set-json "digests=$(image_digests)"
  wait_for 5 'O PostgreSQL não subiu em cinco minutos: kubectl -n keycloak describe pod postgresql-0' \
    kubectl --namespace keycloak rollout status statefulset/postgresql --timeout=5s
  wait_for 15 'O Keycloak não subiu em quinze minutos: kubectl -n keycloak logs deploy/keycloak' \
    kubectl --namespace keycloak rollout status deployment/keycloak --timeout=5s
}

# The digests of images among all that setup brought, which has those of downloads too.
image_digests() {
  pairs="$(printf %s "${SIGN_IN_DIGESTS:-}" | grep -o '"[^"]*": *"sha256:[0-9a-f]\{64\}"' | grep -v '^"https://' | tr '\n' ',')"
  printf '{%s}' "${pairs%,}"
}

stage_argocd() {
  manifests="$root/var/lib/vigia/argo-cd-$(version argo-cd).yaml"
  download argo-cd "$manifests"
  apply --namespace argocd --filename "$manifests"
  apply --filename "$here/argocd.yaml"
  # Nobody uses these here.
  run kubectl --namespace argocd scale deployment argocd-dex-server argocd-notifications-controller \
    argocd-applicationset-controller --replicas=0
  # It comes without any; the environments' pods are lower in priority, and this is what they leave free.
  while read -r workload memory limit; do
    run kubectl --namespace argocd set resources "$workload" --requests="cpu=50m,memory=$memory" --limits="memory=$limit"
  done <"$here/argocd-resources.txt"
  # It reads its parameters when it starts.
  params="$(sha256sum "$here/argocd.yaml" | cut -d ' ' -f 1)"
  run kubectl --namespace argocd patch deployment argocd-server --type merge \
    --patch "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{\"vigia/params\":\"$params\"}}}}}"
  apply --filename "$here/../argocd/priority-classes.yaml"
  export CHART_REPO ARGOCD_TOKEN_ID ARGOCD_TOKEN_IAT ARGOCD_TOKEN_EXP
  sh "$here/../argocd/project.sh" >/dev/null
  if [ "$dry_run" ]; then say '  + projeto vigia-tenants'; else
    sh "$here/../argocd/project.sh" | kubectl apply --server-side --field-manager=vigia --force-conflicts --filename - >/dev/null
  fi
  for workload in deployment/argocd-redis deployment/argocd-repo-server deployment/argocd-server \
    statefulset/argocd-application-controller; do
    wait_for 10 "O Argo CD não subiu em dez minutos: kubectl -n argocd describe $workload" \
      kubectl --namespace argocd rollout status "$workload" --timeout=5s
  done
}

stage_sign_in() {
  release sign-in vigia-sign-in "$here/../sign-in-chart" \
    --set-string "domain=$(text "$TENANT_DOMAIN")" \
    --set-string "issuer=$(text "$KEYCLOAK_URL")/realms/vigia" \
    --set-string "away.siteUrl=$(text "$SITE_URL")" \
    --set-string ingress.className=traefik \
    --set-string ingress.controllerNamespace=kube-system \
    --set-json "digests=$(image_digests)"
}

# What depends on the outside: the tunnel, the certificate, and the sign-in, which asks Keycloak through the tunnel.
stage_wait() {
  wait_for 5 'O túnel não se ligou à Cloudflare: kubectl -n cloudflared logs deploy/cloudflared' \
    kubectl --namespace cloudflared rollout status deployment/cloudflared --timeout=5s
  wait_for 15 "O certificado de *.$TENANT_DOMAIN não veio: kubectl -n kube-system describe certificate,challenges" \
    kubectl --namespace kube-system wait certificate/tenants-wildcard --for=condition=Ready --timeout=5s
  wait_for 5 'A entrada não ficou pronta; ela precisa do Keycloak pelo endereço público: kubectl -n vigia-sign-in logs deploy/sign-in' \
    kubectl --namespace vigia-sign-in rollout status deployment/sign-in --timeout=5s
  wait_for 2 'O Argo CD não aceita o token que o setup fez: rode npm run setup e, aqui, a etapa argocd.' accepts_token
}

# Argo CD's answer to the functions' token, inside the cluster; the token is read from standard input.
accepts_token() {
  address="$(kubectl --namespace argocd get service argocd-server --output 'jsonpath={.spec.clusterIP}')"
  printf 'header = "Authorization: Bearer %s"\n' "$ARGOCD_TOKEN" |
    curl --fail --silent --output /dev/null --max-time 10 --config - "http://$address/api/v1/applications?project=vigia-tenants"
}
