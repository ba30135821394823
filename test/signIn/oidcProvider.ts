import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Whom the provider takes the browser's user for. */
export interface Person {
  sub: string;
  preferred_username?: string;
  email?: string;
  given_name?: string;
  family_name?: string;
  groups?: string[];
  /** Does not agree to be told of. */
  refuses?: boolean;
}

export interface SignRequest {
  claims: Record<string, unknown>;
  header?: Record<string, unknown>;
  by?: 'key' | 'stranger' | 'nobody' | 'secret';
  secret?: string;
}

/** A real provider of OpenID Connect in a process of its own. */
export interface OidcProvider {
  issuer: string;
  /** Who sits before the browser from now on. */
  seat(person: Person): Promise<void>;
  /** Changes its keys; what was signed with those before is not good any more. */
  rotate(): Promise<void>;
  /** Where browsers come back to from now on. */
  serve(gateway: string): Promise<void>;
  /** Signs anything. */
  sign(request: SignRequest): Promise<string>;
  /** A token that a program gets for itself. */
  clientToken(client: string, resource: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts it; `gateway` is where browsers come back to. */
export async function startOidcProvider(gateway = 'http://127.0.0.1:1'): Promise<OidcProvider> {
  const child = spawn(process.execPath, [join(__dirname, 'oidcServer.mjs'), gateway], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (piece) => {
    said.push(String(piece));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) throw new Error(`the provider did not start: ${said.join('')}`);
  const issuer = String(first.value);
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${issuer}/test/${path}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  return {
    issuer,
    seat: async (person) => void (await post('person', person)),
    rotate: async () => void (await post('rotate', {})),
    serve: async (gateway) => void (await post('gateway', { gateway })),
    sign: (request) => post('sign', request),
    async clientToken(client, resource) {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client}:a+secret+of+the+robot`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'api', resource }),
      });
      const body = (await answer.json()) as { access_token?: string };
      if (!body.access_token) throw new Error(JSON.stringify(body));
      return body.access_token;
    },
    async stop() {
      const over = once(child, 'exit');
      child.kill();
      await over;
    },
  };
}
