const { TemplateProblem } = require('./meter');
const v = require('./values');

/** What a round of a loop knows of itself, as `loop`; that of a recursive one is called with what is below. */
function loopNames(index, list, { previous, depth, again }) {
  const { length } = list;
  const fields = {
    index: index + 1,
    index0: index,
    revindex: length - index,
    revindex0: length - index - 1,
    first: index === 0,
    last: index === length - 1,
    length,
    depth,
    depth0: depth - 1,
    previtem: list[index - 1],
    nextitem: list[index + 1],
    cycle: new v.Callable('cycle', (args) => {
      if (args.length === 0) throw new TemplateProblem('`cycle` wants something to go through.');
      return args[index % args.length];
    }),
    changed: new v.Callable('changed', (args) => {
      const same = previous.args !== undefined && v.equal(previous.args, args);
      previous.args = args;
      return !same;
    }),
  };
  return again ? new v.CallableNamespace(Object.entries(fields), again) : new v.Namespace(Object.entries(fields));
}

module.exports = { loopNames };
