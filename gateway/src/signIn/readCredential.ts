/** What a form brings of a second factor: a code that was typed in, or what a key has signed. */
export function readCredential(fields: { get(name: string): unknown }): { code: string } | { credential: unknown } {
  const signed = fields.get('credential');
  if (typeof signed !== 'string' || signed === '') return { code: String(fields.get('code') ?? '') };
  try {
    return { credential: JSON.parse(signed) ?? {} };
  } catch {
    // It does not fit any key, and is judged as such.
    return { credential: {} };
  }
}
