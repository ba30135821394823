/**
 * What the change log calls an endpoint: `ipam-api:prefix-list`; `plugins-api:bgp-api:peering-list` where the URLs of the
 * application begin with two segments.
 */
export const routeName = (root: string, name: string, end: string): string =>
  [...root.split('/').map((segment) => `${segment}-api`), `${name}-${end}`].join(':');
