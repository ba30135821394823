/** Half of a character outside the basic plane: JSON can spell it, UTF-8 and so the database cannot. */
export const halfCharacter = /\p{Surrogate}/u;

/** Whether PostgreSQL can keep the JSON value: it can keep all but texts with null or half characters. */
export function isStorableJson(value: unknown): boolean {
  const texts = JSON.stringify(value, (key, inner) => (unstorable(key) || unstorable(inner) ? undefined : inner));
  return texts !== undefined && texts === JSON.stringify(value);
}

const unstorable = (part: unknown): boolean =>
  typeof part === 'string' && (part.includes('\0') || halfCharacter.test(part));
