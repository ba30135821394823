import { type Program, type ProgramOptions, startProgram } from '../harness/program';

/** The program as a user would have started it: `npm start`, or `npm run start:split`, with a PostgreSQL of its own. */
export interface RunningProgram extends Program {
  command: Command;
  /** Of the administrator, whose name is `admin`. */
  password: string;
  /** Milliseconds from the start until it said that it is healthy. */
  startedIn: number;
}

export type Command = 'start' | 'split';

/** The administrator's, in tests that sign in. */
export const password = 'plumb and true';

/** Starts the built program by one of its commands; resolves when it is healthy. */
export async function run(command: Command, options: ProgramOptions = {}): Promise<RunningProgram> {
  const began = Date.now();
  const env = { PLUMBLINE_LOG_LEVEL: 'warn', PLUMBLINE_SUPERUSER_PASSWORD: password, ...options.env };
  const program = await startProgram({ ...options, env, arguments: [command] });
  return { ...program, command, password, startedIn: Date.now() - began };
}
