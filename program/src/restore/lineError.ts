/** Something is wrong with a line of a file. */
export class LineError extends Error {
  constructor(
    readonly line: number,
    what: string,
  ) {
    super(`Line ${line}: ${what}`);
    this.name = 'LineError';
  }
}
