import type { App } from '@plumbline/config';
import { lastValue, type Query } from '@plumbline/http';
import { partsOfLabel } from '@plumbline/model';
import type { Endpoint } from '@plumbline/process';
import type { Catalog } from '../catalog';
import { PlainRefusal } from './apiView';

/** A field of a model somebody asks about, and who owns the model. */
export interface AskedField {
  app: App;
  /** Where that one's URLs begin below `/api/`. */
  root: string;
  endpoint: Endpoint;
  /** The model's name without its application: `ipaddress`. */
  model: string;
  field: string;
}

/** Reads `content_type` and `field_name`; refuses with a bare text when one is missing or the model does not exist. */
export function readAskedField(catalog: Catalog, query: Query): AskedField {
  const label = lastValue(query, 'content_type');
  const field = lastValue(query, 'field_name');
  if (!label || !field) throw new PlainRefusal(400, 'content_type and field_name are required parameters');
  for (const [app, { root = app, endpoints }] of Object.entries(catalog.apps)) {
    const endpoint = endpoints.find((candidate) => candidate.label === label);
    if (endpoint) return { app, root, endpoint, model: partsOfLabel(label).model, field };
  }
  throw new PlainRefusal(404, 'content_type not found');
}

/** The two addresses of a view about the filters of a field; the first is the one in the OpenAPI document. */
export const fieldViewPaths = (name: string) =>
  [`/api/core/filterset-fields/${name}/`, `/api/ui/core/filterset-fields/${name}/`] as const;
