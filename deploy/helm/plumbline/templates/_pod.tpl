{{- /* The pod of a part: `part` is its target, `own` what it has, `environment` what it is told beside the rest. */ -}}
{{- define "plumbline.pod" -}}
metadata:
  labels:
    {{- include "plumbline.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .part }}
  annotations:
    checksum/secret: {{ include (print .root.Template.BasePath "/secret.yaml") .root | sha256sum }}
    {{- with .own.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "plumbline.serviceAccountName" .root }}
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 60
  securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .part }}
      image: {{ include "plumbline.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: ["--target={{ .part }}"]
      env:
        {{- include "plumbline.environment" . | nindent 8 }}
        {{- with .environment }}
        {{- . | nindent 8 }}
        {{- end }}
      {{- with .root.Values.extraEnvVarsSecret }}
      envFrom: [{ secretRef: { name: {{ . }} } }]
      {{- end }}
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
      {{- if ne .part "worker" }}
      ports: [{ name: http, containerPort: 8080 }]
      # The first start makes tables and may wait for others who do.
      startupProbe: { httpGet: { path: /health/live/, port: http }, periodSeconds: 2, failureThreshold: 90 }
      # It runs: nothing it depends on can make this fail.
      livenessProbe: { httpGet: { path: /health/live/, port: http }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }
      # It can do its work now: its database, or the bus, is there.
      readinessProbe: { httpGet: { path: /health/ready/, port: http }, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 }
      # Long enough for the gateway to stop sending requests here.
      lifecycle: { preStop: { exec: { command: ["sleep", "6"] } } }
      {{- end }}
      resources:
        {{- toYaml .own.resources | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: data, mountPath: /data }
        {{- if and (eq .part "worker") .own.jobs }}
        - { name: jobs, mountPath: /jobs, readOnly: true }
        {{- end }}
  volumes:
    - { name: tmp, emptyDir: {} }
    - { name: data, emptyDir: {} }
    {{- if and (eq .part "worker") .own.jobs }}
    - name: jobs
      {{- toYaml .own.jobs | nindent 6 }}
    {{- end }}
  {{- with .own.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .own.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .own.affinity }}
  affinity:
    {{- toYaml .own.affinity | nindent 4 }}
  {{- else }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "plumbline.selector" .root | nindent 10 }}
          app.kubernetes.io/component: {{ .part }}
  {{- end }}
{{- end -}}
