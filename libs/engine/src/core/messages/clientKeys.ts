import { z } from 'zod/v4';

/** An object with whatever keys clients chose; zod's `record` takes none that has a key `constructor`. */
export const objectWithAnyKeys = <T extends z.ZodType>(values: T) => z.object({}).catchall(values);

/** A JSON object as a client sent it. */
export const jsonObject = objectWithAnyKeys(z.unknown());
