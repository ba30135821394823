const csv = { 'content-type': 'text/csv' };

/**
 * The table that the reference makes of a list is sent back to both: as long as the objects are there, and again when they
 * are gone, then without their ids, which only we give them again.
 */
export async function askTables(pair, path, symbols, tell) {
  const ids = symbols.slice(0, 3).map((symbol) => `{{${symbol}}}`);
  const { theirs } = await pair.send({
    method: 'GET',
    path,
    query: { id: ids, limit: '10' },
    headers: { accept: 'text/csv' },
  });
  if (theirs.kind !== 'text' || theirs.status !== 200) return;
  const whole = ownWords(pair.template(theirs.body));
  const bare = whole.replace(/^\uFEFF?([^\r\n]*)/, (line) => line.replace(/(^|,)id(?=,|$)/, '$1nothing'));
  const post = async (what, rawBody) => {
    const step = { method: 'POST', path, rawBody, headers: csv };
    const answers = await pair.send(step);
    if (answers) tell(`POST ${path} as a table, ${what}`, pair.differences(answers, step));
  };
  await post('with all its columns', whole);
  for (const id of ids) await pair.send({ method: 'DELETE', path: `${path}${id}/` });
  await post('when they are gone', bare);
}

/** What only the server says is anything. */
const ownWords = (text) =>
  text
    .replaceAll('_{{hex}}', '_0000')
    .replaceAll('{{ts}}', '2026-01-01T00:00:00Z')
    .replace(/\{\{x[0-9a-f-]{36}\}\}/g, (symbol) => symbol.slice(3, -2));
