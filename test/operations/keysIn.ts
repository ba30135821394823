import { apps, keyFor, partsAmong, purposesOf, rolePurpose } from '../../libs/config/src';
import { secretKey } from '../harness/program';

/** The purposes that a process has keys for in what its container was given, whosever they are. */
export function keysIn(given: ReadonlyMap<string, string>): string[] {
  const purposes = [
    ...new Set(partsAmong(apps).flatMap((part) => purposesOf(part))),
    ...apps.map((app) => rolePurpose(`plumbline_${app}`)),
  ];
  const texts = [...given.values()].map((text) => text.trim()).filter((text) => text.length >= 32);
  return purposes
    .filter((purpose) => texts.some((text) => keyOf(purpose, text)?.equals(keyFor(purpose, secretKey))))
    .sort();
}

function keyOf(purpose: string, text: string): Buffer | undefined {
  try {
    return keyFor(purpose, text);
  } catch {
    // Keys of a part, and this is not one of them.
    return undefined;
  }
}
