import { type App, apps } from '@plumbline/config';
import { type GatewayRequest, lastValue, problems, type Query } from '@plumbline/http';
import type { OpenAPIV3 } from 'openapi-types';
import type { Catalog } from '../catalog';
import type { ApiView } from './apiView';

const rootEntries = [
  'circuits',
  'dcim',
  'extras',
  'graphql',
  'ipam',
  'plugins',
  'status',
  'tenancy',
  'users',
  'virtualization',
] as const;

const appTitles: Record<App, string> = {
  circuits: 'Circuits',
  dcim: 'DCIM',
  extras: 'Extras',
  ipam: 'IPAM',
  tenancy: 'Tenancy',
  users: 'Users',
  virtualization: 'Virtualization',
};

/** A map from names to the absolute URLs below `path`; a `format` the client asked for goes with the links. */
function links(names: readonly string[], path: string, { base }: GatewayRequest, query: Query): Record<string, string> {
  const format = lastValue(query, 'format');
  const suffix = format ? `?format=${encodeURIComponent(format)}` : '';
  return Object.fromEntries(names.map((name) => [name, `${base}${path}${name}/${suffix}`]));
}

const schema: OpenAPIV3.SchemaObject = { type: 'object', additionalProperties: { type: 'string', format: 'uri' } };

/** The index pages: of everything, of each application, and of plugins, of which there are none. */
export function indexViews(catalog: Catalog): ApiView[] {
  const root: ApiView = {
    path: '/api/',
    name: 'API Root',
    description:
      'This is the root of the REST API.\n\nAPI endpoints are arranged by app and model name; e.g. `/api/dcim/locations/`.',
    read: (gatewayRequest, query) => links(rootEntries, '/api/', gatewayRequest, query),
  };
  const appIndexes = apps.map((app): ApiView => {
    const names = catalog.apps[app].endpoints.map(({ name }) => name).sort();
    return {
      path: `/api/${app}/`,
      name: appTitles[app],
      description: `${appTitles[app]} API root view`,
      read: (gatewayRequest, query) => links(names, `/api/${app}/`, gatewayRequest, query),
    };
  });
  const plugins: ApiView = {
    path: '/api/plugins/',
    name: 'Plugins',
    description: 'Plugins API root view',
    schema,
    read: (gatewayRequest, query) => links(['installed-plugins'], '/api/plugins/', gatewayRequest, query),
  };
  const installedPlugins: ApiView = {
    path: '/api/plugins/installed-plugins/',
    name: 'Installed Plugins',
    description: 'The plugins of this server; it has none.',
    schema: { type: 'array', items: { type: 'object' } },
    read({ identity }) {
      if (!identity.isSuperuser) throw problems.forbidden();
      return [];
    },
  };
  return [root, ...appIndexes, plugins, installedPlugins];
}
