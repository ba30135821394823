{{- /*
Where each secret value is, as { name, key }: in the chart's own secret when it was given as a value, in the secret that was
named, or in the one that was made once. `root` is the root, `copy` the ending of the secret's name that hooks read.
*/ -}}
{{- define "plumbline.at" -}}
{ name: {{ .name }}, key: {{ .key }} }
{{- end -}}

{{- define "plumbline.givenSecret" -}}
{{ include "plumbline.fullname" .root }}{{ .copy }}
{{- end -}}

{{- define "plumbline.generatedSecret" -}}
{{ include "plumbline.fullname" .root }}-generated
{{- end -}}

{{- define "plumbline.databaseAt" -}}
{{- $database := .root.Values.database -}}
{{- if $database.url -}}
{{- include "plumbline.at" (dict "name" (include "plumbline.givenSecret" .) "key" "database-url") -}}
{{- else -}}
{{- include "plumbline.at" (dict "name" $database.existingSecret "key" $database.key) -}}
{{- end -}}
{{- end -}}

{{- define "plumbline.brokerAt" -}}
{{- $nats := .root.Values.nats -}}
{{- if $nats.url -}}
{{- include "plumbline.at" (dict "name" (include "plumbline.givenSecret" .) "key" "nats-url") -}}
{{- else -}}
{{- include "plumbline.at" (dict "name" $nats.existingSecret "key" $nats.key) -}}
{{- end -}}
{{- end -}}

{{- define "plumbline.secretKeyAt" -}}
{{- $secretKey := .root.Values.secretKey -}}
{{- if $secretKey.value -}}
{{- include "plumbline.at" (dict "name" (include "plumbline.givenSecret" .) "key" "secret-key") -}}
{{- else if $secretKey.existingSecret -}}
{{- include "plumbline.at" (dict "name" $secretKey.existingSecret "key" $secretKey.key) -}}
{{- else -}}
{{- include "plumbline.at" (dict "name" (include "plumbline.generatedSecret" .) "key" "secret-key") -}}
{{- end -}}
{{- end -}}

{{- define "plumbline.passwordAt" -}}
{{- $superUser := .root.Values.superUser -}}
{{- if $superUser.password -}}
{{- include "plumbline.at" (dict "name" (include "plumbline.givenSecret" .) "key" "superuser-password") -}}
{{- else if $superUser.existingSecret -}}
{{- include "plumbline.at" (dict "name" $superUser.existingSecret "key" $superUser.passwordKey) -}}
{{- else -}}
{{- include "plumbline.at" (dict "name" (include "plumbline.generatedSecret" .) "key" "superuser-password") -}}
{{- end -}}
{{- end -}}

{{- define "plumbline.apiTokenAt" -}}
{{- $superUser := .root.Values.superUser -}}
{{- if $superUser.apiToken -}}
{{- include "plumbline.at" (dict "name" (include "plumbline.givenSecret" .) "key" "superuser-api-token") -}}
{{- else if $superUser.existingSecret -}}
{{- include "plumbline.at" (dict "name" $superUser.existingSecret "key" $superUser.apiTokenKey) -}}
{{- else -}}
{{- include "plumbline.at" (dict "name" (include "plumbline.generatedSecret" .) "key" "superuser-api-token") -}}
{{- end -}}
{{- end -}}

{{- /* "yes" when the chart starts a broker. */ -}}
{{- define "plumbline.ownBroker" -}}
{{- $nats := .Values.nats -}}
{{- if and (eq .Values.form "split") $nats.enabled (not $nats.url) (not $nats.existingSecret) -}}yes{{- end -}}
{{- end -}}

{{- /* What was given as values, as data of a secret; nothing when nothing was. */ -}}
{{- define "plumbline.given" -}}
{{- with .Values.database.url }}
database-url: {{ . | b64enc }}
{{- end }}
{{- if eq .Values.form "split" }}
{{- with .Values.nats.url }}
nats-url: {{ . | b64enc }}
{{- end }}
{{- end }}
{{- with .Values.secretKey.value }}
secret-key: {{ . | b64enc }}
{{- end }}
{{- with .Values.superUser.password }}
superuser-password: {{ . | b64enc }}
{{- end }}
{{- with .Values.superUser.apiToken }}
superuser-api-token: {{ . | b64enc }}
{{- end }}
{{- end -}}
