const nobody = '6f1c1d3e-7d7b-4c8c-9d9a-0123456789ab';

/** What somebody may send for a value, whatever was meant. */
const oddities = [
  ...[null, '', ' x{{run}} ', 'x'.repeat(300), 'ünï-{{run}}', 'not-a-uuid', nobody],
  ...[0, -1, 1.5, 99999999999, true],
  ...[[], [1], ['zz'], {}, { name: 'nope-{{run}}' }, { id: nobody }, { value: 'zz' }],
];
/** What nobody writes. */
const readOnly = ['id', 'object_type', 'display', 'url', 'natural_slug', 'created', 'last_updated', 'notes_url'];

/** After the first object of an endpoint: each of its values in turn as something odd, in a change and in an object of its own. */
export async function tryWrites(pair, step, { theirs, ours }, tried, tell) {
  const isFirst = step.method === 'POST' && theirs.status === 201 && ours.status === 201 && !tried.has(step.path);
  if (!isFirst || step.auth || step.multipart || typeof step.body !== 'object' || Array.isArray(step.body)) return;
  tried.add(step.path);
  const symbol = `tried${tried.size}`;
  pair.theirs.bind(symbol, String(theirs.body.id));
  pair.ours.bind(symbol, String(ours.body.id));
  const object = `${step.path}{{${symbol}}}/`;
  const send = async (method, path, body) => {
    const request = { method, path, body };
    const answers = await pair.send(request);
    tell(`${method} ${path} ${JSON.stringify(body)}`, pair.differences(answers, request));
    return answers;
  };
  for (const name of Object.keys(theirs.body).filter((key) => !readOnly.includes(key)))
    for (const [index, value] of oddities.entries()) {
      await send('PATCH', object, { [name]: value });
      const made = await send('POST', step.path, { ...withOtherName(step.body, `${index}${name}`), [name]: value });
      await remove(pair, step.path, made, `made${tried.size}${name}${index}`);
    }
  await send('PATCH', object, step.body);
}

const withOtherName = (body, suffix) =>
  typeof body.name === 'string' ? { ...body, name: `${body.name}-${suffix}`.slice(0, 60) } : body;

/** Takes away what was made, on whichever side it was. */
async function remove(pair, path, made, symbol) {
  for (const [side, { status, body }] of [
    [pair.theirs, made.theirs],
    [pair.ours, made.ours],
  ])
    side.bind(symbol, status === 201 ? String(body.id) : nobody);
  await pair.send({ method: 'DELETE', path: `${path}{{${symbol}}}/` });
}
