let failure: Error | undefined;

/** What kept standard output from taking what was written to it, since it is watched. */
export const outputFailure = (): Error | undefined => failure;

/** Takes note of what goes wrong with standard output and standard error, which would end the process in the midst of its work. */
export function watchOutput(): void {
  process.stdout.on('error', (error) => {
    failure ??= error;
  });
  // There is nobody left to be told.
  process.stderr.on('error', () => undefined);
}

/** Resolves when what was written to standard output has been taken, or was not. */
export const outputTaken = (): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write('', () => setImmediate(resolve));
  });
