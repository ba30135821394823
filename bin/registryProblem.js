const { spawnSync } = require('node:child_process');

const { env } = process;
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** What npm calls it when nobody answers at the other end. */
const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ERR_SOCKET_TIMEOUT',
  'EIDLETIMEOUT',
  'ENOTCACHED',
  'ERR_INVALID_URL',
];
const refusing = /^E(?:401|403|404|407|429|5\d\d)$/;
const distrusted = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/;

/**
 * Why the registry that npm is set to cannot be reached, as npm calls it; undefined when it answers, whatever that may
 * be. Asked before an installation, which would try for minutes.
 */
function unreachableRegistry() {
  const asked = ['ping', '--fetch-timeout=15000', '--fetch-retries=1', '--fetch-retry-mintimeout=500'];
  const { status, stderr } = run(asked);
  const code = status === 0 ? undefined : codeIn(stderr);
  return code !== undefined && unreachable.includes(code) ? code : undefined;
}

/** What is told of an installation that failed for want of its registry; undefined when it failed for another reason. */
function registryProblem(output, known) {
  const code = known ?? codeIn(output);
  const trouble = code === undefined ? undefined : troubleOf(code);
  if (trouble === undefined) return undefined;
  const { registry, proxy } = connection();
  return `Plumbline could not get its packages: the registry ${registry} ${trouble} (${code}).
The first start gets them once; after that no registry is needed. What helps:
  - behind a proxy, which is ${proxy ?? 'not set'}:  npm config set https-proxy http://proxy.example.net:3128
  - with a registry of your own:  npm config set registry https://npm.example.net/  (and npm login, if it asks who you are)
  - with a certificate authority of your own:  npm config set cafile /path/to/ca.pem
  - without any of these:  copy this folder, node_modules too, from such a machine on which npm ci has worked; or run the image
Then give the same command again.
`;
}

function troubleOf(code) {
  if (unreachable.includes(code)) return 'cannot be reached';
  if (refusing.test(code)) return 'does not give them out';
  return distrusted.test(code) ? 'shows a certificate that is not trusted' : undefined;
}

const codeIn = (output) => /^npm (?:error|ERR!) code (\S+)/m.exec(output ?? '')?.[1];

/** Which registry and which proxy npm uses, without the credentials they may have in them. */
function connection() {
  const proxies = [setting('https-proxy'), setting('proxy'), env.HTTPS_PROXY, env.HTTP_PROXY];
  const [registry = 'that npm is set to', proxy] = [setting('registry'), proxies.find((text) => text)].map((text) =>
    text?.replace(/\/\/[^/@]*@/, '//'),
  );
  return { registry, proxy };
}

/** A setting of npm; it tells none with credentials in it, which may stand in the environment. */
function setting(name) {
  const told = run(['config', 'get', name]).stdout.trim();
  const text = told === '' ? (env[`npm_config_${name.replace('-', '_')}`] ?? '') : told;
  return ['', 'null', 'undefined'].includes(text) ? undefined : text;
}

function run(args) {
  return spawnSync(npm, args, { encoding: 'utf8', shell: process.platform === 'win32' });
}

module.exports = { registryProblem, unreachableRegistry };
