import type { Questions } from '@plumbline/bus';
import type { FieldErrors } from '@plumbline/http';
import { z } from 'zod/v4';

/** `link`: what the ends of relationships of just written objects are to be, on behalf of their service. */
export const linkRequest = z.object({
  /** The service that writes the objects, and the name of its write. */
  app: z.string(),
  operation: z.string(),
  label: z.string(),
  /** Stored objects among those to be linked whose rows it holds, and has seen to it that they may be: nobody else could find them. */
  held: z.array(z.string()).optional(),
  changes: z.array(
    z.object({
      relationship: z.string(),
      own: z.enum(['source', 'destination']),
      id: z.string(),
      /** What only the service itself can tell before it has committed. */
      display: z.string(),
      passes: z.boolean(),
      others: z.array(z.string()),
    }),
  ),
});
export type LinkRequest = z.infer<typeof linkRequest>;
/** What stands in the way, or nothing. */
export type Refusal = FieldErrors;

/** `keep` and `reconsider`: these writes of a service have committed; or they may not have. */
export const settleLinksRequest = z.object({ app: z.string(), operations: z.array(z.string()) });

/** `shared`: which of these writes have committed there. */
export const sharedRequest = z.object({ operations: z.array(z.string()) });

/** What every service is asked about its writes. */
export const relationshipQuestions: Questions = {
  'service.shared': {
    request: sharedRequest,
    reply: z.array(z.string()),
    example: { request: { operations: ['9d2f6e1a-7b3c-4a58-b0e4-1c5d8f7a2b63'] }, reply: [] },
  },
};
