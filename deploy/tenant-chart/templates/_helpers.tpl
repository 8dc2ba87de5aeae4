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
