/**
 * What stands for the outcome of an act on files where it failed with one of some codes; anything else that went wrong is
 * thrown on, for it may pass and says nothing of what is there.
 */
export const unlessCode =
  <T>(codes: readonly string[], otherwise: T) =>
  (error: unknown): T => {
    if (codes.includes(String((error as NodeJS.ErrnoException).code))) return otherwise;
    throw error;
  };

/** Nothing is there by this name; links may lead nowhere, or in a circle. */
export const notThere = ['ENOENT', 'ENOTDIR', 'ELOOP'];
