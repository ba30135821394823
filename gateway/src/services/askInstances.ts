import { type ClientRequest, get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { json } from 'node:stream/consumers';
import type { Instance, Instances } from './instances';

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

/** Whether any process of a service answers within the milliseconds, whatever it says; the reason of one that does not, else. */
export async function reachAny(instances: Instances, path: string, within: number): Promise<string | undefined> {
  const asked = (await instances.nextFirst()).map(
    (instance) =>
      new Promise<void>((resolve, reject) => {
        const request = send(instance, path, {}, AbortSignal.timeout(within));
        request.once('error', reject);
        request.once('response', (answer) => {
          answer.resume();
          resolve();
        });
      }),
  );
  try {
    await Promise.any(asked);
    return undefined;
  } catch (error) {
    const [first] = (error as AggregateError).errors as (Error & { code?: unknown })[];
    return first!.name === 'AbortError' ? 'no answer in time' : first!.message || String(first!.code);
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
