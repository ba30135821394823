const { TemplateProblem } = require('./meter');
const v = require('./values');
const { filters } = require('./filters');
const { tests } = require('./tests');

/** What filters and tests that name others by text are given. */
const byName = {
  filter(name, value, args, kwargs) {
    if (!Object.hasOwn(filters, name)) throw new TemplateProblem(`There is no filter “${name}”.`);
    if (value === v.pending) return v.pending;
    return filters[name](value, args, kwargs, byName);
  },
  test(name, value, args) {
    if (!Object.hasOwn(tests, name)) throw new TemplateProblem(`There is no test “${name}”.`);
    return value === v.pending ? false : tests[name](value, ...args);
  },
};

module.exports = { byName };
