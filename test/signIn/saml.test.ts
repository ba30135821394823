import { freePort } from '../harness/freePort';
import { Browser, type Page } from './browser';
import {
  assertion,
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
  return { browser, said: { request: requestOf(location!), recipient: callback() } };
}

/** Posts an answer as the page of another site has a browser do it, which sends no cookies; then follows, with them. */
async function posted(browser: Browser, xml: string): Promise<Page> {
  const answer = await new Browser().ask(callback(), { method: 'POST', form: { SAMLResponse: encoded(xml) } });
  return answer.location === undefined ? answer : browser.ask(answer.location);
}
const good = (said: Said, by = signer) => signed(response(assertion(said), said), by);
const isIn = (browser: Browser) => browser.jar(server.url).has('sessionid');
const profile = async (browser: Browser) => (await browser.json(`${server.url}/user/profile/`)).body;

describe('Signing in with SAML', () => {
  it('takes a signed assertion, and keeps groups in step', async () => {
    const { browser, said } = await departed();
    const page = await posted(browser, good(said));
    expect([page.status, page.location]).toEqual([302, `${server.url}/api/docs/`]);
    expect(await profile(browser)).toMatchObject({ username: 'hedy', email: 'hedy@example.net', groups: ['radios'] });
    const again = await departed();
    await posted(again.browser, good({ ...again.said, groups: [] }));
    expect(await profile(again.browser)).toMatchObject({ username: 'hedy', groups: [] });
  });

  it('takes one signed with the next key, and none of a stranger', async () => {
    const { browser, said } = await departed();
    await posted(browser, good(said, next));
    expect(isIn(browser)).toBe(true);
    const other = await departed();
    expect((await posted(other.browser, good(other.said, createSigner()))).status).toBe(403);
  });

  it('takes an answer once, for the browser that asked', async () => {
    const { browser, said } = await departed();
    const xml = good(said);
    const answer = await new Browser().ask(callback(), { method: 'POST', form: { SAMLResponse: encoded(xml) } });
    const thief = await departed();
    expect((await thief.browser.ask(answer.location!)).status).toBe(403);
    expect((await browser.ask(answer.location!)).status).toBe(403);
    // Replayed as a whole: the assertion has been seen.
    expect((await posted(browser, xml)).status).toBe(403);
    const unasked = new Browser();
    expect((await posted(unasked, good({ ...said, id: undefined }))).status).toBe(403);
    expect([isIn(browser), isIn(thief.browser), isIn(unasked)]).toEqual([false, false, false]);
  });

  const unsigned = (said: Said) => response(assertion(said), said);
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
    ['a signature that can be forged', (said) => signed(response(assertion(said), said), signer, 'sha1')],
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
    const page = await posted(browser, make(said));
    expect([page.status, isIn(browser)]).toEqual([403, false]);
    expect(await server.rows(`SELECT 1 FROM "user" WHERE username = 'mallory'`)).toEqual([]);
  });

  it('describes itself to the provider', async () => {
    const { text, status } = await new Browser().ask(`${server.url}/sign-in/idp/metadata/`);
    expect([status, text]).toEqual([200, expect.stringContaining(`Location="${callback()}"`)]);
    expect(text).toContain(`entityID="${entityId}"`);
  });
});
