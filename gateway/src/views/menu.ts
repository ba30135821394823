import type { Bus } from '@plumbline/bus';
import type { Catalog } from '../catalog';
import type { ApiView } from './apiView';
import { grantsOf, isStaff } from './grants';
import { type MenuItem, type MenuPage, menuOf } from './menuEntries';

/** Labels lead to a page's path or to a further menu. */
interface ShownMenu {
  [label: string]: string | ShownMenu;
}

/** What is shown of menus; those with nothing in them are not. */
function shown(items: readonly MenuItem[], isShown: (page: MenuPage) => boolean): ShownMenu {
  const kept: [string, string | ShownMenu][] = [];
  for (const item of items) {
    if ('path' in item) {
      if (isShown(item)) kept.push([item.label, item.path]);
      continue;
    }
    const inner = shown(item.items, isShown);
    if (Object.keys(inner).length > 0) kept.push([item.label, inner]);
  }
  return Object.fromEntries(kept);
}

/** The navigation of a user: what exists here and what they may view. */
export function menuView(bus: Bus, catalog: Catalog): ApiView {
  const menu = menuOf(catalog);

  return {
    path: '/api/ui/get-menu/',
    name: 'Get Menu',
    description: 'The navigation: labels and the pages they lead to, as far as you may view them.',
    schema: { type: 'object', additionalProperties: true },
    async read(gatewayRequest) {
      const [grants, staff] = await Promise.all([grantsOf(bus, gatewayRequest), isStaff(bus, gatewayRequest)]);
      const mayView = (contentType: string) => grants === undefined || grants[contentType]?.view !== undefined;
      return shown(menu, ({ contentType }) => (contentType === undefined ? staff : mayView(contentType)));
    },
  };
}
