import { quoted } from '@plumbline/engine';

/** What is said of a value that is none of those there are, whatever JSON value it is. */
export const notAChoice = (given: unknown): string =>
  `"${(typeof given === 'string' ? given : quoted(given)).slice(0, 100)}" is not a valid choice.`;
