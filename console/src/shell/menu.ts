import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Models } from '../api/models';
import { capitalized, useModels } from '../api/models';
import { request } from '../api/request';
import { pages } from '../pages/registry';

/** Labels lead to a page's path or to a further menu. */
interface SentMenu {
  [label: string]: string | SentMenu;
}

export interface MenuLink {
  label: string;
  path: string;
  /** The model whose list it is, where it is one. */
  model?: string;
}

export interface MenuGroup {
  label: string;
  links: MenuLink[];
}

export interface MenuSection {
  label: string;
  groups: MenuGroup[];
}

/** Asks for the navigation of whoever is signed in. */
export const menuQuery = queryOptions({
  queryKey: ['menu'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await request<SentMenu>('GET', '/api/ui/get-menu/', { signal })).data,
});

/** The navigation: what the server tells of, as far as the console has pages for it, and models it has no place for. */
export function useMenu(): MenuSection[] {
  const models = useModels();
  return menuOf(useSuspenseQuery(menuQuery).data, models);
}

function menuOf(sent: SentMenu, models: Models): MenuSection[] {
  const placed = new Set<string>();
  const linkOf = (label: string, path: string): MenuLink[] => {
    const found = models.at(path);
    const model = found?.rest.length === 0 && found.model.may.includes('view') ? found.model : undefined;
    if (model) placed.add(model.label);
    if (model) return [{ label, path, model: model.label }];
    return pages.some((page) => page.path === path) ? [{ label, path }] : [];
  };
  const sections = Object.entries(sent).map(
    ([label, groups]): MenuSection => ({
      label,
      groups: typeof groups === 'string' ? [{ label, links: linkOf(label, groups) }] : groupsOf(groups, linkOf),
    }),
  );
  for (const { under, label, path, requires } of pages) {
    if (!under || sections.some(({ groups }) => groups.some(({ links }) => links.some((link) => link.path === path))))
      continue;
    if (requires && !models.find(requires)?.may.includes('view')) continue;
    const section = sections.find((one) => one.label === under[0]) ?? added(sections, { label: under[0], groups: [] });
    const group =
      section.groups.find((one) => one.label === under[1]) ?? added(section.groups, { label: under[1], links: [] });
    group.links.push({ label, path });
  }
  const others = models.all.filter(({ label, may }) => !placed.has(label) && may.includes('view'));
  const byApp = Map.groupBy(others, ({ app }) => app);
  if (byApp.size > 0)
    sections.push({
      label: 'More',
      groups: [...byApp].map(([app, found]) => ({
        label: groupNames[app] ?? capitalized(app),
        links: found.map(({ label, plural, url }) => ({ label: capitalized(plural), path: url, model: label })),
      })),
    });
  return sections
    .map((section) => ({ ...section, groups: section.groups.filter(({ links }) => links.length > 0) }))
    .filter(({ groups }) => groups.length > 0);
}

/** Menus within a group are groups of their own after it. */
function groupsOf(menu: SentMenu, linkOf: (label: string, path: string) => MenuLink[]): MenuGroup[] {
  return Object.entries(menu).flatMap(([label, entry]): MenuGroup[] => {
    if (typeof entry === 'string') return [{ label, links: linkOf(label, entry) }];
    const links = Object.entries(entry).flatMap(([name, inner]) =>
      typeof inner === 'string' ? linkOf(name, inner) : [],
    );
    const inner = Object.fromEntries(Object.entries(entry).filter(([, value]) => typeof value !== 'string'));
    return [{ label, links }, ...groupsOf(inner, linkOf)];
  });
}

/** What applications are called whose names are no words. */
const groupNames: Record<string, string> = { dcim: 'DCIM', ipam: 'IPAM', users: 'Administration' };

function added<T>(list: T[], item: T): T {
  list.push(item);
  return item;
}
