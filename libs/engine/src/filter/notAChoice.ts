import { problems } from '@plumbline/http';

/** The 400 for a value that is none of those there are. */
export const notAChoice = (value: string) =>
  problems.malformed(`Select a valid choice. ${value} is not one of the available choices.`);
