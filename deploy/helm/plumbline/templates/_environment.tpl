{{- define "plumbline.fromSecret" -}}
- { name: {{ .name }}, valueFrom: { secretKeyRef: {{ .at }} } }
{{- end -}}

{{- /* Replicas are for those who answer requests, and for who looks whether they are well. */ -}}
{{- define "plumbline.replicasFrom" -}}
{{- $replicas := default (dict) .replicas -}}
{{- if and $replicas.existingSecret (not (has .part (list "migrate" "worker"))) }}
{{ include "plumbline.fromSecret" (dict "name" .name "at" (include "plumbline.at" (dict "name" $replicas.existingSecret "key" (default "url" $replicas.key)))) }}
{{- end -}}
{{- end -}}

{{- /* "yes" when any database has replicas. */ -}}
{{- define "plumbline.hasReplicas" -}}
{{- $found := .Values.database.replicas.existingSecret -}}
{{- range .Values.databases }}{{- if dig "replicas" "existingSecret" "" . }}{{- $found = "yes" }}{{- end }}{{- end -}}
{{- if $found -}}yes{{- end -}}
{{- end -}}

{{- /* The databases a part works on: services, separated by spaces. */ -}}
{{- define "plumbline.databasesOf" -}}
{{- if has .part (list "migrate" "toolbox" "all") -}}
{{- keys .root.Values.services | sortAlpha | join " " -}}
{{- else if eq .part "worker" -}}
extras
{{- else if ne .part "gateway" -}}
{{- .part -}}
{{- end -}}
{{- end -}}

{{- /* Whether a part keeps running, and so is told by files of /handed what it may have. */ -}}
{{- define "plumbline.stays" -}}
{{- if not (has .part (list "migrate" "toolbox")) -}}yes{{- end -}}
{{- end -}}

{{- /* The secret key, and databases' addresses as roles that may make others: for what does something and ends. */ -}}
{{- define "plumbline.administration" -}}
{{- $values := .root.Values -}}
{{- $part := .part -}}
{{- $at := dict "root" .root "copy" (ternary "-migrate" "" (eq .part "migrate")) -}}
{{ include "plumbline.fromSecret" (dict "name" "PLUMBLINE_SECRET_KEY" "at" (include "plumbline.secretKeyAt" $at)) }}
{{- $sharesServer := false }}
{{- range $app := splitList " " (include "plumbline.databasesOf" .) | compact }}
{{- with get $values.databases $app }}
{{ include "plumbline.fromSecret" (dict "name" (printf "%s_DATABASE_URL" (upper $app)) "at" (include "plumbline.at" (dict "name" .existingSecret "key" (default "url" .key)))) }}
{{- include "plumbline.replicasFrom" (dict "name" (printf "%s_READ_REPLICA_URL" (upper $app)) "replicas" .replicas "part" $part) }}
{{- else }}
{{- $sharesServer = true }}
{{- end }}
{{- end }}
{{- if $sharesServer }}
{{ include "plumbline.fromSecret" (dict "name" "DATABASE_URL" "at" (include "plumbline.databaseAt" $at)) }}
{{- include "plumbline.replicasFrom" (dict "name" "PLUMBLINE_READ_REPLICA_URL" "replicas" $values.database.replicas "part" $part) }}
{{- end }}
{{- end -}}

{{- /* The files that hand-out writes for a part: its keys, and its databases as its own role. */ -}}
{{- define "plumbline.handed" -}}
{{- $values := .root.Values -}}
{{- $part := .part -}}
- { name: PLUMBLINE_SECRET_KEY_FILE, value: /handed/{{ $part }}/secret-key }
{{- range $app := splitList " " (include "plumbline.databasesOf" .) | compact }}
- { name: {{ upper $app }}_DATABASE_URL_FILE, value: /handed/{{ $part }}/{{ $app }}-database-url }
{{- if and (ne $part "worker") (include "plumbline.replicasOf" (dict "values" $values "app" $app)) }}
- { name: {{ upper $app }}_READ_REPLICA_URL_FILE, value: /handed/{{ $part }}/{{ $app }}-read-replica-url }
{{- end }}
{{- end }}
{{- end -}}

{{- /* Where the replicas of a service's database are named; nothing when it has none. */ -}}
{{- define "plumbline.replicasOf" -}}
{{- $database := get .values.databases .app | default .values.database -}}
{{- dig "replicas" "existingSecret" "" $database -}}
{{- end -}}

{{- /* Settings of all processes and of this one, and other variables. */ -}}
{{- define "plumbline.settings" -}}
{{- $values := .root.Values -}}
{{- $settings := mergeOverwrite (deepCopy $values.settings) .own.settings }}
{{- if and (include "plumbline.hasReplicas" .root) (not (has .part (list "migrate" "worker"))) }}
{{- /* The gateway is told of no replica, and says which reads may be old. */ -}}
{{- $settings = merge $settings (dict "PLUMBLINE_READ_REPLICA_LAG" 5) }}
{{- end }}
{{- if ne $values.nestedRelations "url" }}
{{- $settings = merge $settings (dict "PLUMBLINE_NESTED_RELATIONS" $values.nestedRelations) }}
{{- end }}
{{- range $setting, $value := $settings }}
- { name: {{ $setting }}, value: {{ ternary $value (toJson $value) (kindIs "string" $value) | quote }} }
{{- end }}
{{- with concat $values.extraEnvVars .own.extraEnvVars }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* What a process is told: `part` is its target, `own` what it has. Each is told the secrets it needs, and no others. */ -}}
{{- define "plumbline.environment" -}}
{{- $values := .root.Values -}}
{{- $name := include "plumbline.fullname" .root -}}
{{- $isSplit := eq $values.form "split" -}}
{{- $at := dict "root" .root "copy" (ternary "-migrate" "" (eq .part "migrate")) -}}
{{- if not (has .part (list "migrate" "toolbox" "worker")) }}
- { name: PORT, value: "8080" }
{{- /* Others are in other pods; network policies say who may connect. */}}
- { name: HOST, value: "0.0.0.0" }
{{- end }}
- { name: NODE_OPTIONS, value: "--max-old-space-size={{ .own.heapMegabytes }} --max-semi-space-size=32" }
{{ include (ternary "plumbline.handed" "plumbline.administration" (eq (include "plumbline.stays" .) "yes")) . }}
{{- if and $isSplit (not (has .part (list "migrate" "worker"))) }}
{{- if include "plumbline.ownBroker" .root }}
- { name: NATS_URL, value: "nats://{{ $name }}-nats:4222" }
{{- else }}
{{ include "plumbline.fromSecret" (dict "name" "NATS_URL" "at" (include "plumbline.brokerAt" $at)) }}
{{- end }}
{{- end }}
{{- if has .part (list "users" "all") }}
- { name: PLUMBLINE_SUPERUSER_NAME, value: {{ $values.superUser.name | quote }} }
{{ include "plumbline.fromSecret" (dict "name" "PLUMBLINE_SUPERUSER_PASSWORD" "at" (include "plumbline.passwordAt" $at)) }}
{{ include "plumbline.fromSecret" (dict "name" "PLUMBLINE_SUPERUSER_API_TOKEN" "at" (include "plumbline.apiTokenAt" $at)) }}
{{- with $values.signIn.existingSecret }}
{{ include "plumbline.fromSecret" (dict "name" "PLUMBLINE_SIGN_IN" "at" (include "plumbline.at" (dict "name" . "key" $values.signIn.key))) }}
{{- end }}
{{- end }}
{{- if eq .part "gateway" }}
{{- range $app, $_ := $values.services }}
- { name: {{ upper $app }}_URL, value: "http://{{ $name }}-{{ $app }}:8080" }
{{- end }}
{{- end }}
{{- if and $values.metrics.token.existingSecret (not (has .part (list "migrate" "worker" "toolbox"))) }}
{{ include "plumbline.fromSecret" (dict "name" "PLUMBLINE_METRICS_TOKEN" "at" (include "plumbline.at" (dict "name" $values.metrics.token.existingSecret "key" $values.metrics.token.key))) }}
{{- end }}
{{- if has .part (list "gateway" "all") }}
{{- with $values.trustedProxies }}
- { name: PLUMBLINE_TRUSTED_PROXIES, value: {{ join "," . | quote }} }
{{- end }}
{{- with $values.allowedHosts }}
- { name: PLUMBLINE_ALLOWED_HOSTS, value: {{ join "," . | quote }} }
{{- end }}
{{- end }}
{{- if eq .part "worker" }}
- { name: GATEWAY_URL, value: "http://{{ $name }}:{{ $values.service.port }}" }
{{- end }}
{{- if and $values.jobs.volume (has .part (list "worker" "all")) }}
- { name: PLUMBLINE_JOBS, value: /jobs }
{{- end }}
{{- include "plumbline.settings" . }}
{{- end -}}
