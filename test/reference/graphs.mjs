const introspection = `{ __schema { types { name kind fields(includeDeprecated: true) { name type { ...deep } } } } }
  fragment deep on __Type { name kind ofType { name kind ofType { name kind ofType { name kind } } } }`;

/** Every field that both schemas have of the objects of a list. */
export async function askGraphs(pair, path, symbols, tell) {
  const [theirs, ours] = await schemasOf(pair);
  const type = await typeOf(pair, path, symbols[0]);
  const list = [...(theirs.get('Query')?.values() ?? [])].find((field) => isListOf(field.type, type))?.name;
  if (!list || !ours.get('Query').has(list)) return;
  const id = symbols.map((symbol) => `{{${symbol}}}`);
  for (const [name, field] of theirs.get(type)) {
    const same = ours.get(type)?.get(name);
    const selected = same && selection(core(field.type), core(same.type), theirs);
    if (selected === undefined) continue;
    const query = `query ($id: [String]) { ${list}(id: $id) { id ${name} ${selected} } }`;
    const step = { method: 'POST', path: '/api/graphql/', body: { query, variables: { id } } };
    tell(`${type}.${name}`, pair.differences(await pair.send(step), step));
  }
}

const core = (type) => (type.ofType ? core(type.ofType) : type);
const isListOf = (type, name) => core(type).name === name && isList(type);
const isList = ({ kind, ofType }) => kind === 'LIST' || (ofType !== null && ofType !== undefined && isList(ofType));
const isValue = ({ kind }) => kind === 'SCALAR' || kind === 'ENUM';

/** What is asked of a field's value; undefined when the two are of unlike kinds. */
function selection(theirs, ours, types) {
  if (isValue(theirs) || isValue(ours)) return isValue(theirs) && isValue(ours) ? '' : undefined;
  return theirs.kind === 'OBJECT' && types.get(theirs.name)?.has('id') ? '{ id __typename }' : '{ __typename }';
}

/** The fields of each type, by name, of both. */
async function schemasOf(pair) {
  pair.schemas ??= pair.send({ method: 'POST', path: '/api/graphql/', body: { query: introspection } });
  const { theirs, ours } = await pair.schemas;
  return [theirs, ours].map(
    ({ body }) =>
      new Map(
        body.data.__schema.types.map(({ name, fields }) => [
          name,
          new Map((fields ?? []).map((field) => [field.name, field])),
        ]),
      ),
  );
}

/** The name of the type of an endpoint's objects: that of `dcim.devicetype` is `DeviceTypeType`, whatever its case. */
async function typeOf(pair, path, symbol) {
  const { theirs } = await pair.send({ method: 'GET', path: `${path}{{${symbol}}}/` });
  const wanted = `${theirs.body?.object_type?.split('.')[1]}type`;
  const [types] = await schemasOf(pair);
  return [...types.keys()].find((name) => name.toLowerCase() === wanted);
}
