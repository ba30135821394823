import type { ProxySettings } from '@plumbline/config';
import type { SignInMethod } from '../method';

/** A proxy before us lets people in, and says whom in headers; the gateway takes its word alone. */
export const proxyMethod = (settings: ProxySettings): SignInMethod => ({
  kind: 'proxy',
  label: settings.label ?? 'the proxy',
  policy: settings,
  byHeaders({ username, email, first_name, last_name, groups }) {
    if (!username) return undefined;
    const names = (groups ?? '').split(settings.separator).map((name) => name.trim());
    return {
      subject: username,
      username,
      email,
      firstName: first_name,
      lastName: last_name,
      ...(settings.headers.groups === undefined
        ? {}
        : { groups: names.filter((name) => name !== '').map((name) => ({ name })) }),
      asserted: new Date(),
    };
  },
});
