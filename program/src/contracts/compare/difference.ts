/** Something that is different in a description of the API. */
export interface Difference {
  /** What clients stumble over, what they may use from now on, or what they need not notice. */
  kind: 'break' | 'addition' | 'change';
  place: string;
  text: string;
}

/** Takes down a difference. */
export type Report = (kind: Difference['kind'], place: string, text: string) => void;

/** The names of two collections: those only the first has, those only the second has, those of both. */
export function compareNames(before: object, now: object): { gone: string[]; added: string[]; kept: string[] } {
  return {
    gone: Object.keys(before).filter((name) => !(name in now)),
    added: Object.keys(now).filter((name) => !(name in before)),
    kept: Object.keys(now).filter((name) => name in before),
  };
}

/** Whether two values differ in anything but the members that are left out. */
export function differs(before: object, now: object, without: readonly string[] = []): boolean {
  const text = (value: object) =>
    JSON.stringify(Object.entries(value).filter(([key, member]) => member !== undefined && !without.includes(key)));
  return text(before) !== text(now);
}

/** What is said of texts for people. */
export const otherWords = 'is described in other words';

/** Names as they stand in a sentence. */
export const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
