const { globals } = require('./globals');

/** Names and what they stand for, within those around them. */
class Scope {
  constructor(around, names) {
    this.around = around;
    this.names = new Map(names);
  }
  find(name) {
    for (let scope = this; scope; scope = scope.around) if (scope.names.has(name)) return scope.names.get(name);
    return globals.get(name);
  }
}

/** Ends a round of a loop, or the loop. */
class Leap {
  constructor(isLast) {
    this.isLast = isLast;
  }
}

module.exports = { Scope, Leap };
