import { secretVariables } from '@plumbline/config';
import { notFound } from './secretProblem';

/** The value of an environment variable of this process. What the program's own secrets stand in is kept to itself. */
export async function readVariable(name: string): Promise<string> {
  const value = Object.hasOwn(process.env, name) && !secretVariables.includes(name) ? process.env[name] : undefined;
  if (value === undefined) throw notFound(`Undefined environment variable "${name}"!`);
  return value;
}
