import { queryOptions } from '@tanstack/react-query';
import type { Model, Models } from '../api/models';
import { request } from '../api/request';

/** An object that was found. */
export interface Found {
  model: Model;
  id: string;
  display: string;
}

/** Objects of each model that are shown. */
const ofEach = 5;
/** Letters from which on objects are looked for. */
export const fewestLetters = 2;

/** Models that nobody looks for by name. */
const never =
  /^(contenttypes\.|extras\.(objectchange|joblogentry|jobresult|note|customfieldchoice|dynamicgroupmembership|fileproxy|imageattachment)$|users\.token$)|template$|association$/;

/** What most people look for comes first. */
const first = [
  'dcim.device',
  'ipam.ipaddress',
  'ipam.prefix',
  'dcim.rack',
  'dcim.location',
  'circuits.circuit',
  'virtualization.virtualmachine',
  'ipam.vlan',
  'tenancy.tenant',
  'dcim.interface',
  'dcim.cable',
];

/** There are so many of these that a search among them takes longest: what is found elsewhere does not wait for it. */
const many = new Set(['dcim.interface', 'ipam.ipaddress', 'virtualization.vminterface']);
/** The parts of a search, which are asked for beside each other. */
export const searchParts = ['few', 'many'] as const;

const mac = /^[0-9a-f]{2}([:-])?[0-9a-f]{2}(?:[:.-]?[0-9a-f]{2}){4}$/i;

interface Results {
  data?: Record<string, { id: string; display: string }[] | null> | null;
}

/** The lists that GraphQL has, by name. */
const listsQuery = queryOptions({
  queryKey: ['graphql lists'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const query = '{ __schema { queryType { fields { name } } } }';
    const { data } = await request<{ data: { __schema: { queryType: { fields: { name: string }[] } } } }>(
      'POST',
      '/api/graphql/',
      { body: { query }, signal },
    );
    return new Set(data.data.__schema.queryType.fields.map(({ name }) => name));
  },
});

/** What GraphQL calls the list of a model. */
const listName = (model: Model): string => model.plural.toLowerCase().replaceAll(/[ -]/g, '_');

/** Finds objects of a part of the models by what is typed, in one request. */
export const searchQuery = (models: Models, text: string, part: (typeof searchParts)[number]) =>
  queryOptions({
    queryKey: ['search', text, part],
    staleTime: 20_000,
    queryFn: async ({ signal, client }): Promise<Found[]> => {
      const lists = await client.ensureQueryData(listsQuery);
      const asked = models.all.filter(
        (model) =>
          many.has(model.label) === (part === 'many') &&
          model.filters.q &&
          model.may.includes('view') &&
          !never.test(model.label) &&
          lists.has(listName(model)),
      );
      if (asked.length === 0) return [];
      const parts = asked.map(
        (model, index) => `m${index}: ${listName(model)}(q: $q, limit: ${ofEach}) { id display }`,
      );
      const macs = asked.map((model, index) =>
        mac.test(text) && model.filters.mac_address
          ? `a${index}: ${listName(model)}(mac_address: [$q], limit: ${ofEach}) { id display }`
          : '',
      );
      const body = { query: `query ($q: String!) { ${parts.join(' ')} ${macs.join(' ')} }`, variables: { q: text } };
      const { data } = await request<Results>('POST', '/api/graphql/', { body, signal });
      return asked.flatMap((model, index) => {
        const objects = [...(data.data?.[`a${index}`] ?? []), ...(data.data?.[`m${index}`] ?? [])];
        const seen = new Map(objects.map(({ id, display }) => [String(id), display]));
        return [...seen].map(([id, display]): Found => ({ model, id, display }));
      });
    },
  });

/** What was found, the likeliest first. */
export const sorted = (found: readonly Found[], text: string): Found[] =>
  [...found].sort((a, b) => rank(a, text) - rank(b, text));

/** What is called exactly so comes first, then what begins so, then by model. */
function rank({ model, display }: Found, text: string): number {
  const [name, wanted] = [display.toLowerCase(), text.toLowerCase()];
  const place = first.indexOf(model.label);
  const nearness =
    name === wanted || name.startsWith(`${wanted}/`)
      ? 0
      : name.startsWith(wanted)
        ? 100
        : name.includes(wanted)
          ? 200
          : 300;
  return nearness + (place < 0 ? first.length : place);
}
