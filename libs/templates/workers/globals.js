const { TemplateProblem, checkLength, longestList } = require('./meter');
const v = require('./values');
const { entriesOf } = require('./methods');

function range(args) {
  const [start, stop, step] = args.length < 2 ? [0, args[0], 1] : [args[0], args[1], args[2] ?? 1];
  if (![start, stop, step].every((one) => typeof one === 'number') || step === 0)
    throw new TemplateProblem('`range` wants whole numbers.');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  checkLength(length, longestList);
  return Array.from({ length }, (_, index) => start + index * step);
}

function cycler(args) {
  if (args.length === 0) throw new TemplateProblem('`cycler` wants something to go through.');
  let at = 0;
  const names = new v.Namespace();
  const goTo = (index) => {
    at = index % args.length;
    names.entries.set('current', args[at]);
  };
  const next = () => {
    const found = args[at];
    goTo(at + 1);
    return found;
  };
  const reset = () => {
    goTo(0);
    return null;
  };
  names.entries.set('next', new v.Callable('next', next)).set('reset', new v.Callable('reset', reset));
  goTo(0);
  return names;
}

function joiner([separator = ', ']) {
  let used = false;
  return new v.Callable('joiner', () => {
    if (used) return separator;
    used = true;
    return '';
  });
}

const functions = {
  range,
  cycler,
  joiner,
  dict: ([given], kwargs) => new Map([...entriesOf(given), ...kwargs]),
  namespace: ([given], kwargs) => new v.Namespace([...entriesOf(given), ...kwargs]),
};

const constants = { true: true, false: false, none: null, True: true, False: false, None: null };

/** The names every template knows. */
const globals = new Map([
  ...Object.entries(constants),
  ...Object.entries(functions).map(([name, call]) => [name, new v.Callable(name, call)]),
]);

module.exports = { globals };
