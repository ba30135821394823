/**
 * What looks at schemas and at data that have to keep to them, in a thread of its own: either may be written to hang or
 * to fill the memory, and then the thread is ended. Plain JavaScript, since Node starts it from the file as it is.
 */
const { parentPort } = require('node:worker_threads');
const { default: Ajv } = require('ajv');
const { default: addFormats } = require('ajv-formats');

const draft7 = 'http://json-schema.org/draft-07/schema';
const options = {
  allErrors: true,
  verbose: true,
  messages: false,
  strict: false,
  ownProperties: true,
  unicodeRegExp: false,
  logger: false,
  validateSchema: false,
};

/** Nothing is fetched: a reference to what the schema does not hold itself is refused. */
const judge = () => addFormats(new Ajv(options));
const isSchema = judge().getSchema(draft7);

/** Says the whole of what several others have said in detail. */
const whole = new Set(['anyOf', 'oneOf', 'not']);
/** Only repeats that something else was found. */
const echoes = new Set(['if', 'propertyNames']);

const depth = ({ instancePath }) => instancePath.split('/').length;
const place = ({ keyword, parentSchema }) => Object.keys(parentSchema ?? {}).indexOf(keyword);

/** The error that tells most: the one closest to the root, and there the first that the schema speaks of. */
function foremost(errors) {
  const specific = errors.filter(({ keyword }) => !echoes.has(keyword));
  const [first] = (specific.length > 0 ? specific : errors).sort(
    (a, b) => depth(a) - depth(b) || whole.has(b.keyword) - whole.has(a.keyword) || place(a) - place(b),
  );
  const { keyword, data, schema, params, instancePath } = first;
  const isSame = (error) => error.keyword === keyword && error.instancePath === instancePath;
  const unexpected = errors.filter(isSame).flatMap((error) => error.params.additionalProperty ?? []);
  return { keyword, data, schema, params, unexpected: [...new Set(unexpected)].sort() };
}

function judgeSchema(schema) {
  if (!isSchema(schema)) return { error: foremost(isSchema.errors) };
  judgeData(schema, []);
  return {};
}

function judgeData(schema, items) {
  // Which draft it is of is settled, and answers that come later are not waited for.
  const { $schema: _, $async: __, ...rest } = schema;
  const keepsTo = judge().compile(rest);
  return { errors: items.map((item) => (keepsTo(item) ? null : foremost(keepsTo.errors))) };
}

function answer({ schema, data }) {
  try {
    return data ? judgeData(schema, data) : judgeSchema(schema);
  } catch (error) {
    return { unusable: String(error.message) };
  }
}

parentPort.on('message', (text) => parentPort.postMessage(JSON.stringify(JSON.parse(text).map(answer))));
// What it needs is loaded: from now on it is quick, and whoever asks may be impatient.
parentPort.postMessage('ready');
