import type { Bus } from '@plumbline/bus';
import type { Grants, Visit } from '@plumbline/http';
import { type Catalog, permissionLabel } from '../catalog';
import type { ApiView } from './api-view';
import { borrowedPages, type MenuEntries, menuEntries } from './menu-entries';

/** Decides which pages stay. */
type IsShown = (path: string) => boolean;

function prune(entries: MenuEntries, isShown: IsShown): MenuEntries {
  const kept: [string, string | MenuEntries][] = [];
  for (const [label, entry] of Object.entries(entries)) {
    if (typeof entry === 'string') {
      if (isShown(entry)) kept.push([label, entry]);
      continue;
    }
    const inner = prune(entry, isShown);
    if (Object.keys(inner).length > 0) kept.push([label, inner]);
  }
  return Object.fromEntries(kept);
}

/** The navigation of a user: what exists here and what they may view. */
export function menuView(bus: Bus, catalog: Catalog): ApiView {
  const contentTypes = new Map<string, string>();
  for (const [app, { endpoints }] of Object.entries(catalog.apps)) {
    for (const endpoint of endpoints) contentTypes.set(`/${app}/${endpoint.name}/`, permissionLabel(endpoint));
  }

  function permissionsOf(visit: Visit): Promise<Grants> {
    visit.cost.bus += 1;
    const { userId } = visit.identity;
    return bus.request<Grants>({ app: 'users', model: 'identity', verb: 'permissions' }, { userId }, visit);
  }

  return {
    path: '/api/ui/get-menu/',
    name: 'Get Menu',
    description: 'The navigation: labels and the pages they lead to, as far as you may view them.',
    schema: { type: 'object', additionalProperties: true },
    async read(visit) {
      const grants = visit.identity.isSuperuser ? undefined : await permissionsOf(visit);
      return prune(menuEntries, (path) => {
        const contentType = contentTypes.get(borrowedPages[path] ?? path);
        if (contentType === undefined) return path === '/plugins/installed-plugins/' && grants === undefined;
        return grants === undefined || grants[contentType]?.view !== undefined;
      });
    },
  };
}
