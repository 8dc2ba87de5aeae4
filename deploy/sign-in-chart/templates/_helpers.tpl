{{- define "signIn.selector" -}}
app.kubernetes.io/name: vigia-sign-in
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "signIn.labels" -}}
{{ include "signIn.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}
