import type { Bus, Call } from '@plumbline/bus';
import { apps } from '@plumbline/config';
import { contractRelease } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import { stringify } from 'yaml';
import { type Fragment, mergeFragments, type OpenApiDocument } from './document';

export type DescriptionForm = 'json' | 'yaml';

/** The description of the whole API, put together from what each service says of itself. */
export interface ApiDescription {
  /** The document for an API version; asks every service the first time, and throws when one does not answer. */
  document(version: string, call: Call): Promise<OpenApiDocument>;
  /** The same as text, written once. */
  text(version: string, form: DescriptionForm, call: Call): Promise<Buffer>;
}

/** Keeps what comes of `make` under a key, unless that is a failure. */
async function once<T>(kept: Map<string, T>, key: string, make: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = await make();
  kept.set(key, made);
  return made;
}

/** Services do not change while they run, so what they said is kept until the gateway restarts. */
export function createApiDescription(bus: Bus, log: Log, own: Fragment): ApiDescription {
  const documents = new Map<string, OpenApiDocument>();
  const texts = new Map<string, Buffer>();

  async function gather(version: string, call: Call): Promise<OpenApiDocument> {
    const ask = (app: string) => bus.request<Fragment>({ app, model: 'service', verb: 'openapi' }, {}, call);
    const fragments = await Promise.all(apps.map(ask));
    return mergeFragments([...fragments, own], `${contractRelease} (${version})`, (component) =>
      log.warn({ component }, 'two services describe a component differently'),
    );
  }

  async function write(version: string, form: DescriptionForm, call: Call): Promise<Buffer> {
    const described = await document(version, call);
    if (form === 'json') return Buffer.from(JSON.stringify(described));
    return Buffer.from(stringify(described, { aliasDuplicateObjects: false, lineWidth: 0 }));
  }

  const document = (version: string, call: Call) => once(documents, version, () => gather(version, call));

  return {
    document,
    text: (version, form, call) => once(texts, `${version} ${form}`, () => write(version, form, call)),
  };
}
