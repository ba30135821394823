import type { App } from '@plumbline/config';

/** One endpoint of a service, as the gateway needs to know it. */
export interface Endpoint {
  /** The path segment: `ip-addresses`. */
  name: string;
  /** The model's label, which permissions are given on: `ipam.ipaddress`. */
  label: string;
  /** What several are called: `IP addresses`. */
  plural: string;
  /** The content type permissions are given on, where that is not the label. */
  permission?: string;
  /** The verbs of its URLs, where they are not those of an ordinary model. */
  methods?: {
    list?: readonly string[];
    detail?: readonly string[];
    /** By the path segment after the id; when given, there are no others. */
    actions?: Readonly<Record<string, readonly string[]>>;
  };
}

/** A URL of a service that does not lie below its application's. */
export interface Outlying {
  path: string;
  methods: readonly string[];
  /** Nothing is written there, whatever the verb. */
  onlyReads?: boolean;
}

/** Everything that can be asked for under `/api/`, and the version of the program. */
export interface Catalog {
  apps: Record<App, { endpoints: Endpoint[]; outlying?: Outlying[] }>;
  version: string;
}

/** The content type whose permissions decide over an endpoint. */
export const permissionLabel = (endpoint: Endpoint) => endpoint.permission ?? endpoint.label;
