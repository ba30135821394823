import type { Report } from '../report';
import { Misunderstood, type Wanted, type WantedOfKind } from './wanted';

interface Source {
  path: string;
}

/**
 * What all files of a kind ask for. Those that cannot be understood, and those that ask for the same again, are told.
 */
export function understand<S extends Source>(
  part: string,
  sources: S[],
  unread: boolean,
  read: (source: S) => Wanted[],
  tell: Report,
): WantedOfKind {
  const found = new Map<string, Wanted>();
  let complete = !unread;
  for (const source of sources) {
    try {
      for (const wanted of read(source)) {
        const known = found.get(wanted.key);
        if (known) throw new Misunderstood(`"${wanted.key}" is in ${known.path} already.`);
        found.set(wanted.key, wanted);
      }
    } catch (error) {
      if (!(error instanceof Misunderstood)) throw error;
      complete = false;
      tell('error', error.message, { path: source.path, part });
    }
  }
  return { wanted: [...found.values()], complete };
}
