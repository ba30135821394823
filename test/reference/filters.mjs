const nobody = '6f1c1d3e-7d7b-4c8c-9d9a-0123456789ab';
/** Values of the objects that each parameter is tried with. */
const sampled = 2;

/** How a look-up is tried with a value: so that it finds something. */
const shaped = {
  ic: (text) => text.slice(1, 5).toUpperCase(),
  isw: (text) => text.slice(0, 3).toUpperCase(),
  iew: (text) => text.slice(-3),
  ie: (text) => text.toUpperCase(),
  re: (text) => `^${text.slice(0, 2).replace(/\W/g, '.')}`,
  ire: (text) => `^${text.slice(0, 2).replace(/\W/g, '.').toUpperCase()}`,
};

/** Every parameter of a list, with values that its objects have, and with some that make no sense. */
export async function askFilters(pair, path, symbols, tell) {
  const listed = { id: symbols.map((symbol) => `{{${symbol}}}`), limit: '200' };
  const { theirs } = await pair.send({ method: 'GET', path, query: { ...listed, depth: '1' } });
  const objects = theirs.body?.results ?? [];
  for (const parameter of await parametersOf(pair, path)) {
    const values = [...new Set([...samplesOf(pair, parameter, objects), ...nonsenseFor(parameter)])];
    const several = parameter.schema?.type === 'array' && values.length > 1 ? [values.slice(0, 2)] : [];
    for (const value of [...values, ...several]) {
      const step = { method: 'GET', path, query: { ...listed, [parameter.name]: value } };
      const answers = await pair.send(step);
      tell(`GET ${path}?${parameter.name}=${value}`, differences(pair, answers, symbols));
    }
  }
}

/** The query parameters that the reference describes, without those of pages. */
async function parametersOf(pair, path) {
  pair.description ??= pair.send({ method: 'GET', path: '/api/swagger.json' });
  const { theirs } = await pair.description;
  const { parameters = [] } = theirs.body.paths[path.replace('/api', '')]?.get ?? {};
  const others = ['limit', 'offset', 'depth', 'format', 'sort', 'include'];
  return parameters.filter(({ in: place, name }) => place === 'query' && !others.includes(name));
}

function samplesOf(pair, { name, schema }, objects) {
  const [base, suffix = ''] = name.split('__');
  // Moments of objects are each server's own.
  if (suffix === 'isnull' || schema?.type === 'boolean' || formatOf(schema)?.startsWith('date')) return [];
  const isById = base.endsWith('_id');
  const samples = objects
    .flatMap((object) => object[base] ?? object[base.replace(/_id$/, '')] ?? [])
    .slice(0, sampled)
    .flatMap((value) => (typeof value === 'object' ? namesOf(pair, value, isById) : [bySymbol(pair, String(value))]));
  const shape = shaped[suffix.replace(/^n/, '')] ?? String;
  return samples.map((sample) => (sample.startsWith('{{') ? sample : shape(sample)));
}

const formatOf = (schema) => schema?.items?.format ?? schema?.format;

/** An id as the symbol of its object, which each server knows by an id of its own; any other value as it is. */
function bySymbol(pair, value) {
  const symbol = pair.theirs.rev.get(value);
  return symbol === undefined ? value : `{{${symbol}}}`;
}

/** What names a related object, or a choice: its id as a symbol, and its name. */
function namesOf(pair, { id, name, model, value }, isById) {
  if (value !== undefined) return [String(value)];
  const symbol = pair.theirs.rev.get(id);
  const named = name ?? model;
  return [...(symbol ? [`{{${symbol}}}`] : []), ...(named && !isById ? [String(named)] : [])];
}

function nonsenseFor({ name, schema }) {
  if (schema?.type === 'boolean' || name.endsWith('__isnull')) return ['true', 'false', 'maybe'];
  const format = formatOf(schema);
  if (format?.startsWith('date')) return ['2020-01-01', '2099-12-31 23:59:59', 'nonsense', ''];
  return ['nonsense', '', 'null', '-1', ...(name.endsWith('re') ? ['['] : []), ...(format === 'uuid' ? [nobody] : [])];
}

/** Which of the objects were found, and in which order; errors by the parameters that they name. */
function differences(pair, answers, symbols) {
  const { theirs, ours } = answers;
  if (theirs.status !== 200 || ours.status !== 200) return pair.differences(answers);
  const found = ({ rev }, { body }) =>
    body.results.map(({ id }) => rev.get(String(id))).filter((one) => symbols.includes(one));
  const [wanted, got] = [found(pair.theirs, theirs), found(pair.ours, ours)].map((list) => list.join(' '));
  return wanted === got ? [] : [`found ${wanted || 'nothing'}, ours ${got || 'nothing'}`];
}
