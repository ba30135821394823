import { z } from 'zod/v4';
import { policy } from './policy';

type ProxiedName = 'email' | 'first_name' | 'last_name' | 'groups';

/** A proxy that lets people in, and says whom in headers. */
export const proxy = z.strictObject({
  kind: z.literal('proxy'),
  ...policy,
  /** Headers in which a trusted proxy says whom it has let in. */
  headers: z
    .strictObject({
      username: z.string().min(1),
      email: z.string().min(1).optional(),
      first_name: z.string().min(1).optional(),
      last_name: z.string().min(1).optional(),
      groups: z.string().min(1).optional(),
    })
    .transform((headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, header?.toLowerCase()])),
    )
    .transform((headers) => headers as { username: string } & Partial<Record<ProxiedName, string>>),
  /** What stands between groups in their header. */
  separator: z.string().min(1).max(5).default(','),
});

export type ProxySettings = z.infer<typeof proxy>;
