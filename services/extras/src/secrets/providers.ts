import { isAbsolute } from 'node:path';
import type { Settings } from '@plumbline/config';
import { quoted } from '@plumbline/engine';
import { readSecretFile } from './readSecretFile';
import { readVariable } from './readVariable';

/** Where values of secrets come from. */
export interface SecretProvider {
  /** What the contract calls it when something is wrong. */
  className: string;
  /** The one parameter it takes. */
  parameter: string;
  /** What is wrong with the parameter's text; undefined: nothing. */
  fault: (text: string) => string | undefined;
  read: (text: string, settings: Settings) => Promise<string>;
}

/** A parameter as the text a provider takes, whatever JSON value it is. */
export const parameterText = (given: unknown): string => (typeof given === 'object' ? quoted(given) : String(given));

/** All providers, by the name secrets know them by. */
export const secretProviders: ReadonlyMap<string, SecretProvider> = new Map([
  [
    'environment-variable',
    {
      className: 'EnvironmentVariableSecretsProvider',
      parameter: 'variable',
      fault: () => undefined,
      read: (name) => readVariable(name),
    },
  ],
  [
    'text-file',
    {
      className: 'TextFileSecretsProvider',
      parameter: 'path',
      fault: (path) => {
        if (!isAbsolute(path)) return 'Path must be an absolute path, not a relative one';
        return path.includes('..') ? 'Illegal character sequence in path' : undefined;
      },
      read: (path, { secretsFolder }) => readSecretFile(path, secretsFolder),
    },
  ],
] satisfies [string, SecretProvider][]);
