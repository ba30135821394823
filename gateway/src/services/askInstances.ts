import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { json } from 'node:stream/consumers';
import type { App } from '@plumbline/config';
import type { Instance, Instances } from './instances';

/** What every process answers that takes connections. */
const livePath = '/health/live/';

/** Asks every process of a service for a document; who does not give it within the milliseconds is left out. */
export async function askInstances<T>(
  instances: Instances,
  path: string,
  within: number,
  headers: Record<string, string>,
): Promise<T[]> {
  const asked = (await instances.nextFirst()).map((instance) =>
    ask<T>(instance, path, headers, AbortSignal.timeout(within)),
  );
  const answers = await Promise.allSettled(asked);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}

/**
 * What keeps us from each process of a service, undefined for one that answers within the milliseconds, whatever it says: only another
 * service may not say that it is there. Releases that do not say who they are are believed.
 */
export async function reachInstances(app: App, instances: Instances, within: number): Promise<(string | undefined)[]> {
  return Promise.all((await instances.nextFirst()).map((instance) => reach(app, instance, within)));
}

async function reach(app: App, instance: Instance, within: number): Promise<string | undefined> {
  const asked = send(instance, livePath, {}, AbortSignal.timeout(within));
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const said: unknown = await json(answer).catch(() => undefined);
    const { service = app } = (said ?? {}) as { service?: unknown };
    return service === app ? undefined : `the ${service} service answers at ${instance.url.host}`;
  } catch (error) {
    const { name, message, code } = error as Error & { code?: unknown };
    return name === 'AbortError' ? 'no answer in time' : message || String(code);
  }
}

function send(
  { url, address }: Instance,
  path: string,
  more: Record<string, string>,
  signal: AbortSignal,
): ClientRequest {
  const secure = url.protocol === 'https:';
  const servername = url.hostname.replace(/^\[|\]$/g, '');
  const headers = { host: url.host, ...more };
  const options = { host: address, port: url.port || (secure ? 443 : 80), path, headers, signal };
  return secure ? getSecurely({ ...options, servername }) : get(options);
}

function ask<T>(instance: Instance, path: string, more: Record<string, string>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = send(instance, path, more, signal);
    request.once('error', reject);
    request.once('response', (answer) => {
      if (answer.statusCode === 200) json(answer).then((document) => resolve(document as T), reject);
      else {
        answer.resume();
        reject(new Error(`${instance.url.host} answered with ${answer.statusCode}`));
      }
    });
  });
}
