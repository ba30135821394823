/** Ways in which a list and an object are asked for. */
const forms = [
  { query: {} },
  { query: { depth: '1' } },
  { query: { depth: '2' } },
  { query: { depth: '3' } },
  { query: { include: 'relationships' } },
  { query: { include: 'computed_fields' } },
  { query: { include: 'config_context' } },
  { query: { include: 'relationships,computed_fields', depth: '1' } },
  { query: { api_version: '2.0' } },
  { query: {}, headers: { accept: 'text/csv' } },
];
/** Shown by ids, moments or the names of the server itself, which are its own. */
const unordered = ['id', 'url', 'display', 'natural_slug', 'notes_url', 'created', 'last_updated'];

/** A list, an object and its notes in each of their forms, and the list in the order of each of its columns. */
export async function askForms(pair, path, symbols, tell) {
  const id = symbols.map((symbol) => `{{${symbol}}}`);
  const one = `${path}${id[0]}/`;
  const ask = async (at, { query, headers = {} }) => {
    const step = { method: 'GET', path: at, query, headers: { prefer: 'nested=object', ...headers } };
    tell(
      `GET ${pair.ours.show(at)} ${JSON.stringify({ ...query, ...headers })}`,
      pair.differences(await pair.send(step)),
    );
  };
  for (const form of forms) {
    await ask(path, { ...form, query: { id, ...form.query } });
    await ask(one, form);
  }
  await ask(`${one}notes/`, forms[0]);
  await askOrders(pair, path, id, tell);
}

async function askOrders(pair, path, id, tell) {
  const list = (query) => pair.send({ method: 'GET', path, query: { id, limit: '200', depth: '1', ...query } });
  const { theirs } = await list({});
  for (const column of Object.keys(theirs.body?.results?.[0] ?? {}))
    for (const sort of unordered.includes(column) ? [] : [column, `-${column}`]) {
      const answers = await list({ sort });
      const [wanted, got] = [answers.theirs, answers.ours].map(({ body }) =>
        JSON.stringify(body?.results?.map((object) => shown(object[column]))),
      );
      tell(`GET ${path}?sort=${sort}`, wanted === got ? [] : [wanted, `  ours ${got}`]);
    }
}

const shown = (value) =>
  typeof value === 'object' && value !== null ? (value.display ?? value.value ?? value) : value;
