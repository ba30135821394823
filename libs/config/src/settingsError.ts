/** Everything that is wrong with what a process was told; the message says what to do about each. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      [
        'Plumbline cannot start with these settings:',
        ...problems.map((problem) => `  - ${problem}`),
        'All settings are listed by: plumbline help settings',
      ].join('\n'),
    );
    this.name = 'SettingsError';
  }
}

/** Whether an error lies in what a process was told, so that starting it again as it is changes nothing. */
export const liesInSettings = (error: unknown): boolean =>
  error instanceof SettingsError || (error instanceof Error && 'liesInSettings' in error);
