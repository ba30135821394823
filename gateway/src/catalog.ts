import type { App } from '@plumbline/config';

/** One endpoint of a service, as the gateway needs to know it. */
export interface Endpoint {
  /** The path segment: `ip-addresses`. */
  name: string;
  /** The model's label, which permissions are given on: `ipam.ipaddress`. */
  label: string;
  /** What several are called: `IP addresses`. */
  plural: string;
  /** The verbs of its URLs; none of a detail means that it has no objects of its own. */
  methods: {
    list: readonly string[];
    detail: readonly string[];
    /** By the path segment after the id. */
    actions: Readonly<Record<string, readonly string[]>>;
  };
  /** Answers do not name the API version (docs/contract/requests.md). */
  unversioned: boolean;
  /** Where its pages are in the navigation. */
  menu?: readonly MenuEntry[];
  /** Where on the home page its objects are counted. */
  home?: { section: string; at: number };
}

/** Where a page is in the navigation: in which menus, from the outermost; entries stand in the order of `at`. */
export interface MenuEntry {
  under: readonly string[];
  at: number;
  /** What it is called there; by default the endpoint's plural, in capitals. */
  label?: string;
  /** The page's path; by default that of the endpoint. */
  page?: string;
}

/** A URL of a service that does not lie below its application's. */
export interface ExtraUrl {
  path: string;
  methods: readonly string[];
  /** Nothing is written there, whatever the verb. */
  onlyReads?: boolean;
}

/** Everything that can be asked for under `/api/`, and the version of the program. */
export interface Catalog {
  apps: Record<App, { endpoints: Endpoint[]; outlying?: ExtraUrl[] }>;
  version: string;
}
