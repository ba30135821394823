import type { Bus } from '@plumbline/bus';
import { type GatewayRequest, lastValue, problems, type Query } from '@plumbline/http';
import type { Plugin } from '@plumbline/process';
import type { OpenAPIV3 } from 'openapi-types';
import type { Catalog } from '../catalog';
import type { ApiView } from './apiView';
import { isStaff } from './grants';

/** What the index of everything names beside applications. */
const furtherEntries = ['graphql', 'plugins', 'status'];

/** A map from names to the absolute URLs below `path`; a `format` the client asked for goes with the links. */
function links(names: readonly string[], path: string, { base }: GatewayRequest, query: Query): Record<string, string> {
  const format = lastValue(query, 'format');
  const suffix = format ? `?format=${encodeURIComponent(format)}` : '';
  return Object.fromEntries(names.map((name) => [name, `${base}${path}${name}/${suffix}`]));
}

/** A plugin as clients know it: what it does not say is an empty text. */
const shownPlugin = (app: string, { name, version, description = '', author = '', authorEmail = '' }: Plugin) => ({
  name,
  package: app,
  author,
  author_email: authorEmail,
  description,
  version,
});

const schema: OpenAPIV3.SchemaObject = { type: 'object', additionalProperties: { type: 'string', format: 'uri' } };

/** The index pages: of everything, of each application, and of plugins. */
export function indexViews(bus: Bus, catalog: Catalog): ApiView[] {
  const applications = Object.entries(catalog.apps);
  const ours = applications.flatMap(([app, { plugin }]) => (plugin ? [] : [app]));
  const rootEntries = [...ours, ...furtherEntries].sort();
  const root: ApiView = {
    path: '/api/',
    name: 'API Root',
    description:
      'This is the root of the REST API.\n\nAPI endpoints are arranged by app and model name; e.g. `/api/dcim/locations/`.',
    read: (gatewayRequest, query) => links(rootEntries, '/api/', gatewayRequest, query),
  };
  const appIndexes = applications.map(
    ([app, { root: path = app, title: appTitle = app, endpoints, plugin }]): ApiView => {
      const names = endpoints.map(({ name }) => name).sort();
      const title = plugin?.name ?? appTitle;
      return {
        path: `/api/${path}/`,
        name: title,
        description: `${title} API root view`,
        read: (gatewayRequest, query) => links(names, `/api/${path}/`, gatewayRequest, query),
      };
    },
  );
  const installed = applications.flatMap(([app, { plugin }]) => (plugin ? [{ app, plugin }] : []));
  const pluginNames = ['installed-plugins', ...installed.map(({ app }) => app)];
  const plugins: ApiView = {
    path: '/api/plugins/',
    name: 'Plugins',
    description: 'Plugins API root view',
    schema,
    read: (gatewayRequest, query) => links(pluginNames, '/api/plugins/', gatewayRequest, query),
  };
  const installedPlugins: ApiView = {
    path: '/api/plugins/installed-plugins/',
    name: 'Installed Plugins',
    description: 'The plugins of this server: the applications of others that it runs.',
    schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
    async read(gatewayRequest) {
      if (!(await isStaff(bus, gatewayRequest))) throw problems.forbidden();
      return installed.map(({ app, plugin }) => shownPlugin(app, plugin));
    },
  };
  return [root, ...appIndexes, plugins, installedPlugins];
}
