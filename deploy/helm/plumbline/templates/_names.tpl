{{- define "plumbline.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "plumbline.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "plumbline.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "plumbline.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "plumbline.labels" -}}
app.kubernetes.io/name: {{ include "plumbline.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "plumbline.selector" -}}
app.kubernetes.io/name: {{ include "plumbline.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "plumbline.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "plumbline.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "plumbline.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{- /* The image that a part's pods run: its own where it is released alone, else the whole program's. */ -}}
{{- define "plumbline.imageOf" -}}
{{- with .own.image -}}
{{ .repository }}:{{ .tag }}
{{- else -}}
{{ include "plumbline.image" .root }}
{{- end -}}
{{- end -}}

{{- /* What a part has: the defaults with its own values over them. */ -}}
{{- define "plumbline.part" -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) (default (dict) .own) | toYaml -}}
{{- end -}}
