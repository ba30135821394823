import type { Settings } from '@plumbline/config';
import type { Row } from '@plumbline/model';
import { secretProviders } from './providers';
import { badParameters, SecretProblem } from './secretProblem';

/** The value of a secret, or why it cannot be read: words that name the secret and say nothing of its value. */
export type SecretReading = { value: string } | { problem: string };

/** What a template in a parameter would look at is not there: secrets are read for themselves. */
const template = /\{\{|\{%|\{#/;

/** Reads the value of a secret from where it is kept. */
export async function readSecret(secret: Row, settings: Settings): Promise<SecretReading> {
  const provider = secretProviders.get(String(secret.provider));
  const title = `Secret "${secret.name}" (provider "${provider?.className ?? secret.provider}")`;
  try {
    if (!provider) throw badParameters(`No registered provider "${secret.provider}" is available`);
    const { parameter, read } = provider;
    const parameters = secret.parameters as Row;
    if (!Object.hasOwn(parameters, parameter)) throw badParameters(`The "${parameter}" parameter is mandatory!`);
    const text = String(parameters[parameter]);
    if (template.test(text)) throw badParameters(`The "${parameter}" parameter is a template, and there is no object`);
    return { value: await read(text, settings) };
  } catch (error) {
    if (error instanceof SecretProblem) return { problem: `${error.kind}: ${title}: ${error.message}` };
    throw error;
  }
}
