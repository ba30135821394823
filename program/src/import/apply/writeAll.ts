import type { Row } from '@plumbline/model';
import { bytesIn, withBytes } from './files';
import { type Answer, type Api, ApiUnusable } from './openApi';

/** A body that Plumbline does not take, by its place in the list. */
export interface Refusal {
  index: number;
  reason: string;
  /** The fields that it names. */
  fields: string[];
}

export interface Written {
  done: [index: number, object: Row][];
  refusals: Refusal[];
}

/**
 * Writes as much of a list as Plumbline takes, in few requests: those that it names as wrong are left out of the next
 * attempt, and where it names none of them the list is halved.
 */
export async function writeAll(
  api: Api,
  method: 'POST' | 'PATCH',
  endpoint: string,
  bodies: readonly Row[],
): Promise<Written> {
  const written: Written = { done: [], refusals: [] };
  const open: (readonly number[])[] = portionsOf(bodies);
  for (let places = open.shift(); places !== undefined; places = open.shift()) {
    if (places.length === 0) continue;
    const answer = await api.write(
      method,
      endpoint,
      await Promise.all(places.map((index) => withBytes(bodies[index]!))),
    );
    if (answer.status < 300) {
      const objects = answer.body as Row[];
      for (const [at, index] of places.entries()) written.done.push([index, objects[at]!]);
      continue;
    }
    refuseUnlessClients(endpoint, answer);
    const wrong = wrongPlaces(answer, places.length);
    if (wrong) {
      for (const [at, said] of wrong) written.refusals.push(refusal(places[at]!, said));
      open.unshift(places.filter((_, at) => !wrong.has(at)));
    } else if (places.length === 1) {
      written.refusals.push(refusal(places[0]!, Array.isArray(answer.body) ? answer.body[0] : answer.body));
    } else {
      const middle = Math.ceil(places.length / 2);
      open.unshift(places.slice(0, middle), places.slice(middle));
    }
  }
  written.done.sort(([a], [b]) => a - b);
  return written;
}

/** Bytes of files that are sent at a time, unless a single one has more. */
const bytesAtATime = 4_000_000;

/** The places of bodies, in as few parts as their files allow. */
function portionsOf(bodies: readonly Row[]): number[][] {
  const portions: number[][] = [[]];
  let bytes = 0;
  for (const [index, body] of bodies.entries()) {
    bytes += bytesIn(body);
    if (bytes > bytesAtATime && portions.at(-1)!.length > 0) {
      portions.push([]);
      bytes = bytesIn(body);
    }
    portions.at(-1)!.push(index);
  }
  return portions;
}

function refuseUnlessClients(endpoint: string, { status, body }: Answer): void {
  if (status === 400 || status === 409 || status === 413) return;
  if (status === 401 || status === 403)
    throw new ApiUnusable(`Plumbline does not let this token write ${endpoint} (${status}): use one of a superuser.`);
  throw new ApiUnusable(`Plumbline answered ${status} to a write of ${endpoint}: ${reasonOf(body).slice(0, 500)}`);
}

/** The reasons by place, where the answer is a list as long as what was sent that names some of it. */
function wrongPlaces({ body }: Answer, length: number): Map<number, object> | undefined {
  if (!Array.isArray(body) || body.length !== length) return undefined;
  const wrong = new Map<number, object>();
  for (const [at, one] of body.entries())
    if (typeof one === 'object' && one !== null && Object.keys(one).length > 0) wrong.set(at, one);
  return wrong.size > 0 ? wrong : undefined;
}

const refusal = (index: number, said: unknown): Refusal => ({
  index,
  reason: reasonOf(said),
  fields: typeof said === 'object' && said !== null ? Object.keys(said) : [],
});

/** An answer's errors as a sentence for people. */
function reasonOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return body.map(reasonOf).filter(Boolean).join(' ');
  if (typeof body !== 'object' || body === null) return String(body);
  return Object.entries(body)
    .map(([field, value]) =>
      field === '__all__' || field === 'detail' ? reasonOf(value) : `${field}: ${reasonOf(value)}`,
    )
    .join('; ');
}
