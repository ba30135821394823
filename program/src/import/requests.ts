import { setTimeout as delay } from 'node:timers/promises';
import { certificateFault } from '@plumbline/config';

/** The server is out of reach, and has been for long. */
export class Unreachable extends Error {}

/** The server answers, but not this question: in the way it was asked there is no answer to be had. */
export class Unusable extends Error {}

/** The token may not read this. */
export class Refused extends Error {}

/** The server has nothing at this address. */
export class Absent extends Error {}

/** How long another server is waited for, in milliseconds. */
export interface Patience {
  /** Before something is asked for again the first time; twice as long each time after. */
  firstWait: number;
  longestWait: number;
  /** Without any answer that is one. */
  giveUpAfter: number;
  /** For one answer. */
  answerWithin: number;
  /** Before it is told that something is waited for; twice as long each time after. */
  silentFor: number;
}

/** Hears, in a sentence, that a server is waited for. */
export type Waiting = (text: string) => void;

/** What is allowed a server that is restarted, or guards itself against too many requests. */
export const usualPatience: Patience = {
  firstWait: 500,
  longestWait: 30_000,
  giveUpAfter: 10 * 60_000,
  answerWithin: 120_000,
  silentFor: 2_000,
};

/** Asks one server as whoever a token belongs to. */
export interface Requests {
  /** The JSON of an answer, to a GET or to a query in GraphQL; throws one of the errors above. */
  json(path: string, graphql?: string): Promise<unknown>;
  /** The bytes of a file that an object names by its address, which may be another server's; undefined when they cannot be had. */
  file(address: string): Promise<Buffer | undefined>;
}

/** A question fails this many times in a row before it is the question that counts as the trouble. */
const failuresInARow = 4;

/** Redirections that are followed within a server. */
const mostHops = 5;

/** Bytes of an answer: a page of a thousand objects that all hold much has a tenth of it. */
const largestAnswer = 256 * 1024 * 1024;

type Outcome =
  | { answer: Response; body: Buffer }
  /** It may go better later: after `wait` milliseconds, where the server says when. */
  | { trouble: string; wait?: number | undefined };

/** How a server is spoken to: what it is to answer with, and who asks. */
export interface Manners {
  accept: string;
  authorization: string;
}

/** How a server of the same contract is spoken to. */
export const contractManners = (token: string): Manners => ({
  accept: 'application/json; version=2.1',
  authorization: `Token ${token}`,
});

/** What to do about that which no waiting mends; undefined where waiting may. */
function adviceOn(trouble: string, code: string): string | undefined {
  if (trouble === 'bad port')
    return 'Nobody asks a web server at a port that is known for something else: give another one.';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'It does not speak TLS there: give the address with http://, or another port.';
  const fault = certificateFault(code);
  if (fault === 'name') return 'Its certificate is for another name: give the address with a name of its certificate.';
  if (fault === 'good') return 'Its certificate is not good (any more): give the server a new one.';
  if (fault === 'trust')
    return 'Its certificate is not trusted: name that of the authority which signed it in NODE_EXTRA_CA_CERTS, and give the same command again.';
  return undefined;
}

/** Speaks to the server at a base address. */
export function openRequests(
  base: string,
  { accept, authorization }: Manners,
  patience: Patience,
  waiting: Waiting = () => undefined,
): Requests {
  const own = { accept, authorization };

  /** Where what was asked of this server is to be had elsewhere: that one does not get to see the token. */
  const adviceToGo = (elsewhere: URL, url: string): string => {
    const path = url.slice(base.length);
    return url.startsWith(base) && elsewhere.href.endsWith(path)
      ? `it is at ${elsewhere.href.slice(0, -path.length)}: give that address.`
      : `it sends whoever asks to ${elsewhere.origin}. If that is the server, give its address there.`;
  };

  async function attempt(url: string, init: RequestInit, hops = mostHops): Promise<Outcome> {
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(patience.answerWithin) });
      const elsewhere = init.redirect === 'manual' ? redirection(url, answer) : undefined;
      if (elsewhere) {
        await answer.body?.cancel();
        if (elsewhere.origin !== new URL(url).origin) throw new Unreachable(`${url}: ${adviceToGo(elsewhere, url)}`);
        if (hops === 0) throw new Unusable('the server sends from one of its addresses to the next without end');
        return await attempt(elsewhere.href, init, hops - 1);
      }
      const body = await bodyOf(answer);
      if (!body) throw new Unusable(`the answer has more than ${largestAnswer} bytes`);
      if (answer.status !== 429 && ![502, 503, 504].includes(answer.status)) return { answer, body };
      return { trouble: `the server answered ${answer.status}`, wait: waitAskedFor(answer) };
    } catch (error) {
      if (error instanceof Unusable || error instanceof Unreachable) throw error;
      const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
      const trouble = cause?.message || cause?.code || message;
      const advice = adviceOn(trouble, cause?.code ?? '');
      if (advice !== undefined) throw new Unreachable(`${url}: ${trouble}. ${advice}`);
      return { trouble };
    }
  }

  /** Whether the server answers anything at all just now. */
  async function isUp(): Promise<boolean> {
    const outcome = await attempt(`${base}/api/status/`, { headers: own, redirect: 'manual' });
    return 'answer' in outcome && outcome.answer.status < 500;
  }

  async function persist(url: string, init: RequestInit): Promise<{ answer: Response; body: Buffer }> {
    const began = Date.now();
    let silentUntil = began + patience.silentFor;
    for (let failures = 1; ; failures++) {
      const outcome = await attempt(url, init);
      if ('answer' in outcome) return outcome;
      const isAskedToWait = outcome.wait !== undefined;
      if (!isAskedToWait && failures % failuresInARow === 0 && (await isUp())) throw new Unusable(outcome.trouble);
      // A server that asks for no wait at all is not asked without end either.
      const wait = isAskedToWait
        ? Math.max(outcome.wait!, patience.firstWait)
        : Math.min(patience.firstWait * 2 ** (failures - 1), patience.longestWait);
      if (Date.now() + wait - began > patience.giveUpAfter)
        throw new Unreachable(`${url}: ${outcome.trouble}. Give the same command again to go on from here.`);
      if (Date.now() + wait >= silentUntil) {
        const longest = Math.round((patience.giveUpAfter - (Date.now() - began)) / 60_000);
        waiting(`${base} is waited for, ${longest} min more at most: ${outcome.trouble}.`);
        silentUntil = began + 2 * (Date.now() + wait - began);
      }
      await delay(wait);
    }
  }

  return {
    json: async (path, graphql) => {
      const init: RequestInit = {
        redirect: 'manual',
        headers: own,
        ...(graphql && {
          method: 'POST',
          headers: { ...own, 'content-type': 'application/json' },
          body: JSON.stringify({ query: graphql }),
        }),
      };
      for (let attempts = 1; ; attempts++) {
        const { answer, body } = await persist(`${base}${path}`, init);
        const { status } = answer;
        if (status === 401 || status === 403) throw new Refused(`the token may not read it (${status})`);
        if (status === 404) throw new Absent('the server does not have it');
        const value = answer.ok ? readJson(body) : undefined;
        if (value !== undefined) return value;
        // A page of a proxy in place of JSON, or a server error, may have been a mishap; a client error is none.
        if (attempts === 3 || (status >= 400 && status < 500))
          throw new Unusable(answer.ok ? 'the answer is not JSON' : `the server answered ${status}`);
        await delay(patience.firstWait);
      }
    },
    file: async (address) => {
      if (!URL.canParse(address, base)) return undefined;
      const url = new URL(address, base);
      const { host, protocol } = new URL(base);
      if (!/^https?:$/.test(url.protocol)) return undefined;
      // Behind a proxy servers may name themselves otherwise than they are reached.
      const isOwn = url.host === host;
      if (isOwn) url.protocol = protocol;
      try {
        // Nobody but the server itself gets to see the token.
        const { answer, body } = await persist(url.href, {
          headers: isOwn ? { authorization: own.authorization } : {},
        });
        return answer.ok ? body : undefined;
      } catch (error) {
        if (error instanceof Unreachable && isOwn) throw error;
        return undefined;
      }
    },
  };
}

/** Where an answer sends whoever asked; undefined where it is no redirection. */
function redirection(url: string, { status, headers }: Response): URL | undefined {
  const location = headers.get('location');
  const isOne = [301, 302, 303, 307, 308].includes(status) && location !== null && URL.canParse(location, url);
  return isOne ? new URL(location, url) : undefined;
}

/** The body of an answer; undefined, with the rest of it left unread, when it is larger than any that is meant. */
async function bodyOf({ body }: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > largestAnswer) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The milliseconds of `Retry-After`, which holds seconds or a date. */
function waitAskedFor(answer: Response): number | undefined {
  const text = answer.headers.get('retry-after');
  if (text === null) return undefined;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
