/**
 * What renders templates that users write, in a thread of its own: any of them may be written to hang or to fill the
 * memory, and then the thread is ended. Plain JavaScript, since Node starts it from the file as it is.
 */
const { parentPort } = require('node:worker_threads');
const { TemplateProblem, Exhausted, begin } = require('./meter');
const { parsed } = require('./grammar/statements');
const { interpret } = require('./interpret');
const { referred } = require('./lookup');
const { Thing, fromJson, pending } = require('./values');

/**
 * Milliseconds for one rendering, and for all of a request: both well below the time after which the thread is ended.
 */
const patience = { one: 300, all: 750 };
const longestTemplate = 65_536;
/** Characters of templates that are kept read (each takes up to 50 bytes), and of texts that are written. */
const most = { prepared: 1_048_576, output: 16 * 1_048_576 };

const tooLong = { problem: 'It takes too long.', hopeless: true };
const prepared = new Map();
let preparedLength = 0;

/** Lines end in one way, and the last end is not part of the text, as in Jinja2. */
function read(given) {
  const source = given.replace(/\r\n?/g, '\n');
  if (source.length > longestTemplate) throw new TemplateProblem('The template is too long.');
  if (/\s{1000}/.test(source)) throw new TemplateProblem('The template has too much space in one place.');
  return parsed(source.endsWith('\n') ? source.slice(0, -1) : source);
}

/** Templates come again and again: what was made of the last ones is kept. */
function prepare(source) {
  const known = prepared.get(source);
  const program = known ?? read(source);
  if (known) prepared.delete(source);
  else preparedLength += source.length;
  prepared.set(source, program);
  for (const oldest of prepared.keys()) {
    if (preparedLength <= most.prepared) break;
    prepared.delete(oldest);
    preparedLength -= oldest.length;
  }
  return program;
}

/** The objects that templates of one request can look at. */
function openWorld(objects) {
  const things = new Map();
  const world = {
    missing: new Set(),
    find(key) {
      const known = things.get(key);
      if (known) return known;
      if (!Object.hasOwn(objects, key)) {
        world.missing.add(key);
        return pending;
      }
      const thing = new Thing(key, objects[key], world);
      things.set(key, thing);
      return thing;
    },
  };
  return world;
}

function describe(error) {
  if (error instanceof TemplateProblem) return error.message;
  if (error instanceof RangeError) return 'It is nested too deeply.';
  return 'It cannot be rendered.';
}

function render({ template, data, refs }, world) {
  try {
    const names = [...Object.entries(data ?? {}).map(([name, value]) => [name, fromJson(value)])];
    for (const [name, ref] of Object.entries(refs ?? {})) names.push([name, referred(ref, world)]);
    return { text: interpret(prepare(template), names) };
  } catch (error) {
    return { problem: describe(error), exhausted: error instanceof Exhausted };
  }
}

/**
 * Renders one after the other. A template that has taken too long once is not tried again; the rest is left for later.
 */
function answer({ cases, objects }) {
  const world = openWorld(objects);
  const refused = new Set();
  const end = performance.now() + patience.all;
  let output = 0;
  return cases.map((one) => {
    const left = end - performance.now();
    if (refused.has(one.template)) return tooLong;
    if (left <= 0) return { later: true };
    begin(Math.min(patience.one, left));
    world.missing.clear();
    const { text, problem, exhausted } = render(one, world);
    if (exhausted && left < patience.one) return { later: true };
    if (exhausted) refused.add(one.template);
    if (world.missing.size > 0 && !exhausted) return { missing: [...world.missing] };
    output += text?.length ?? 0;
    if (output > most.output) return { problem: 'Together they make texts that are too long.' };
    if (exhausted) return tooLong;
    return text === undefined ? { problem } : { text };
  });
}

parentPort.on('message', (message) => parentPort.postMessage(JSON.stringify(answer(JSON.parse(message)))));
// What it needs is loaded: from now on it is quick, and whoever asks may be impatient.
parentPort.postMessage('ready');
