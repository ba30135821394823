import { certificateFault } from '@plumbline/config';
import type { BrokerTls } from './brokerTls';

/** TLS keeps us from the broker: the message names the address and the setting, and says what to do. */
export class BrokerProblem extends Error {
  constructor(where: string, what: string, cause: unknown) {
    super(`NATS on ${where}: ${what}`, { cause });
    this.name = 'BrokerProblem';
  }
}

/**
 * What TLS has to do with a failed attempt to connect, in words; undefined when it has nothing to do with it. A broker
 * that hangs up again and again under TLS does not like our certificate.
 */
export function brokerProblem(
  where: string,
  { ca, certificate }: BrokerTls,
  error: unknown,
  hangsUp = false,
): BrokerProblem | undefined {
  const { code = '', message = '', cause } = error as { code?: string; message?: string; cause?: { code?: string } };
  const reason = (error as { reason?: string }).reason ?? message;
  const codes = `${code} ${cause?.code ?? ''}`.trim();
  const what = inWords();
  return what === undefined ? undefined : new BrokerProblem(where, what, error);

  function inWords(): string | undefined {
    const fault = certificateFault(code);
    if (fault === 'name')
      return `its certificate is for another name: ${reason} Call it in NATS_URL by a name of its certificate.`;
    if (fault !== undefined)
      return `its certificate was not signed by an authority in NATS_CA (${ca ?? 'unset: those this machine trusts'}), or is not good any more: ${reason}. Name the certificate of the authority that signed it there.`;
    if (hangsUp || /ALERT.*(CERTIFICATE|UNKNOWN_CA)/.test(codes))
      return certificate === undefined
        ? 'it wants a certificate of ours. Name one that it trusts, and its key, in NATS_CERT and NATS_KEY.'
        : `it does not take the certificate in NATS_CERT (${certificate}): ${reason}. Name one that its ca_file vouches for.`;
    if (message.includes("does not support 'tls'"))
      return 'it offers no TLS, and NATS_URL (tls://), NATS_CA or NATS_CERT asks for it. Give it a tls block (plumbline nats-config --tls-cert …), or call it nats:// without them.';
    if (/doesn't exist|EACCES|KEY_VALUES_MISMATCH|ERR_OSSL|PEM|no start line/i.test(`${codes} ${message}`))
      return `NATS_CA, NATS_CERT and NATS_KEY name files that cannot be used: ${reason}.`;
    return codes.includes('ERR_SSL') ? `TLS fails: ${reason}.` : undefined;
  }
}
