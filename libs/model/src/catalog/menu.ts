/** Where a page of a model's objects is in the navigation. */
export interface MenuEntry {
  /** The menus it is in, from the outermost: `['Inventory', 'Devices']`. */
  under: readonly string[];
  /** Entries stand in the order of these numbers, and menus in that of their first entries. */
  at: number;
  /** What it is called there; by default the model's plural, in capitals. */
  label?: string;
  /** The page's path; by default that of the list of objects. */
  page?: string;
}

/** Where on the home page the objects of a model are counted. */
export interface HomeEntry {
  section: string;
  /** Within their section, entries stand in the order of these numbers. */
  at: number;
}
