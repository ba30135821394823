/** One answer to a browser. */
export interface Page {
  status: number;
  url: string;
  text: string;
  location: string | undefined;
  headers: Headers;
}

/** A browser without a screen: keeps cookies by site, follows redirects, and sends forms. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>();

  constructor(readonly agent = 'a browser') {}

  /** The cookies of a site, to look at or to steal. */
  jar(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, jar);
    return jar;
  }

  /** Asks once. */
  async ask(url: string, { method = 'GET', form, headers = {} }: Asked = {}): Promise<Page> {
    const jar = this.jar(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { accept: 'text/html', 'user-agent': this.agent, ...(cookie ? { cookie } : {}), ...headers },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      url,
      text: await answer.text(),
      location: location === null ? undefined : new URL(location, url).href,
      headers: answer.headers,
    };
  }

  /** Goes on for as long as it is sent elsewhere, until `stop` says that it is where it was to come. */
  async follow(url: string, asked: Asked = {}, stop: (location: string) => boolean = () => false): Promise<Page> {
    let page = await this.ask(url, asked);
    for (let hops = 0; page.location !== undefined && !stop(page.location) && hops < 20; hops++)
      page = await this.ask(page.location);
    return page;
  }

  /** Signs in at the form of the sign-in page. */
  async signIn(server: string, username: string, password: string): Promise<Page> {
    await this.ask(`${server}/login/`);
    const csrfmiddlewaretoken = this.jar(server).get('csrftoken') ?? '';
    return this.ask(`${server}/login/`, { method: 'POST', form: { csrfmiddlewaretoken, username, password } });
  }

  /** What a page about one's own account answers a program. */
  async json(
    url: string,
    { body, ...asked }: Asked & { body?: object } = {},
  ): Promise<{ status: number; body: unknown }> {
    const jar = this.jar(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        'x-csrftoken': jar.get('csrftoken') ?? '',
        ...(cookie ? { cookie } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...asked.headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  }
}

export interface Asked {
  method?: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}
