import type { MenuEntry } from '@plumbline/process';
import type { Catalog } from '../catalog';

/** A page of the navigation, or a menu with more of them. */
export type MenuItem = MenuPage | Menu;

export interface MenuPage {
  label: string;
  path: string;
  /** The content type that one has to be allowed to view; absent where it takes somebody of the staff. */
  contentType?: string;
}

export interface Menu {
  label: string;
  items: MenuItem[];
}

/** A page of the gateway's own, which the staff alone sees. */
const installedApps = {
  entry: { under: ['Platform', 'Platform'], at: 630 },
  page: { label: 'Installed Apps', path: '/plugins/installed-plugins/' },
};

/** The navigation, with everything that a superuser sees: what the models say of their places in it. */
export function menuOf(catalog: Catalog): MenuItem[] {
  const placed: { entry: MenuEntry; page: MenuPage }[] = [installedApps];
  for (const [app, { root = app, endpoints }] of Object.entries(catalog.apps))
    for (const endpoint of endpoints)
      for (const entry of endpoint.menu ?? [])
        placed.push({
          entry,
          page: {
            label: entry.label ?? inCapitals(endpoint.plural),
            path: entry.page ?? `/${root}/${endpoint.name}/`,
            contentType: endpoint.label,
          },
        });
  const top: MenuItem[] = [];
  for (const { entry, page } of placed.sort((a, b) => a.entry.at - b.entry.at))
    entry.under.reduce(menuWithin, top).push(page);
  return top;
}

/** The items of the menu of this name among others; it is made where it is missing. */
function menuWithin(items: MenuItem[], label: string): MenuItem[] {
  const there = items.find((item): item is Menu => 'items' in item && item.label === label);
  if (there) return there.items;
  const made: Menu = { label, items: [] };
  items.push(made);
  return made.items;
}

const inCapitals = (words: string): string =>
  words
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
