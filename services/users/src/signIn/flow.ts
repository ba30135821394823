import { randomUUID } from 'node:crypto';
import { seal, type UnitOfWork, unseal } from '@plumbline/engine';
import { z } from 'zod/v4';
import { useOnce } from './once';
import { signInRefusals } from './refusals';

/** Seconds an attempt to sign in may take. */
export const flowSeconds = 600;

const schema = z.strictObject({
  id: z.string(),
  kind: z.enum(['oidc', 'saml', 'factor', 'enrolment']),
  expires: z.number(),
  data: z.record(z.string(), z.string()),
});

/** An attempt to sign in that is under way; the browser keeps it, sealed, so that nothing is stored for who never comes back. */
export type Flow = z.infer<typeof schema>;

/** Begins an attempt: what the browser keeps. */
export const sealFlow = ({ engine }: UnitOfWork, kind: Flow['kind'], data: Record<string, string>): string =>
  seal(
    JSON.stringify({ id: randomUUID(), kind, expires: Date.now() + flowSeconds * 1_000, data } satisfies Flow),
    engine.settings.secretKey,
  );

/** Opens what a browser has kept; a 403 when it is not ours, over, or another kind of attempt. */
export function openFlow({ engine }: UnitOfWork, kind: Flow['kind'], text: string): Flow {
  try {
    const flow = schema.parse(JSON.parse(unseal(text, engine.settings.secretKey)));
    if (flow.kind === kind && flow.expires > Date.now()) return flow;
  } catch {
    // Altered, or sealed with another key: as good as none.
  }
  throw signInRefusals.outdated();
}

/** Ends an attempt: what comes of it does so once. */
export async function endFlow(work: UnitOfWork, { id }: Flow): Promise<void> {
  if (!(await useOnce(work, 'flow', id, flowSeconds))) throw signInRefusals.outdated();
}
