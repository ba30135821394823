import { get } from 'node:http';
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

function ask<T>(
  { url, address }: Instance,
  path: string,
  more: Record<string, string>,
  signal: AbortSignal,
): Promise<T> {
  const secure = url.protocol === 'https:';
  const servername = url.hostname.replace(/^\[|\]$/g, '');
  const headers = { host: url.host, ...more };
  const options = { host: address, port: url.port || (secure ? 443 : 80), path, headers, signal };
  return new Promise((resolve, reject) => {
    const request = secure ? getSecurely({ ...options, servername }) : get(options);
    request.once('error', reject);
    request.once('response', (answer) => {
      if (answer.statusCode === 200) json(answer).then((document) => resolve(document as T), reject);
      else {
        answer.resume();
        reject(new Error(`${url.host} answered with ${answer.statusCode}`));
      }
    });
  });
}
