import { type Definition, flag, headerText, hostNames, networks, text, wholeNumber } from '../definition';
import { isTrue, knownAs, spacesAsCommas } from '../knownNames';
import { loadedApps } from '../loadedApps';
import { defaultPort, gatewayPort } from '../ports';

/** What is run, where it listens and whom it hears. */
export const server = {
  loadedApps: {
    variable: 'PLUMBLINE_APPS',
    meaning:
      'Applications of others to run beside our own: folders (./bgp) and installed npm packages, separated by commas. Each goes by the last part of its path unless another name stands before it (bgp=@example/routing). Apps are programs: they can do what Plumbline can.',
    otherwise: 'none',
    schema: loadedApps(),
  },
  port: {
    variable: 'PORT',
    option: 'port',
    meaning: 'TCP port of the HTTP server; 0 takes any free one.',
    otherwise: `${gatewayPort}; services ${defaultPort('circuits')} to ${defaultPort('virtualization')}`,
    schema: wholeNumber(0, 65_535),
  },
  host: {
    variable: 'HOST',
    option: 'host',
    meaning: 'Address the HTTP server listens on. Services are for the gateway alone.',
    otherwise: '0.0.0.0; services 127.0.0.1',
    schema: text(),
  },
  trustedProxies: {
    variable: 'PLUMBLINE_TRUSTED_PROXIES',
    readBy: 'gateway',
    meaning:
      'Addresses and networks of the reverse proxies before the gateway, separated by commas. Forwarded and X-Forwarded-* count from these alone; each must set or remove them.',
    otherwise: 'no proxy is trusted',
    schema: networks(),
  },
  allowedHosts: {
    variable: 'PLUMBLINE_ALLOWED_HOSTS',
    readBy: 'gateway',
    known: knownAs('NAUTOBOT_ALLOWED_HOSTS', spacesAsCommas, 'separated by spaces'),
    meaning:
      'Names by which clients may reach the gateway, separated by commas; .example.net stands for all names below it too, * for any. Others are answered with 400.',
    otherwise: 'any name',
    schema: hostNames(),
  },
  connections: {
    variable: 'PLUMBLINE_CONNECTIONS',
    readBy: 'gateway',
    meaning:
      'Connections the gateway holds open at once. Beyond them the longest idle one of the address that has most is closed.',
    fallback: '10000',
    schema: wholeNumber(10, 1_000_000),
  },
  connectionsPerAddress: {
    variable: 'PLUMBLINE_CONNECTIONS_PER_ADDRESS',
    readBy: 'gateway',
    meaning:
      'Connections of one address, or requests under way of one client of a trusted proxy. Beyond them its longest idle one is closed; when none is idle the answer is 429.',
    fallback: '500',
    schema: wholeNumber(5, 1_000_000),
  },
  metricsEnabled: {
    variable: 'PLUMBLINE_METRICS',
    known: knownAs('NAUTOBOT_METRICS_ENABLED', (text) => String(isTrue(text))),
    meaning: 'Whether there is /metrics/, numbers for Prometheus; the same for all processes.',
    fallback: 'true',
    schema: flag(),
  },
  metricsToken: {
    variable: 'PLUMBLINE_METRICS_TOKEN',
    meaning:
      'What must be sent with requests to /metrics/ (Authorization: Bearer …), at least 16 characters; the same for all processes.',
    otherwise: 'everybody may read them',
    schema: headerText(16),
    isSecret: true,
  },
} satisfies Record<string, Definition<unknown>>;
