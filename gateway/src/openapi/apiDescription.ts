import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Bus, Call } from '@plumbline/bus';
import type { App } from '@plumbline/config';
import { contractRelease } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import { type Fragment, inlineParameters, mergeFragments, type OpenApiDocument } from './document';
import { yamlText } from './yaml';

const compress = promisify(gzip);

export type DescriptionForm = 'json' | 'yaml';

/** A text that is sent often: as it is, and compressed. */
export interface DescriptionText {
  plain: Buffer;
  gzip: Buffer;
}

/** The description of the whole API, put together from what each service says of itself. */
export interface ApiDescription {
  /** The document for an API version; asks every service the first time, and throws when one does not answer. */
  document(version: string, call: Call): Promise<OpenApiDocument>;
  /** The same as text, written once. */
  text(version: string, form: DescriptionForm, call: Call): Promise<DescriptionText>;
}

/** Keeps what comes of `make` under a key, unless that is a failure; who asks meanwhile waits for the same. */
function keptPromise<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}

/** Services do not change while they run, so what they said is kept until the gateway restarts. */
export function createApiDescription(bus: Bus, apps: readonly App[], log: Log, own: Fragment): ApiDescription {
  const documents = new Map<string, Promise<OpenApiDocument>>();
  const texts = new Map<string, Promise<DescriptionText>>();

  async function gather(version: string, call: Call): Promise<OpenApiDocument> {
    const ask = (app: string) => bus.request<Fragment>({ app, model: 'service', verb: 'openapi' }, {}, call);
    const fragments = await Promise.all(apps.map(ask));
    const merged = mergeFragments([...fragments, own], `${contractRelease} (${version})`, (component) =>
      log.warn({ component }, 'two services describe a component differently'),
    );
    return inlineParameters(merged);
  }

  async function write(version: string, form: DescriptionForm, call: Call): Promise<DescriptionText> {
    const described = await document(version, call);
    const plain = Buffer.from(form === 'json' ? JSON.stringify(described) : yamlText(described));
    return { plain, gzip: await compress(plain) };
  }

  const document = (version: string, call: Call) => keptPromise(documents, version, () => gather(version, call));

  return {
    document,
    text: (version, form, call) => keptPromise(texts, `${version} ${form}`, () => write(version, form, call)),
  };
}
