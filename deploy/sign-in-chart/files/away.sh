# Starts nginx with the pod's own name servers: the site's name is looked up with each request, so a site that does not
# answer yet keeps nothing from starting. As deploy/tenant-chart/gateway/start.sh.
set -eu
servers=$(sed -n -E \
  -e 's/^nameserver[[:space:]]+([0-9.]+)[[:space:]]*$/\1/p' \
  -e 's/^nameserver[[:space:]]+([0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)[[:space:]]*$/[\1]/p' \
  /etc/resolv.conf | tr '\n' ' ')
printf 'resolver %svalid=10s;\n' "${servers:-127.0.0.1 }" >/tmp/resolver.conf
exec nginx -c /etc/nginx/away/nginx.conf -g 'daemon off;'
