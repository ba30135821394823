{{- /* What all pods of Plumbline's have in common: `part`, `own`, `arguments`, and `serve` when it answers requests. */ -}}
{{- define "plumbline.podMetadata" -}}
labels:
  {{- include "plumbline.labels" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .part }}
annotations:
  # Processes read secrets when they start.
  checksum/given: {{ include "plumbline.given" .root | sha256sum }}
  {{- with .own.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "plumbline.podSpec" -}}
automountServiceAccountToken: false
# Variables that Kubernetes makes of the names of services are of no use here.
enableServiceLinks: false
securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- $jobs := and .root.Values.jobs.volume (has .part (list "worker" "all")) }}
{{- if include "plumbline.stays" . }}
initContainers:
  {{- /* The job migrates as the whole program does: what is released alone has migrations of its own. */}}
  {{- if or (not .root.Values.initJob.enabled) .own.image }}
  {{- range $app := ternary (list "all") (splitList " " (include "plumbline.databasesOf" .) | compact) (eq .part "all") }}
  {{- include "plumbline.initContainer" (merge (dict "does" (printf "migrate-%s" $app) "command" (list "migrate" (printf "--target=%s" $app))) $) | nindent 2 }}
  {{- end }}
  {{- end }}
  # The secret key and the role that may make others are known here, and end with this container: the process is told by
  # files what follows from them for its own part.
  {{- include "plumbline.initContainer" (merge (dict "does" "hand-out" "command" (list "hand-out" "/handed" .part)) .) | nindent 2 }}
{{- end }}
containers:
  - name: {{ .part }}
    image: {{ include "plumbline.imageOf" . }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    {{- with .command }}
    command: {{ toJson . }}
    {{- end }}
    {{- with .arguments }}
    args: {{ toJson . }}
    {{- end }}
    env:
      {{- include "plumbline.environment" . | trim | nindent 6 }}
    {{- with .root.Values.extraEnvVarsSecret }}
    envFrom: [{ secretRef: { name: {{ . }} } }]
    {{- end }}
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
    {{- if .serves }}
    ports: [{ name: http, containerPort: 8080 }]
    startupProbe:
      httpGet: { path: /health/live/, port: http }
      {{- toYaml .own.startupProbe | nindent 6 }}
    # It runs: nothing it depends on can make this fail.
    livenessProbe:
      httpGet: { path: /health/live/, port: http }
      {{- toYaml .own.livenessProbe | nindent 6 }}
    # It can do its work now: its database is there, or, for the gateway, the bus, and each service has been at work since it began.
    readinessProbe:
      httpGet: { path: /health/ready/, port: http }
      {{- toYaml .own.readinessProbe | nindent 6 }}
    # Long enough for the gateway, and for what is before it, to stop sending requests here.
    lifecycle: { preStop: { exec: { command: ["sleep", "6"] } } }
    {{- end }}
    resources:
      {{- toYaml .own.resources | nindent 6 }}
    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      - { name: data, mountPath: /data }
      {{- if include "plumbline.stays" . }}
      - { name: handed, mountPath: /handed, readOnly: true }
      {{- end }}
      {{- if $jobs }}
      - { name: jobs, mountPath: /jobs, readOnly: true }
      {{- end }}
      {{- with .own.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
volumes:
  # All that is written to. Nothing in it has to outlive the pod.
  - { name: tmp, emptyDir: {} }
  - { name: data, emptyDir: {} }
  {{- if include "plumbline.stays" . }}
  - { name: handed, emptyDir: { medium: Memory, sizeLimit: 1Mi } }
  {{- end }}
  {{- if $jobs }}
  - name: jobs
    {{- toYaml .root.Values.jobs.volume | nindent 4 }}
  {{- end }}
  {{- with .own.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .own.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if .own.affinity }}
affinity:
  {{- toYaml .own.affinity | nindent 2 }}
{{- else if .serves }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "plumbline.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .part }}
{{- end }}
{{- end -}}

{{- /* A container before a part's own that does something with the secret key and ends: `does` is its name, `command` what. */ -}}
{{- define "plumbline.initContainer" -}}
- name: {{ .does }}
  image: {{ include "plumbline.imageOf" . }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: {{ toJson .command }}
  env:
    {{- include "plumbline.administration" . | trim | nindent 4 }}
    {{- with include "plumbline.settings" . | trim }}
    {{- . | nindent 4 }}
    {{- end }}
  {{- with .root.Values.extraEnvVarsSecret }}
  envFrom: [{ secretRef: { name: {{ . }} } }]
  {{- end }}
  securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
  resources: { requests: { cpu: 50m, memory: 128Mi }, limits: { memory: 512Mi } }
  volumeMounts:
    - { name: tmp, mountPath: /tmp }
    - { name: data, mountPath: /data }
    - { name: handed, mountPath: /handed }
    {{- with .own.extraVolumeMounts }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}
