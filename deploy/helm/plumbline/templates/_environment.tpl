{{- define "plumbline.fromSecret" -}}
valueFrom: { secretKeyRef: { name: {{ .name }}, key: {{ .key }} } }
{{- end -}}

{{- /* What every process is told. The part's own database, where it has one, is told it alone. */ -}}
{{- define "plumbline.environment" -}}
{{- $own := include "plumbline.fullname" .root -}}
{{- $values := .root.Values -}}
- { name: PORT, value: "8080" }
- name: DATABASE_URL
  {{- include "plumbline.fromSecret" (dict "name" (default $own $values.database.existingSecret) "key" (ternary $values.database.key "database-url" (ne $values.database.existingSecret ""))) | nindent 2 }}
- name: NATS_URL
  {{- include "plumbline.fromSecret" (dict "name" (default $own $values.nats.existingSecret) "key" (ternary $values.nats.key "nats-url" (ne $values.nats.existingSecret ""))) | nindent 2 }}
- name: PLUMBLINE_SECRET_KEY
  {{- include "plumbline.fromSecret" (dict "name" (default $own $values.secretKey.existingSecret) "key" (ternary $values.secretKey.key "secret-key" (ne $values.secretKey.existingSecret ""))) | nindent 2 }}
- { name: PLUMBLINE_SUPERUSER_NAME, value: {{ $values.superUser.name | quote }} }
- name: PLUMBLINE_SUPERUSER_PASSWORD
  {{- include "plumbline.fromSecret" (dict "name" (default $own $values.superUser.existingSecret) "key" (ternary $values.superUser.passwordKey "superuser-password" (ne $values.superUser.existingSecret ""))) | nindent 2 }}
- name: PLUMBLINE_SUPERUSER_API_TOKEN
  {{- include "plumbline.fromSecret" (dict "name" (default $own $values.superUser.existingSecret) "key" (ternary $values.superUser.apiTokenKey "superuser-api-token" (ne $values.superUser.existingSecret ""))) | nindent 2 }}
{{- range $app, $database := $values.databases }}
{{- if or (eq $app $.part) (has $.part (list "migrate" "all" "doctor")) (and (eq $app "extras") (eq $.part "worker")) }}
- name: {{ upper $app }}_DATABASE_URL
  {{- include "plumbline.fromSecret" (dict "name" $database.existingSecret "key" (default "database-url" $database.key)) | nindent 2 }}
{{- end }}
{{- end }}
{{- range $name, $value := $values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- with $values.extraEnvVars }}
{{ toYaml . }}
{{- end }}
{{- end -}}
