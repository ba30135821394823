import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild, type Program } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { Browser } from './browser';
import { type OidcProvider, startOidcProvider } from './oidcProvider';

describeUnless(missingBuild ?? missingBroker, 'Signing in with several gateways', () => {
  let provider: OidcProvider;
  let parts: Parts;
  let other: Program;
  beforeAll(async () => {
    provider = await startOidcProvider();
    const house = { kind: 'oidc', key: 'house', issuer: provider.issuer, allow_http: true, client_id: 'plumbline' };
    const methods = [{ ...house, client_secret: 'a secret of the client', api_audience: 'urn:plumbline-api' }];
    // Gateways are told nothing of it.
    parts = await startParts({ behindProxies: 'ipam', env: { PLUMBLINE_SIGN_IN: JSON.stringify({ methods }) } });
    other = await parts.startGateway();
    await provider.serve(parts.gateway.url);
    await provider.seat({ sub: 'ada-1', preferred_username: 'ada', groups: [] });
  });
  afterAll(async () => {
    await parts?.stop();
    await provider?.stop();
  });

  const move = (browser: Browser, from: Program, to: Program) => {
    for (const [name, value] of browser.jar(from.url)) browser.jar(to.url).set(name, value);
  };
  const profile = (browser: Browser, { url }: Program) => browser.json(`${url}/user/profile/`);
  const callback = async (browser: Browser): Promise<URL> => {
    const isThere = (to: string) => to.startsWith(`${parts.gateway.url}/sign-in/house/callback/`);
    const { location } = await browser.follow(`${parts.gateway.url}/sign-in/house/`, {}, isThere);
    return new URL(location!);
  };

  it('begins at one and ends at another', async () => {
    const browser = new Browser();
    const { pathname, search } = await callback(browser);
    move(browser, parts.gateway, other);
    expect((await browser.ask(`${other.url}${pathname}${search}`)).status).toBe(302);
    move(browser, other, parts.gateway);
    for (const gateway of [parts.gateway, other]) expect((await profile(browser, gateway)).status).toBe(200);
    await browser.ask(`${other.url}/logout/`);
    move(browser, parts.gateway, parts.gateway);
    await eventually(
      'it is over at the other too',
      60_000,
      async () => (await profile(browser, parts.gateway)).status === 403,
    );
  });

  it('takes an answer once, whichever is asked, and both at the same time', async () => {
    const browser = new Browser();
    const { pathname, search } = await callback(browser);
    const thief = new Browser();
    for (const at of [parts.gateway, other])
      for (const [name, value] of browser.jar(parts.gateway.url)) thief.jar(at.url).set(name, value);
    const answers = await Promise.all(
      [parts.gateway, other, parts.gateway, other].map((at) => thief.ask(`${at.url}${pathname}${search}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 403, 403, 403]);
  });

  it('takes tokens of the provider', async () => {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: provider.issuer, aud: 'urn:plumbline-api', sub: 'ada-1', scope: 'api', iat, exp: iat + 60 };
    const authorization = `Bearer ${await provider.sign({ claims })}`;
    for (const { url } of [parts.gateway, other]) {
      const answer = await fetch(`${url}/user/profile/`, { headers: { authorization, accept: 'application/json' } });
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ username: 'ada' })]);
    }
  });
});
