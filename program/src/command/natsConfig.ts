import { writeFileSync } from 'node:fs';
import { exitCodes, notWritten, readArguments, UsageError } from '@plumbline/command';
import { demandSecretKey, readSettings } from '@plumbline/config';
import { brokerAuthorization } from '../broker';
import { allServicesOf } from '../start/services';

/**
 * Prints what a nats-server's configuration must say of who may do what, or writes it into a file; and of TLS, where
 * the files are named that the server has for it.
 */
export async function natsConfig(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, words, rest } = readArguments(argv, { values: ['tls-cert', 'tls-key', 'tls-ca'] });
  const [file, ...others] = words;
  if (others.length > 0) throw new UsageError(`nats-config takes one file, not also ${others.join(' ')}.`);
  const settings = await demandSecretKey(readSettings(env, rest));
  const text = `${brokerTls(values)}${brokerAuthorization(settings.secretKey, allServicesOf(settings))}`;
  if (file === undefined) process.stdout.write(text);
  else writeNamed(file, text);
  return exitCodes.done;
}

function writeNamed(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw notWritten(file, error);
  }
}

/** The block that gives the server TLS; with an authority, every client must show a certificate that it signed. */
function brokerTls(values: ReadonlyMap<string, string>): string {
  const [certificate, key, ca] = ['tls-cert', 'tls-key', 'tls-ca'].map((name) => values.get(name));
  if (!certificate && !key && !ca) return '';
  if (!certificate || !key)
    throw new UsageError('--tls-cert and --tls-key go together: name the certificate of nats-server and its key.');
  const lines = [`cert_file: ${JSON.stringify(certificate)}`, `key_file: ${JSON.stringify(key)}`];
  if (ca) lines.push(`ca_file: ${JSON.stringify(ca)}`, 'verify: true');
  return `tls {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}
