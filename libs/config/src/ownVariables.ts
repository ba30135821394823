import { allDefinitions, namesOf } from './definitions';
import { needless } from './knownNames';

const settings: ReadonlySet<string> = new Set([...allDefinitions.flatMap(namesOf), ...needless]);

/** What libraries in the program read by themselves (PGPASSWORD), and the databases of apps, whose names nobody knows here. */
const families = /^(PLUMBLINE_|PG|OTEL_)|_(DATABASE|READ_REPLICA)_URL(_FILE)?$/;

/** Whether a variable tells the program something, by any of its names. Windows takes a name in any case. */
export function isOwnVariable(name: string): boolean {
  const known = name.toUpperCase();
  return settings.has(known) || families.test(known);
}
