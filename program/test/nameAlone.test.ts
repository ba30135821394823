import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What esbuild prints for functions and classes, which must be called as before whether they are named by hand or not. */
const printed = `
var named = 0;
var __name = (target, value) => { named += 1; return Object.defineProperty(target, "name", { value, configurable: true }); };
const one = /* @__PURE__ */ __name((x) => x + 1, "one");
const several = /* @__PURE__ */ __name(async (x) => {
  const inner = /* @__PURE__ */ __name(() => x, "inner");
  return inner;
}, "several");
const arrow2 = /* @__PURE__ */ __name(() => 2, "arrow");
const renamed2 = /* @__PURE__ */ __name(function() {
  return 2;
}, "renamed");
const holder = {};
holder.held = /* @__PURE__ */ __name(function acting() {
  return 3;
}, "acting");
const entries = {
  entry: /* @__PURE__ */ __name((x) => ({
    x
  }), "entry")
};
var Aside = class _Aside {
  static {
    __name(this, "Aside");
  }
};
function declared() {
}
__name(declared, "declared");
several(1).then((inner) => console.log(JSON.stringify([one, several, inner, arrow2, renamed2, holder.held, entries.entry, Aside, declared].map((f) => f.name).concat(named))));
`;

test('functions of the bundle have their names, and only those are named by hand that need it', () => {
  const script = `import { nameAlone } from ${JSON.stringify(join(__dirname, '..', 'bundle', 'nameAlone.mjs'))};
    new Function(nameAlone(${JSON.stringify(printed)}))();`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual([
    'one',
    'several',
    'inner',
    'arrow2',
    'renamed',
    'acting',
    'entry',
    'Aside',
    'declared',
    2,
  ]);
});
