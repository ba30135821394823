import { credentialPurposes, keyFor, unsealWith } from '@plumbline/config';
import type { UnitOfWork } from '@plumbline/engine';
import type { z } from 'zod/v4';

/** What the gateway has sealed for this service. */
export function opened<T>({ engine }: UnitOfWork, sealed: string, schema: z.ZodType<T>): T {
  const key = keyFor(credentialPurposes.password, engine.settings.secretKey);
  return schema.parse(JSON.parse(unsealWith(key, sealed).toString()));
}
