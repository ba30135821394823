{{- /* Mistakes that the schema of the values cannot see. */ -}}
{{- define "plumbline.checkValues" -}}
{{- $values := .Values -}}
{{- if not (or $values.database.url $values.database.existingSecret) -}}
{{- range $app, $_ := $values.services -}}
{{- if not (hasKey $values.databases $app) -}}
{{- fail (printf "The service %s has no database: set database.existingSecret to a secret with its address, or database.url, or databases.%s." $app $app) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and (eq $values.form "split") (not $values.nats.enabled) (not $values.nats.url) (not $values.nats.existingSecret) -}}
{{- fail "The form split needs a broker: leave nats.enabled on, or set nats.existingSecret or nats.url." -}}
{{- end -}}
{{- $secrets := list "PLUMBLINE_READ_REPLICA_URL" "PLUMBLINE_METRICS_TOKEN" "PLUMBLINE_SECRET_KEY" "PLUMBLINE_SIGN_IN" "PLUMBLINE_SUPERUSER_NAME" "PLUMBLINE_SUPERUSER_PASSWORD" "PLUMBLINE_SUPERUSER_API_TOKEN" "NAUTOBOT_SECRET_KEY" "NAUTOBOT_SUPERUSER_NAME" "NAUTOBOT_SUPERUSER_PASSWORD" "NAUTOBOT_SUPERUSER_API_TOKEN" "NAUTOBOT_DB_HOST" "NAUTOBOT_DB_PORT" "NAUTOBOT_DB_NAME" "NAUTOBOT_DB_USER" "NAUTOBOT_DB_PASSWORD" -}}
{{- range $own := concat (list $values $values.defaults $values.gateway $values.workers $values.all $values.initJob $values.toolbox) (values $values.services) -}}
{{- range $setting, $_ := $own.settings -}}
{{- if eq $setting "PLUMBLINE_APPS" -}}
{{- fail "PLUMBLINE_APPS: this chart runs no apps of others; it has neither pods nor databases for them." -}}
{{- end -}}
{{- if or (has $setting $secrets) (regexMatch "^(NAUTOBOT_)?(SOCIAL_AUTH|AUTH_LDAP|REMOTE_AUTH|EXTERNAL_AUTH)_" $setting) -}}
{{- fail (printf "%s is no setting to be read by everybody: give it with database, secretKey, superUser, metrics.token or signIn." $setting) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $parts := merge (dict "gateway" $values.gateway "workers" $values.workers) $values.services -}}
{{- range $part, $given := $parts -}}
{{- $own := include "plumbline.part" (dict "root" $ "own" $given) | fromYaml -}}
{{- if gt (int $own.autoscaling.minReplicas) (int $own.autoscaling.maxReplicas) -}}
{{- fail (printf "autoscaling of %s: minReplicas is more than maxReplicas." $part) -}}
{{- end -}}
{{- end -}}
{{- end -}}
