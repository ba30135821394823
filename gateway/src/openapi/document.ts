import type { OpenAPIV3 } from 'openapi-types';

/** What a service contributes: its paths (without `/api`) and the schemas they speak of. */
export interface Fragment {
  paths: OpenAPIV3.PathsObject;
  components?: OpenAPIV3.ComponentsObject;
}

/** An OpenAPI document of everything the server can do. */
export type OpenApiDocument = OpenAPIV3.Document & {
  info: { description: string };
  tags: OpenAPIV3.TagObject[];
  components: OpenAPIV3.ComponentsObject;
};

const securitySchemes: OpenAPIV3.ComponentsObject['securitySchemes'] = {
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

function tagsOf(paths: OpenAPIV3.PathsObject): { name: string }[] {
  const names = Object.keys(paths).map((path) => path.split('/')[1] ?? '');
  return [...new Set(names)].map((name) => ({ name }));
}

type Parameter = OpenAPIV3.ParameterObject | OpenAPIV3.ReferenceObject;

/**
 * The document as it is served: every parameter stands where it is used, since some clients read its `name` there and
 * follow no reference.
 */
export function inlineParameters(document: OpenApiDocument): OpenApiDocument {
  const { parameters: known = {}, ...components } = document.components;
  const stated = (parameter: Parameter): Parameter =>
    '$ref' in parameter ? known[parameter.$ref.split('/').at(-1)!]! : parameter;
  const inline = <T extends { parameters?: Parameter[] }>(holder: T): T =>
    holder.parameters ? { ...holder, parameters: holder.parameters.map(stated) } : holder;
  const inlined = Object.entries(document.paths).map(([path, item = {}]): [string, OpenAPIV3.PathItemObject] => {
    const parts = Object.entries(inline(item)).map(([name, part]) => [
      name,
      typeof part === 'string' || Array.isArray(part) ? part : inline(part),
    ]);
    return [path, Object.fromEntries(parts)];
  });
  return { ...document, paths: Object.fromEntries(inlined), components };
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
  const paths: OpenAPIV3.PathsObject = {};
  const components: Record<string, Record<string, unknown>> = {};
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
  const ordered: OpenAPIV3.ComponentsObject = Object.fromEntries(
    Object.entries(components).map(([kind, entries]) => [kind, sorted(entries)]),
  );
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
