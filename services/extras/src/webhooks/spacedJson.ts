/**
 * JSON with a space after commas and colons, as receivers get it from servers of this contract and may have signed it.
 */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${spacedJson(each)}`);
  return `{${entries.join(', ')}}`;
}
