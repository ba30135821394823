import type { TestAnswer, TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export type Shown = any;

/** All services in one process, and how tests speak to them. */
export interface Network {
  plumbline: TestServices;
  send(method: string, path: string, body?: unknown): Promise<TestAnswer>;
  /** Makes an object, or several; the test fails when it cannot. */
  make(path: string, body: unknown): Promise<Shown>;
  show(path: string): Promise<Shown>;
}

/** Starts all services. */
export async function startNetwork(): Promise<Network> {
  const plumbline = await startEveryService();
  const send: Network['send'] = (method, path, body) => plumbline.request(method, `/api/${path}`, body);
  const expected = async (status: number, answer: Promise<TestAnswer>): Promise<Shown> => {
    const { status: given, text, body } = await answer;
    if (given !== status) throw new Error(`expected ${status}, got ${given}: ${text}`);
    return body;
  };
  return {
    plumbline,
    send,
    make: (path, body) => expected(201, send('POST', `${path}/`, body)),
    show: (path) => expected(200, send('GET', path)),
  };
}
