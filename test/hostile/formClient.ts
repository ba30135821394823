import { type Answer, type Asked, ask } from './ask';
import type { HostileServer } from './hostileServer';

/** A browser as far as signing in is concerned: it keeps cookies and sends forms. */
export interface FormClient {
  cookies: Map<string, string>;
  /** The `Set-Cookie` headers of the last answer. */
  lastSet: string[];
  send(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** Opens the sign-in page and sends its form, from the address given. */
  signIn(username: string, password: string, more?: Record<string, string>, asked?: Asked): Promise<Answer>;
}

/** Opens one with no cookies. */
export function openFormClient(server: HostileServer): FormClient {
  const cookies = new Map<string, string>();
  const browser: FormClient = {
    cookies,
    lastSet: [],
    async send(method, path, asked = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(cookie ? { cookie } : {}), ...asked.headers };
      const answer = await ask(server, method, path, { ...asked, headers, signedIn: false });
      browser.lastSet = answer.headers['set-cookie'] ?? [];
      for (const line of browser.lastSet) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value === '') cookies.delete(name!);
        else cookies.set(name!, value!);
      }
      return answer;
    },
    async signIn(username, password, more = {}, asked = {}) {
      await browser.send('GET', '/login/', { from: asked.from });
      const csrfmiddlewaretoken = cookies.get('csrftoken') ?? '';
      const body = new URLSearchParams({ csrfmiddlewaretoken, username, password, ...more }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...asked.headers };
      return browser.send('POST', '/login/', { ...asked, body, headers });
    },
  };
  return browser;
}
