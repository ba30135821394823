import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Bus, Call } from '@plumbline/bus';
import type { App } from '@plumbline/config';
import { contractRelease } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import { type Hearing, hear } from '../hear';
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
export interface ApiDescription extends Hearing {
  /** The document for an API version; what services said is kept. Throws when one does not answer and none was put together before. */
  document(version: string, call: Call): Promise<OpenApiDocument>;
  /** The same as text, written once. */
  text(version: string, form: DescriptionForm, call: Call): Promise<DescriptionText>;
}

/** Milliseconds after a service has started in which the process whose place it takes may still answer instead. */
const replacedWithin = 180_000;
/** Milliseconds for which what services say then is kept. */
const keptMeanwhile = 10_000;

/** A document, with what was written of it. */
interface Described {
  document: OpenApiDocument;
  texts: Map<DescriptionForm, Promise<DescriptionText>>;
}

interface Kept {
  answer: Promise<Described>;
  /** Epoch milliseconds until which it holds. */
  until: number;
}

/** Keeps what services say, which do not change while they run, until one starts: it may be of another version than before. */
export function createApiDescription(bus: Bus, apps: readonly App[], log: Log, own: Fragment): ApiDescription {
  const kept = new Map<string, Kept>();
  /** The last that was put together, for while a service that is replaced cannot be asked. */
  const last = new Map<string, Described>();
  let settledAt = Date.now() + replacedWithin;
  const forget = () => {
    kept.clear();
    settledAt = Date.now() + replacedWithin;
  };
  const services = hear(bus, { app: '*', model: 'service', verb: 'started' }, log, forget);

  async function gather(version: string, call: Call): Promise<OpenApiDocument> {
    const ask = (app: string) => bus.request<Fragment>({ app, model: 'service', verb: 'openapi' }, {}, call);
    const fragments = await Promise.all(apps.map(ask));
    const merged = mergeFragments([...fragments, own], `${contractRelease} (${version})`, (component) =>
      log.warn({ component }, 'two services describe a component differently'),
    );
    return inlineParameters(merged);
  }

  /** Who asks while the services are asked waits for the same; a failure is not kept. */
  function described(version: string, call: Call): Promise<Described> {
    const now = Date.now();
    const known = kept.get(version);
    if (known && now < known.until) return known.answer;
    const until = now < settledAt ? now + keptMeanwhile : Number.POSITIVE_INFINITY;
    const answer = gather(version, call).then((document): Described => {
      const found = { document, texts: new Map() };
      last.set(version, found);
      return found;
    });
    const asked: Kept = {
      until,
      answer: answer.catch((error) => {
        if (kept.get(version) === asked) kept.delete(version);
        const before = last.get(version);
        if (!before) throw error;
        return before;
      }),
    };
    kept.set(version, asked);
    return asked.answer;
  }

  return {
    ...services,
    document: async (version, call) => (await described(version, call)).document,
    async text(version, form, call) {
      const { document, texts } = await described(version, call);
      const written = texts.get(form) ?? write(document, form);
      texts.set(form, written);
      written.catch(() => texts.delete(form));
      return written;
    },
  };
}

async function write(document: OpenApiDocument, form: DescriptionForm): Promise<DescriptionText> {
  const plain = Buffer.from(form === 'json' ? JSON.stringify(document) : yamlText(document));
  return { plain, gzip: await compress(plain) };
}
