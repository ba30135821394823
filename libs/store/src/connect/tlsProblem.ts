import { certificateFault } from '@plumbline/config';

/** TLS keeps us from a PostgreSQL server: the message names the server and the parameter, and says what to do. */
export class TlsProblem extends Error {
  constructor(where: string, what: string, cause?: unknown) {
    super(`PostgreSQL on ${where}: ${what}`, cause === undefined ? {} : { cause });
    this.name = 'TlsProblem';
  }
}

/** Codes of the alert with which a server ends a handshake because of the certificate we showed, or did not show. */
const alertOfCertificate = /ALERT.*(CERTIFICATE|UNKNOWN_CA)/;

/** What is said of TLS in an address cannot be: a file that is not there, or a parameter that means nothing. */
export class TlsSettingsProblem extends TlsProblem {
  readonly liesInSettings = true;
}

/** A failure under TLS in words; `trusted` is what the server's certificate was held against. */
export function tlsProblem(where: string, mode: string, trusted: string, error: Error): TlsProblem {
  const { code = '', message, reason = message } = error as Error & { code?: string; reason?: string };
  return new TlsProblem(where, inWords(), error);

  function inWords(): string {
    const fault = certificateFault(code);
    if (fault === 'name')
      return `sslmode=${mode} wants a certificate of that name, and the server's has another: ${reason} Call the server by a name of its certificate, or give it one of this name.`;
    if (fault === 'trust')
      return `its certificate was not signed by an authority in sslrootcert (${trusted}): ${reason}. Name the certificate of the authority that signed it there.`;
    if (fault === 'good')
      return `its certificate is not good: ${reason} (sslmode=${mode}, sslrootcert ${trusted}). Give the server a new one.`;
    if (alertOfCertificate.test(code))
      return `it does not take the certificate in sslcert: ${reason}. Show one that was signed by an authority in its ssl_ca_file.`;
    return `TLS fails: ${reason} (sslmode=${mode}).`;
  }
}
