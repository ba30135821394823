/** What a service contributes: its paths (without `/api`) and the schemas they speak of. */
export interface Fragment {
  paths: Record<string, object>;
  components?: Record<string, Record<string, object>>;
}

/** An OpenAPI document of everything the server can do. */
export interface OpenApiDocument extends Fragment {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string }[];
  components: Record<string, Record<string, object>>;
}

const securitySchemes = {
  cookieAuth: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
  tokenAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The word `Token`, a space and the key: `Token 0123456789abcdef0123456789abcdef01234567`',
  },
  basicAuth: { type: 'http', scheme: 'basic' },
};

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
const sorted = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).sort(byName));

function tagsOf(paths: Record<string, object>): { name: string }[] {
  const names = Object.keys(paths).map((path) => path.split('/')[1] ?? '');
  return [...new Set(names)].map((name) => ({ name }));
}

/**
 * Puts the fragments of all services together. Where two describe a component of the same name, the first one stands
 * and `onConflict` hears of it unless they agree.
 */
export function mergeFragments(
  fragments: readonly Fragment[],
  version: string,
  onConflict: (component: string) => void,
): OpenApiDocument {
  const paths: Record<string, object> = {};
  const components: Record<string, Record<string, object>> = {};
  for (const fragment of fragments) {
    Object.assign(paths, fragment.paths);
    for (const [kind, entries] of Object.entries(fragment.components ?? {})) {
      components[kind] ??= {};
      const known = components[kind];
      for (const [name, entry] of Object.entries(entries)) {
        const before = known[name];
        if (before === undefined) known[name] = entry;
        else if (JSON.stringify(before) !== JSON.stringify(entry)) onConflict(`${kind}/${name}`);
      }
    }
  }
  const ordered = Object.fromEntries(Object.entries(components).map(([kind, entries]) => [kind, sorted(entries)]));
  return {
    openapi: '3.0.3',
    info: {
      title: 'API Documentation',
      version,
      description: 'The network source of truth: everything it holds, and everything one may ask of it.',
    },
    servers: [{ url: '/api' }],
    security: [{ cookieAuth: [] }, { tokenAuth: [] }],
    tags: tagsOf(sorted(paths)),
    paths: sorted(paths),
    components: { ...ordered, securitySchemes: { ...securitySchemes, ...ordered.securitySchemes } },
  };
}
