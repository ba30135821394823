import { readFileSync } from 'node:fs';
import type { Settings } from './settings';
import { SettingsError } from './settingsError';

/** Refuses settings whose files cannot be read at the start, before anything waits for a broker to tell of them. */
export function demandFiles({ natsUrl, natsTls: { ca, certificate, key } = {} }: Settings): void {
  if (!natsUrl) return;
  const named = { NATS_CA: ca, NATS_CERT: certificate, NATS_KEY: key };
  const problems = Object.entries(named).flatMap(([variable, file]) => problemOf(variable, file));
  if (problems.length > 0) throw new SettingsError(problems);
}

function problemOf(variable: string, file: string | undefined): string[] {
  try {
    if (file !== undefined) readFileSync(file);
    return [];
  } catch (error) {
    return [`${variable} names a file that cannot be read: ${(error as Error).message}.`];
  }
}
