import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../program/root';

/** A service of the compose file, as far as the test acts upon it. */
export interface ComposeService {
  image: string;
  restart?: string;
  profiles: string[];
  command: string[];
  environment: Record<string, string>;
  depends_on: Record<string, { condition: string }>;
  secrets: string[];
  volumes: string[];
  ports: string[];
  networks: string[];
  healthcheck?: { disable?: boolean };
  read_only?: boolean;
  cap_drop?: string[];
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, object>;
}

export const composeFolder = join(root, 'deploy', 'compose');

/** Reads the compose file, with the variables somebody gave it. */
export function readCompose(variables: Record<string, string> = {}): ComposeFile {
  const text = readFileSync(join(composeFolder, 'compose.yaml'), 'utf8').replaceAll(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name: string, fallback: string) => variables[name] || fallback,
  );
  const file = parse(text, { merge: true }) as ComposeFile;
  const nothing = { profiles: [], environment: {}, depends_on: {}, secrets: [], volumes: [], ports: [] };
  for (const [name, service] of Object.entries(file.services)) file.services[name] = { ...nothing, ...service };
  return file;
}

/** Names of a profile's services, each after those it waits for. */
export function startOrder({ services }: ComposeFile, profile: string): string[] {
  const order: string[] = [];
  const visit = (name: string, waiting: readonly string[]) => {
    if (order.includes(name)) return;
    if (waiting.includes(name)) throw new Error(`${[...waiting, name].join(' → ')} wait for one another`);
    for (const before of Object.keys(services[name]!.depends_on)) visit(before, [...waiting, name]);
    order.push(name);
  };
  for (const [name, { profiles }] of Object.entries(services)) if (profiles.includes(profile)) visit(name, []);
  return order;
}
