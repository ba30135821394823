import { isIP } from 'node:net';
import type { LdapSettings } from '@plumbline/config';
import { Client } from 'ldapts';

/** A connection to the first server that can be reached, encrypted as the settings say; throws what the last one said. */
export async function openDirectory(settings: LdapSettings): Promise<Client> {
  let failure: unknown;
  for (const url of settings.urls) {
    try {
      return await openServer(url, settings);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function openServer(url: string, { start_tls, ca_file, timeout }: LdapSettings): Promise<Client> {
  const { hostname, protocol } = new URL(url);
  const tls = {
    host: hostname,
    ...(isIP(hostname) ? {} : { servername: hostname }),
    ...(ca_file === undefined ? {} : { ca: [ca_file] }),
  };
  const milliseconds = timeout * 1_000;
  const client = new Client({
    url,
    timeout: milliseconds,
    connectTimeout: milliseconds,
    ...(protocol === 'ldaps:' ? { tlsOptions: tls } : {}),
  });
  try {
    if (protocol === 'ldap:' && start_tls) await client.startTLS(tls);
    // Whether it can be reached shows with the first question; the root entry may be read by anybody.
    else await client.search('', { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'], sizeLimit: 1 });
    return client;
  } catch (error) {
    await client.unbind().catch(() => undefined);
    throw error;
  }
}
