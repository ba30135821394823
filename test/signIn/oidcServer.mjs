// A provider of OpenID Connect for tests, in a process of its own: says on standard output where it listens. What is below
// /test/ tells it who sits before the browser, changes its keys, and has it sign what no provider would.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { Provider } from 'oidc-provider';

let person = { sub: 'nobody' };
let keys;
let [, , gateway] = process.argv;
let handle;

const server = createServer((req, res) => route(req, res).catch((error) => res.writeHead(500).end(String(error))));
server.listen(0, '127.0.0.1', async () => {
  await start();
  process.stdout.write(`${issuer()}\n`);
});
const issuer = () => `http://127.0.0.1:${server.address().port}`;

async function start() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = crypto.randomUUID();
  keys = { privateKey, kid };
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
  const provider = new Provider(issuer(), {
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: 'plumbline',
        client_secret: 'a secret of the client',
        redirect_uris: [`${gateway}/sign-in/house/callback/`],
        post_logout_redirect_uris: [`${gateway}/login/`],
        backchannel_logout_uri: `${gateway}/sign-in/house/backchannel-logout/`,
        backchannel_logout_session_required: true,
      },
      ...['robot', 'stranger'].map((client_id) => ({
        client_id,
        client_secret: 'a secret of the robot',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      })),
    ],
    cookies: { keys: ['a key of the cookies'] },
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'given_name', 'family_name', 'groups'],
      email: ['email'],
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    interactions: { url: (_ctx, { uid }) => `/test/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = form;
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        getResourceServerInfo: (_ctx, resource) => ({ scope: 'api', audience: resource, accessTokenFormat: 'jwt' }),
      },
    },
    pkce: { required: () => true },
    // Its own way of asking wants a newer Node.
    fetch: (url, { method, headers, body, signal }) => fetch(url, { method, headers, body, signal }),
  });
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/test/interaction/')) return next();
    const { prompt, params, grantId } = await provider.interactionDetails(ctx.req, ctx.res);
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: person.sub, clientId: params.client_id });
    if (person.refuses) return provider.interactionFinished(ctx.req, ctx.res, { error: 'access_denied' });
    grant.addOIDCScope(params.scope);
    const result =
      prompt.name === 'login' ? { login: { accountId: person.sub } } : { consent: { grantId: await grant.save() } };
    return provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: true });
  });
  provider.on('backchannel.error', (_ctx, error) => process.stderr.write(`${error.stack}\n`));
  handle = provider.callback();
}

async function route(req, res) {
  const { pathname } = new URL(req.url, 'http://here');
  if (!pathname.startsWith('/test/') || pathname.startsWith('/test/interaction/')) return handle(req, res);
  const body = JSON.parse((await req.toArray()).join('') || '{}');
  if (pathname === '/test/person') person = body;
  if (pathname === '/test/gateway') gateway = body.gateway;
  if (pathname === '/test/rotate' || pathname === '/test/gateway') await start();
  res.writeHead(200, { 'content-type': 'text/plain' }).end(pathname === '/test/sign' ? await signed(body) : 'done');
}

/** Any claims at all, with our key, another one, a shared secret, or nothing. */
async function signed({ claims, header = {}, by = 'key', secret }) {
  if (by === 'nobody') return new UnsecuredJWT(claims).encode();
  const jwt = new SignJWT(claims);
  if (by === 'secret')
    return jwt.setProtectedHeader({ alg: 'HS256', kid: keys.kid, ...header }).sign(new TextEncoder().encode(secret));
  const { privateKey } = by === 'stranger' ? await generateKeyPair('RS256') : keys;
  return jwt.setProtectedHeader({ alg: 'RS256', kid: keys.kid, ...header }).sign(privateKey);
}
