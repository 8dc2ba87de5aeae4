{{/* Labels of everything. Call with (list $ "component"). */}}
{{- define "platform.labels" -}}
{{- $root := index . 0 -}}
{{ include "platform.selector" . }}
app.kubernetes.io/part-of: vigia
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
{{- end -}}

{{/* Selects one component's pods; never changes. */}}
{{- define "platform.selector" -}}
app.kubernetes.io/name: {{ index . 1 }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
{{- end -}}

{{/* An image with its exact tag, and its digest where that is known. Call with (list $ "name"). */}}
{{- define "platform.image" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $image := printf "%s:%s" (index $root.Values.images $name) (index $root.Values $name) -}}
{{ $image }}{{ with index $root.Values.digests $image }}@{{ . }}{{ end }}
{{- end -}}

{{/* What the level `restricted` of pod security asks of a container. */}}
{{- define "platform.locked" -}}
allowPrivilegeEscalation: false
capabilities: { drop: [ALL] }
{{- end -}}

{{/* A theme's file as a key of a ConfigMap, which cannot contain a slash. */}}
{{- define "platform.key" -}}
{{- . | replace "/" "__" -}}
{{- end -}}

{{/* The theme's files by their keys. Not `.AsSecrets`, which knows files by their last name: of two alike it keeps any. */}}
{{- define "platform.theme" -}}
{{- range $path, $bytes := .Files.Glob "theme/**" }}
{{ include "platform.key" $path }}: {{ $bytes | toString | b64enc }}
{{- end }}
{{- end -}}
