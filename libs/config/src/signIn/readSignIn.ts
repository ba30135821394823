import { parse } from 'yaml';
import { z } from 'zod/v4';
import { signInDocument } from './signInDocument';

/** The ways of signing in, from YAML or JSON. */
export function signInMethods() {
  return z.string().transform((text, context) => {
    let value: unknown;
    try {
      // Aliases could make a short text long.
      value = parse(text, { maxAliasCount: 0 });
    } catch {
      // What the parser says of it would quote the line, which may hold a secret.
      context.addIssue({ code: 'custom', message: 'be YAML or JSON, which it is not' });
      return z.NEVER;
    }
    const read = signInDocument.safeParse(value);
    if (read.success) return read.data.methods;
    const complaints = read.error.issues.map(({ path, message }) => `${placeOf(path)} ${asRest(message)}`);
    context.addIssue({
      code: 'custom',
      message: `say ways of signing in as docs/guides/sign-in.md has them: ${complaints.join('; ')}`,
    });
    return z.NEVER;
  });
}

/** `methods[0].issuer`. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`)).join('') ||
  'the whole';

/** The library's own messages are sentences; ours complete "the place …". */
const asRest = (message: string): string => (/^[A-Z]/.test(message) ? `is not right (${message})` : message);
