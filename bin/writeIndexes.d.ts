/** Brings the indexes up to date; answers the folders whose were not. With `look` alone, leaves them as they are. */
export function writeIndexes(options?: { look?: boolean }): string[];
