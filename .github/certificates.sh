#!/usr/bin/env bash
# Fails when a host's certificate has less than a quarter of its own life left, or the host does not answer.
#
# A share and no number of days: Let's Encrypt, which renews with a third left, goes from 90 days to 64 in February 2027 and
# to 45 in February 2028 (letsencrypt.org, "Decreasing Certificate Lifetimes to 45 Days").
#
# Usage: certificates.sh exemplo.com.br entrar.exemplo.com.br:8443 …
set -uo pipefail

seconds() { date --date "$1" +%s; }

failed=0
for host in "$@"; do
  address="$host"
  [[ "$address" == *:* ]] || address="$address:443"
  dates="$(openssl s_client -connect "$address" -servername "${host%:*}" </dev/null 2>/dev/null |
    openssl x509 -noout -startdate -enddate 2>/dev/null)"
  starts="$(sed -n 's/^notBefore=//p' <<<"$dates")"
  ends="$(sed -n 's/^notAfter=//p' <<<"$dates")"
  if [[ -z "$starts" || -z "$ends" ]]; then
    echo "$host: does not answer with a certificate"
    failed=1
    continue
  fi
  life=$(($(seconds "$ends") - $(seconds "$starts")))
  left=$(($(seconds "$ends") - $(date +%s)))
  if ((left * 4 < life)); then
    echo "$host: the certificate ends on $ends, with less than a quarter of its life left"
    failed=1
  else
    echo "$host: $((left / 86400)) of $((life / 86400)) days left"
  fi
done
exit "$failed"
