const { TemplateProblem, checkLength, longestList } = require('./meter');
const v = require('./values');

function range(args) {
  const [start, stop, step] = args.length < 2 ? [0, args[0], 1] : [args[0], args[1], args[2] ?? 1];
  if (![start, stop, step].every((one) => typeof one === 'number') || step === 0)
    throw new TemplateProblem('`range` wants whole numbers.');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  checkLength(length, longestList);
  return Array.from({ length }, (_, index) => start + index * step);
}

function cycler(args) {
  let at = 0;
  const current = () => args[at] ?? null;
  const next = () => {
    const found = current();
    at = (at + 1) % args.length;
    return found;
  };
  const reset = () => {
    at = 0;
    return null;
  };
  return new v.Namespace([
    ['next', new v.Callable('next', next)],
    ['reset', new v.Callable('reset', reset)],
  ]);
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
  dict: ([given], kwargs) => new Map([...(v.isMap(given) ? given : []), ...kwargs]),
  namespace: ([given], kwargs) => new v.Namespace([...(v.isMap(given) ? given : []), ...kwargs]),
};

const constants = { true: true, false: false, none: null, True: true, False: false, None: null };

/** The names every template knows. */
const globals = new Map([
  ...Object.entries(constants),
  ...Object.entries(functions).map(([name, call]) => [name, new v.Callable(name, call)]),
]);

module.exports = { globals };
