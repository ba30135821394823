import { freePort } from '../harness/freePort';
import { Browser, type Page } from './browser';
import {
  assertion,
  attribute,
  createSigner,
  encoded,
  entityId,
  idpEntityId,
  requestOf,
  response,
  type Said,
  type Signer,
  signed,
} from './samlAnswers';
import { type SignInServer, startSignInServer } from './signInServer';

let server: SignInServer;
let signer: Signer;
let next: Signer;
beforeAll(async () => {
  [signer, next] = [createSigner(), createSigner()];
  server = await startSignInServer(await freePort(), [
    {
      kind: 'saml',
      key: 'idp',
      label: 'The identity provider',
      entry_point: 'https://idp.example.net/sso',
      entity_id: entityId,
      idp_entity_id: idpEntityId,
      // Two of them, while the provider changes its key.
      certificates: [signer.certificate, next.certificate],
      attributes: { username: 'username' },
      create_groups: true,
    },
  ]);
});
afterAll(() => server?.stop());

const callback = () => `${server.url}/sign-in/idp/callback/`;

/** A browser that was sent to the provider, and the request it has with it. */
async function departed(): Promise<{ browser: Browser; said: Said }> {
  const browser = new Browser();
  const { location } = await browser.ask(`${server.url}/sign-in/idp/?next=/api/docs/`);
  expect(location).toMatch(/^https:\/\/idp\.example\.net\/sso\?/);
  return { browser, said: { ...requestOf(location!), recipient: callback() } };
}

const answered = ({ relayState }: Partial<Said>, xml: string): Promise<Page> => {
  const form = { SAMLResponse: encoded(xml), ...(relayState === undefined ? {} : { RelayState: relayState }) };
  return new Browser().ask(callback(), { method: 'POST', form });
};

/** Posts an answer as the page of another site has a browser do it, which sends no cookies; then follows, with them. */
async function posted(browser: Browser, said: Said, xml: string): Promise<Page> {
  const answer = await answered(said, xml);
  return answer.location === undefined ? answer : browser.ask(answer.location);
}
const good = (said: Said, by = signer) => signed(response(assertion(said), said), by);
/** A good one with something put into it. */
const padded = (said: Said, inside: string) =>
  good(said).replace('</saml:AttributeStatement>', `${inside}</saml:AttributeStatement>`);
const attributes = [...'abcdefghijklmn'].map((name) => ` ${name}=""`).join('');
const isIn = (browser: Browser) => browser.jar(server.url).has('sessionid');
const profile = async (browser: Browser) => (await browser.json(`${server.url}/user/profile/`)).body;

/** Milliseconds for which this process, in which the server runs, did nothing else meanwhile. */
async function longestPause(act: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 5);
  await act().finally(() => clearInterval(timer));
  look();
  return longest;
}

describe('Signing in with SAML', () => {
  it('takes a signed assertion, and keeps groups in step', async () => {
    const { browser, said } = await departed();
    const page = await posted(browser, said, good(said));
    expect([page.status, page.location]).toEqual([302, `${server.url}/api/docs/`]);
    expect(await profile(browser)).toMatchObject({ username: 'hedy', email: 'hedy@example.net', groups: ['radios'] });
    const again = await departed();
    await posted(again.browser, again.said, good({ ...again.said, groups: [] }));
    expect(await profile(again.browser)).toMatchObject({ username: 'hedy', groups: [] });
  });

  it('takes all groups of a provider that writes each into an attribute of its own', async () => {
    const { browser, said } = await departed();
    const others = ['masts', 'waves'].map((name) => attribute('groups', [name])).join('');
    const unsigned = response(assertion(said), said);
    const xml = unsigned.replace('</saml:AttributeStatement>', `${others}</saml:AttributeStatement>`);
    await posted(browser, said, signed(xml, signer));
    expect(await profile(browser)).toMatchObject({ groups: ['masts', 'radios', 'waves'] });
  });

  it('takes one signed with the next key, and none of a stranger', async () => {
    const { browser, said } = await departed();
    await posted(browser, said, good(said, next));
    expect(isIn(browser)).toBe(true);
    const other = await departed();
    expect((await posted(other.browser, other.said, good(other.said, createSigner()))).status).toBe(403);
  });

  it('takes an answer once, for the browser that asked', async () => {
    const { browser, said } = await departed();
    const xml = good(said);
    const answer = await answered(said, xml);
    const thief = await departed();
    expect((await thief.browser.ask(answer.location!)).status).toBe(403);
    expect((await browser.ask(answer.location!)).status).toBe(403);
    // Replayed as a whole: the assertion has been seen.
    expect((await posted(browser, said, xml)).status).toBe(403);
    const unasked = new Browser();
    expect((await posted(unasked, said, good({ ...said, id: undefined }))).status).toBe(403);
    expect([isIn(browser), isIn(thief.browser), isIn(unasked)]).toEqual([false, false, false]);
  });

  const unsigned = (said: Said) => response(assertion(said), said);
  const weak = (said: Said, how: Parameters<typeof signed>[2]) => signed(response(assertion(said), said), signer, how);
  const evil = (said: Said) => assertion({ ...said, username: 'mallory', subject: 'mallory-1', id: '_evil' });
  it.each<[string, (said: Said) => string]>([
    ['an assertion without a signature', unsigned],
    ['one for somebody else', (said) => good({ ...said, audience: 'urn:another:sp' })],
    ['one for nobody in particular', (said) => good({ ...said, audience: null })],
    ['one of another issuer', (said) => good({ ...said, issuer: 'https://elsewhere.example' })],
    ['one for another address', (said) => good({ ...said, recipient: 'https://elsewhere.example/' })],
    ['one that is over', (said) => good({ ...said, lasts: -120 })],
    ['one that answers another request', (said) => good({ ...said, request: '_another' })],
    ['one that was changed after it was signed', (said) => good(said).replace('>hedy<', '>mallory<')],
    [
      'one that was cut by a comment',
      (said) => good(said).replace('>hedy-1<', '>hedy<!-- -->-1<').replace('hedy@', 'mallory@'),
    ],
    ['a signature that can be forged', (said) => weak(said, { signature: 'sha1' })],
    ['a digest that can be forged', (said) => weak(said, { digest: 'sha1' })],
    [
      'such a signature in other quotes',
      (said) => weak(said, { signature: 'sha1' }).replace(/"([^"]*#rsa-sha1)"/, "'$1'"),
    ],
    ['such a digest in other quotes', (said) => weak(said, { digest: 'sha1' }).replace(/"([^"]*#sha1)"/, "'$1'")],
    [
      'such a signature spelt by numbers',
      (said) => weak(said, { signature: 'sha1' }).replace('#rsa-sha1', '#rsa-sha&#49;'),
    ],
    [
      'another assertion before the signed one',
      (said) => good(said).replace('</samlp:Status>', `</samlp:Status>${evil(said)}`),
    ],
    [
      'another assertion after the signed one',
      (said) => good(said).replace('</samlp:Response>', `${evil(said)}</samlp:Response>`),
    ],
    [
      'another assertion around the signed one',
      (said) => {
        const [whole = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(good(said)) ?? [];
        return response(evil(said).replace('</saml:Issuer>', `</saml:Issuer><x>${whole}</x>`), said);
      },
    ],
    [
      'the signed one moved aside',
      (said) => {
        const xml = good(said);
        const [whole = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
        const [signature = ''] = /<(?:\w+:)?Signature[\s\S]*<\/(?:\w+:)?Signature>/.exec(whole) ?? [];
        const bare = whole.replace(signature, '');
        const wrapped = evil(said).replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
        return response(wrapped, said).replace(
          '</samlp:Response>',
          `<samlp:Extensions>${bare}</samlp:Extensions></samlp:Response>`,
        );
      },
    ],
    ['entities that grow', (said) => `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${good(said)}`],
    ['no XML', () => 'not XML at all'],
    ['nothing', () => ''],
  ])('does not take %s', async (_what, make) => {
    const { browser, said } = await departed();
    const page = await posted(browser, said, make(said));
    expect([page.status, isIn(browser)]).toEqual([403, false]);
    expect(await server.rows(`SELECT 1 FROM "user" WHERE username = 'mallory'`)).toEqual([]);
  });

  it('takes one without the state that providers are to hand back, and none with that of another sign-in', async () => {
    const { browser, said } = await departed();
    expect(said.relayState.length).toBeLessThanOrEqual(80);
    const other = (await departed()).said;
    expect((await answered(other, good(said))).status).toBe(403);
    const page = await posted(browser, { ...said, relayState: '' }, good(said));
    expect([page.status, isIn(browser)]).toEqual([302, true]);
  });

  it('takes one with 900 groups', async () => {
    const { browser, said } = await departed();
    const groups = Array.from({ length: 900 }, (_, at) => `CN=Group ${at},OU=${'Groups of the house'.repeat(6)}`);
    expect((await posted(browser, said, good({ ...said, groups }))).status).toBe(302);
    expect(await profile(browser)).toMatchObject({ groups: expect.arrayContaining(groups.slice(-2)) });
  });

  it.each<[string, (said: Said) => string]>([
    ['too many tags', (said) => response('<x/>'.repeat(15_000), said)],
    ['as many tags as may be', (said) => padded(said, '<x/>'.repeat(1_930))],
    ['as many attributes', (said) => padded(said, `<x${attributes}/>`.repeat(1_930))],
    ['too much text', (said) => response('x'.repeat(270_000), said)],
    ['unknown entities', (said) => response('&q;'.repeat(80_000), said)],
  ])('goes on answering others while it judges %s', async (_what, make) => {
    const { said } = await departed();
    const xml = make(said);
    const longest = await longestPause(async () => expect((await answered(said, xml)).status).toBe(403));
    expect(longest).toBeLessThan(500);
    expect((await answered(said, good(said))).status).toBe(302);
  });

  it('lets those who fail again and again wait', async () => {
    const { said } = await departed();
    const pages = await Promise.all(Array.from({ length: 60 }, () => answered(said, 'not XML at all')));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([403, 429]));
  });

  it('describes itself to the provider', async () => {
    const { text, status } = await new Browser().ask(`${server.url}/sign-in/idp/metadata/`);
    expect([status, text]).toEqual([200, expect.stringContaining(`Location="${callback()}"`)]);
    expect(text).toContain(`entityID="${entityId}"`);
  });
});
