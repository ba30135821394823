const { TemplateProblem, text } = require('./meter');
const v = require('./values');

/** A filter, test or function with named parameters: called with what stands for each of them. */
function named(parameters, call) {
  return (value, args, kwargs, scope) => {
    if (args.length > parameters.length) throw new TemplateProblem('There are too many arguments.');
    const given = parameters.map((_, index) => args[index]);
    for (const [name, argument] of kwargs) {
      const index = parameters.indexOf(name);
      if (index < 0) throw new TemplateProblem(`There is no argument “${name}”.`);
      given[index] = argument;
    }
    return call.call(scope, value, ...given);
  };
}

/** A filter of what a value reads as. */
const ofText = (parameters, call) => named(parameters, (value, ...rest) => text(call(text(v.str(value)), ...rest)));

module.exports = { named, ofText };
