/** Whether any of the bodies of a write says something of one of these fields. */
export const mentions = (bodies: readonly unknown[], ...names: string[]): boolean =>
  bodies.some((body) => typeof body === 'object' && body !== null && names.some((name) => Object.hasOwn(body, name)));
