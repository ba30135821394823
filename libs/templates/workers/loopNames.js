const v = require('./values');

/** What a round of a loop knows of itself, as `loop`. */
function loopNames(index, list, previous) {
  const { length } = list;
  const fields = {
    index: index + 1,
    index0: index,
    revindex: length - index,
    revindex0: length - index - 1,
    first: index === 0,
    last: index === length - 1,
    length,
    depth: 1,
    depth0: 0,
    previtem: list[index - 1],
    nextitem: list[index + 1],
    cycle: new v.Callable('cycle', (args) => args[index % args.length]),
    changed: new v.Callable('changed', (args) => {
      const same = previous.args !== undefined && v.equal(previous.args, args);
      previous.args = args;
      return !same;
    }),
  };
  return new v.Namespace(Object.entries(fields));
}

module.exports = { loopNames };
