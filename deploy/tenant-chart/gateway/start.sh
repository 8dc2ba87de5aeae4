# Starts nginx with the pod's own name servers, which its configuration includes: nginx looks a name up while it runs only
# if it is told whom to ask. A name that it looks up at the start keeps it from starting when it has no address yet.
set -eu
servers=$(sed -n -E \
  -e 's/^nameserver[[:space:]]+([0-9.]+)[[:space:]]*$/\1/p' \
  -e 's/^nameserver[[:space:]]+([0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)[[:space:]]*$/[\1]/p' \
  /etc/resolv.conf | tr '\n' ' ')
printf 'resolver %svalid=10s;\n' "${servers:-127.0.0.1 }" >/tmp/resolver.conf
exec nginx -c /etc/nginx/tenant/nginx.conf -g 'daemon off;'
