import type { Settings } from '@plumbline/config';
import { renderAbout, type UnitOfWork } from '@plumbline/engine';
import type { Model, Row } from '@plumbline/model';
import { type Rendering, renderTemplates } from '@plumbline/templates';
import { parameterText, type SecretProvider, secretProviders } from './providers';
import { badParameters, SecretProblem } from './secretProblem';

/** The value of a secret, or why it cannot be read: words that name the secret and say nothing of its value. */
export type SecretReading = { value: string } | { problem: string };

/** The object a secret is read for, loaded as it is shown: its parameters may be templates that look at it. */
export interface SecretPurpose {
  work: UnitOfWork;
  model: Model;
  row: Row;
}

const template = /\{\{|\{%|\{#/;

/** Reads the value of a secret from where it is kept; without a purpose `obj` is None in its parameters. */
export async function readSecret(secret: Row, settings: Settings, purpose?: SecretPurpose): Promise<SecretReading> {
  const provider = secretProviders.get(String(secret.provider));
  const title = `Secret "${secret.name}" (provider "${provider?.className ?? secret.provider}")`;
  try {
    if (!provider) throw badParameters(`No registered provider "${secret.provider}" is available`);
    return { value: await provider.read(await parameterOf(secret, provider, purpose), settings) };
  } catch (error) {
    if (error instanceof SecretProblem) return { problem: `${error.kind}: ${title}: ${error.message}` };
    throw error;
  }
}

/** The parameter that says where the value is, rendered when it is a template. */
async function parameterOf(
  secret: Row,
  { parameter, fault }: SecretProvider,
  purpose: SecretPurpose | undefined,
): Promise<string> {
  const parameters = secret.parameters as Row;
  if (!Object.hasOwn(parameters, parameter)) throw badParameters(`The "${parameter}" parameter is mandatory!`);
  const text = parameterText(parameters[parameter]);
  if (!template.test(text)) return text;
  const rendering = await render(text, purpose);
  if ('problem' in rendering) throw badParameters(`The "${parameter}" parameter: ${rendering.problem}`);
  // What was right as a template may not be any more.
  const wrong = fault(rendering.text);
  if (wrong !== undefined) throw badParameters(wrong);
  return rendering.text;
}

async function render(text: string, purpose: SecretPurpose | undefined): Promise<Rendering> {
  const [rendering] = purpose
    ? await renderAbout(purpose.work, purpose.model, [{ row: purpose.row, template: text }])
    : await renderTemplates([{ template: text, refs: { obj: null } }]);
  return rendering!;
}
