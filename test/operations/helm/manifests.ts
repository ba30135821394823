/** What the tests read of a manifest of Kubernetes. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels; annotations?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: every kind has its own.
  spec: any;
  data?: Record<string, string>;
}

export type Labels = Record<string, string>;

export interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

export interface Probe {
  httpGet: { path: string; port: string };
}

export interface Container {
  name: string;
  command?: string[];
  args?: string[];
  env: Variable[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  securityContext: object;
  resources: object;
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

/** A pod that a manifest asks for. */
export interface Pod {
  /** The manifest's name. */
  of: string;
  labels: Labels;
  container: Container;
  /** What runs to its end before that. */
  before: Container[];
  // biome-ignore lint/suspicious/noExplicitAny: as far as the tests look.
  spec: any;
}

export const ofKind = (manifests: readonly Manifest[], ...kinds: string[]): Manifest[] =>
  manifests.filter(({ kind }) => kinds.includes(kind));

export function named(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
}

/** All pods that manifests ask for, by the manifest's name without the release's. */
export function podsOf(manifests: readonly Manifest[]): Map<string, Pod> {
  const templates = manifests.flatMap(({ kind, metadata, spec }) => {
    const template = kind === 'CronJob' ? spec.jobTemplate.spec.template : spec?.template;
    return template ? [{ of: metadata.name, template }] : [];
  });
  return new Map(
    templates.map(({ of, template }) => [
      of.slice(of.lastIndexOf('-') + 1),
      {
        of,
        labels: template.metadata.labels,
        container: template.spec.containers[0],
        before: template.spec.initContainers ?? [],
        spec: template.spec,
      },
    ]),
  );
}

/** Names of the variables a container is told, in their order. */
export const variablesOf = ({ env }: Container): string[] => env.map(({ name }) => name);

/** Whether a selector's labels are all on something. */
export const selects = (selector: Labels, labels: Labels = {}): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
