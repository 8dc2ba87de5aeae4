{{/*
Name of everything in the environment: the release, `t-{tenantId}`. At most 20 characters, so that names derived by
Kubernetes (pods, revision labels) stay within 63 characters.
*/}}
{{- define "tenant.name" -}}
{{- if or (gt (len .Release.Name) 20) (not (regexMatch "^t-[a-z0-9]([a-z0-9-]*[a-z0-9])?$" .Release.Name)) -}}
{{- fail (printf "The release is called t-{tenantId}, with at most 20 characters; %q is not." .Release.Name) -}}
{{- end -}}
{{- .Release.Name -}}
{{- end -}}

{{/* Selects the environment's pod. Never changes, because a StatefulSet's selector is immutable. */}}
{{- define "tenant.selector" -}}
app.kubernetes.io/name: vigia-tenant
app.kubernetes.io/instance: {{ include "tenant.name" . }}
{{- end -}}

{{/* Labels for operators. The subdomain is here and in the Ingress, never in an object's name. */}}
{{- define "tenant.labels" -}}
{{ include "tenant.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
tenant/subdomain: {{ .Values.subdomain | quote }}
tenant/plan: {{ .Values.planId }}
tenant/monitors-max: {{ .Values.monitorsMax | quote }}
{{- end -}}

{{/* The environment's host; must be its subdomain under the product's domain. */}}
{{- define "tenant.host" -}}
{{- if not (hasPrefix (printf "%s." .Values.subdomain) .Values.host) -}}
{{- fail (printf "The host %q is not the subdomain %q of a domain." .Values.host .Values.subdomain) -}}
{{- end -}}
{{- .Values.host -}}
{{- end -}}

{{/*
An image with its digest, where one is written for exactly this tag: a raised tag goes without until its own is. Takes
the context and the image.
*/}}
{{- define "tenant.image" -}}
{{- $image := index . 1 -}}
{{- $image }}{{ with index (index . 0).Values.digests $image }}@{{ . }}{{ end -}}
{{- end -}}

{{/* Drops privileges that no container here needs. */}}
{{- define "tenant.locked" -}}
allowPrivilegeEscalation: false
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Headers of a sign-in that the gateway starts; `$way_back` is the path to return to. */}}
{{- define "tenant.startHeaders" -}}
# What belongs to one attempt to sign in.
proxy_pass_header Set-Cookie;
proxy_set_header Host $http_host;
proxy_set_header X-Forwarded-Host {{ include "tenant.host" . }};
proxy_set_header X-Forwarded-Proto $scheme_outside;
proxy_set_header X-Auth-Request-Redirect https://{{ include "tenant.host" . }}$way_back;
proxy_set_header Cookie "";
{{- end -}}

{{/* Address of the shared sign-in for pods. */}}
{{- define "tenant.signIn" -}}
{{ .Values.signIn.service }}.{{ .Values.signIn.namespace }}.svc.cluster.local:{{ .Values.signIn.port }}
{{- end -}}

{{/* Labels of a copy's pods: not the environment's selector, so that its Service never leads here. */}}
{{- define "tenant.copyLabels" -}}
app.kubernetes.io/name: vigia-copies
app.kubernetes.io/instance: {{ include "tenant.name" . }}
tenant/volume: {{ include "tenant.name" . }}
{{- end -}}

{{/*
User and rights of every pod: the volume's files belong to this user. What the instance must not read is kept from it by
not being mounted (`subPath`), not by another user: both write one database, and `fsGroup` opens files to its group.
*/}}
{{- define "tenant.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{/* Where a copy's containers find the volume and the copy. */}}
{{- define "tenant.copyEnv" -}}
- { name: VOLUME, value: /volume }
- { name: COPY_DIR, value: /work/copy }
{{- end -}}

{{/* The environment's own repository below the operator's; password and keys come from the Secret. */}}
{{- define "tenant.resticEnv" -}}
{{ include "tenant.copyEnv" . }}
- { name: NAME, value: {{ include "tenant.name" . }} }
- { name: RESTIC_REPOSITORY, value: '{{ .Values.copies.repository }}/{{ include "tenant.name" . }}' }
- { name: RESTIC_CACHE_DIR, value: /work/cache }
- { name: TMPDIR, value: /work }
{{- end -}}

{{/* Resources of a copy's containers, with the node's disk: `work` is there, and may become as large as the volume. */}}
{{- define "tenant.copyResources" -}}
{{- with .Values.copies.resources -}}
requests: { cpu: {{ .requests.cpu }}, memory: {{ .requests.memory }}, ephemeral-storage: 64Mi }
limits: { cpu: {{ .limits.cpu }}, memory: {{ .limits.memory }}, ephemeral-storage: {{ $.Values.storage.size }} }
{{- end -}}
{{- end -}}

{{/* The namespace's share of the nodes' disks, in MiB: three copies, and 1 GiB for each of two pods. */}}
{{- define "tenant.diskQuota" -}}
{{- $unit := get (dict "Mi" 1 "Gi" 1024 "Ti" 1048576) (regexFind "[MGT]i$" .Values.storage.size) -}}
{{- add (mul 3 $unit (regexFind "^[0-9]+" .Values.storage.size | int)) 2048 -}}Mi
{{- end -}}

{{/* Beside the volume, of which each container gets what it needs. */}}
{{- define "tenant.copyMounts" -}}
- { name: companion, mountPath: /companion, readOnly: true }
- { name: scripts, mountPath: /scripts, readOnly: true }
- { name: work, mountPath: /work }
{{- end -}}

{{- define "tenant.copyVolumes" -}}
- name: scripts
  configMap: { name: {{ include "tenant.name" . }}-copies }
- name: work
  emptyDir: { sizeLimit: {{ .Values.storage.size }} }
{{- end -}}
