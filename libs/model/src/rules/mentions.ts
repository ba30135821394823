/** Whether the body of a write says something of one of these fields. */
export const mentions = (body: unknown, ...names: readonly string[]): boolean =>
  typeof body === 'object' && body !== null && names.some((name) => Object.hasOwn(body, name));
