import type { ManifestReply, PanelFacts } from '@plumbline/engine';

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
  /** The media types of files that actions may answer with, by the path segment of those that do. */
  files?: Readonly<Record<string, readonly string[]>>;
  /** Answers do not name the API version (docs/contract/requests.md). */
  unversioned: boolean;
  /** Where its pages are in the navigation. */
  menu?: readonly MenuEntry[];
  /** Where on the home page its objects are counted. */
  home?: { section: string; at: number };
  /** What clients are told of its model; absent where it has no objects of its own. */
  model?: ModelFacts;
}

/** A model as clients see it. */
export interface ModelFacts {
  /** What one of its objects is called: `IP address`. */
  title: string;
  /** Paths of the values that name an object. */
  natural_key: readonly string[];
  /** Its objects stand in a tree. */
  tree: boolean;
  /** What its objects have beside their fields: notes, custom fields, a change log … */
  abilities: readonly string[];
  /** What a new object has in fields that are left out, where that is more than nothing: by field, as it is sent. */
  defaults: Readonly<Record<string, unknown>>;
  relations: readonly RelationFacts[];
  /** What each parameter of its list takes, and the model of the objects it names. */
  filters: Readonly<Record<string, { kind: string; to?: string; choices?: readonly (readonly [string, string])[] }>>;
}

/** A field that leads to objects of a model, and the filter that finds by it. */
export interface RelationFacts {
  field: string;
  to: string;
  many: boolean;
  /** What the objects are called, seen from the other end. */
  reverse?: string;
  filter?: string;
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
  /** Set where it answers what the page of an object shows. */
  panel?: PanelFacts;
}

/** What people are told of an application of others. */
export interface Plugin {
  /** `BGP models` */
  name: string;
  version: string;
  description?: string;
  author?: string;
  authorEmail?: string;
}

/** An application, with everything that can be asked of it. */
export interface Application {
  /** What people call it: `IPAM`; of one of others its plugin says that. */
  title?: string;
  /** Where its URLs begin below `/api/`, where that is not its name: `plugins/bgp`. */
  root?: string;
  endpoints: Endpoint[];
  outlying?: ExtraUrl[];
  /** Set of one that did not come with the program. */
  plugin?: Plugin;
}

/** An application as its service tells the gateway of it: what a message cannot carry it does not have either. */
export const asMessage = (application: Application): NonNullable<ManifestReply['application']> =>
  JSON.parse(JSON.stringify(application));
