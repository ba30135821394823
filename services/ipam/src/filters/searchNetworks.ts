import { anyOf, type Criteria, everything, type FilterRule, type Network, readNetwork, where } from '@plumbline/model';
import { hostsIn } from './addressFilters';

/** Prefixes whose description has the phrase, or that lie in or around the network it looks like. */
export const searchPrefixes: FilterRule = (values) =>
  search(values, ['description'], (network) =>
    anyOf(
      where('prefix', 'net_contained_or_equal', cidr(network)),
      where('prefix', 'net_contains_or_equals', cidr(network)),
    ),
  );

/** Addresses whose DNS name or description has the phrase, or that lie in the network it looks like. */
export const searchAddresses: FilterRule = (values) => search(values, ['dns_name', 'description'], hostsIn);

function search(values: string[], texts: string[], matching: (network: Network) => Criteria): Criteria {
  const phrase = values.at(-1)!.trim();
  if (phrase === '' || phrase.includes('\0')) return everything;
  return anyOf(...texts.map((path) => where(path, 'icontains', phrase)), ...networksLike(phrase).map(matching));
}

const cidr = ({ network, length }: Network): string => `${network}/${length}`;

/**
 * The networks a phrase may mean, whole or only begun: `10.1` is 10.1.0.0/16, `2001:db8` is 2001:db8::/32
 * (docs/contract/network.md).
 */
export function networksLike(phrase: string): Network[] {
  if (/^\d{1,4}$/.test(phrase) && Number(phrase) < 256)
    return [readNetwork(`${Number(phrase)}.0.0.0/8`)!, readNetwork(`${Number(phrase)}::/16`)!];
  const text = completeColons(phrase.split('/')[0]!.trim());
  const network = text.includes(':') ? versionSixLike(text) : versionFourLike(text);
  // What is no network at all finds default routes only.
  return [network ?? readNetwork(text.includes(':') ? '::/128' : '0.0.0.0/32')!];
}

function completeColons(text: string): string {
  if (/^\d+$/.test(text) || /^[0-9a-f]{1,4}$/.test(text)) return `${text}::`;
  if (!text.includes(':') || text.includes('::')) return text;
  return text.endsWith(':') ? `${text}:` : wholeOrBegun(text);
}

/** Eight groups are a whole address; fewer are its beginning. */
const wholeOrBegun = (text: string): string => (text.split(':').length === 8 ? text : `${text}::`);

function versionSixLike(text: string): Network | undefined {
  const [before = '', after = ''] = text.split('::');
  const groups = before.split(':').filter((group) => group !== '').length;
  const whole = after !== '' || groups === 8;
  return readNetwork(`${text}/${whole ? 128 : 16 * groups}`);
}

function versionFourLike(text: string): Network | undefined {
  const octets = text.split('.').filter((octet) => octet !== '');
  return octets.length === 0 ? undefined : readNetwork(`${octets.join('.')}/${8 * octets.length}`);
}
