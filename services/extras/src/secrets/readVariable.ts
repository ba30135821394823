import { isOwnVariable } from '@plumbline/config';
import { notFound } from './secretProblem';

/** The value of an environment variable of this process. Those that tell the program something are kept to itself. */
export async function readVariable(name: string): Promise<string> {
  const value = Object.hasOwn(process.env, name) && !isOwnVariable(name) ? process.env[name] : undefined;
  if (value === undefined) throw notFound(`Undefined environment variable "${name}"!`);
  return value;
}
