const { TemplateProblem } = require('../meter');

/** The words of a template, one after the other. */
class Stream {
  constructor(tokens) {
    this.tokens = tokens;
    this.at = 0;
    /** What the macros around are asked for beside their parameters: `varargs`, `kwargs`, `caller`. */
    this.macros = [];
  }
  peek(ahead = 0) {
    return this.tokens[this.at + ahead];
  }
  next() {
    const token = this.tokens[this.at++];
    if (!token) throw new TemplateProblem('The template is not complete.');
    return token;
  }
  is(kind, value, ahead = 0) {
    const token = this.peek(ahead);
    return token?.kind === kind && (value === undefined || token.value === value);
  }
  /** Takes a word, if it is the next. */
  take(kind, value) {
    return this.is(kind, value) ? this.next() : undefined;
  }
  /** Takes a word that has to be there. */
  want(kind, value) {
    const token = this.next();
    if (token.kind === kind && (value === undefined || token.value === value)) return token;
    throw new TemplateProblem(
      `Expected ${value === undefined ? kinds[kind] : `“${value}”`}, found ${described(token)}.`,
    );
  }
  unexpected() {
    return new TemplateProblem(`${described(this.next())} is not expected there.`);
  }
}

const kinds = { name: 'a name', close: 'the end of it' };

const described = ({ kind, value }) => (kind === 'data' ? 'text' : `“${String(value).slice(0, 50)}”`);

module.exports = { Stream };
