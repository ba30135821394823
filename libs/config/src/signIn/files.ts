import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';

/** The name of a file, which is read: its text, without the line's end that editors leave. */
export function fileText() {
  return z
    .string()
    .min(1)
    .transform((path, context) => {
      try {
        const text = readFileSync(path, 'utf8').trimEnd();
        if (text !== '') return text;
        context.addIssue({ code: 'custom', message: `names ${path}, which is empty` });
      } catch (error) {
        context.addIssue({ code: 'custom', message: `names a file that cannot be read: ${(error as Error).message}` });
      }
      return z.NEVER;
    });
}

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** One or more certificates in PEM, one after the other. */
export function pem() {
  return z.string().transform((text, context) => {
    const found = text.match(certificate);
    if (found) return [...found];
    context.addIssue({ code: 'custom', message: 'must hold certificates in PEM' });
    return z.NEVER;
  });
}
