/** What netutils offers of the versions of software. */
const { TemplateProblem, list } = require('../meter');
const v = require('../values');
const { named } = require('../arguments');

function wantVersion(value) {
  if (!v.isText(value)) throw new TemplateProblem(`A version is a text, not ${v.kindOf(value)}.`);
  return value;
}

/** Numbers and letters as they come. */
const loosely = (value) =>
  wantVersion(value)
    .split(/(\d+|[a-z]+|\.)/)
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Two or three numbers, and `a` or `b` with another for what is not released yet. */
function strictly(value) {
  const [whole, major, minor, patch = 0, stage = 'released', number = 0] =
    /^(\d+)\.(\d+)(?:\.(\d+))?(?:([ab])(\d+))?$/.exec(wantVersion(value)) ?? [];
  if (whole === undefined) throw new TemplateProblem(`“${value.slice(0, 100)}” is no version such as 1.2 or 1.2.3b1.`);
  return [Number(major), Number(minor), Number(patch), stage, Number(number)];
}

const comparisons = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const ordered = (parts) => (one, other) =>
  v.equal(parts(one), parts(other)) ? 0 : v.compare(parts(one), parts(other));
const loose = ordered(loosely);

const compared = (order) =>
  named(['comparison', 'target_version'], (value, comparison, other) => {
    if (!Object.hasOwn(comparisons, v.str(comparison)))
      throw new TemplateProblem(`Versions are compared by ${Object.keys(comparisons).join(', ')}.`);
    const [one, two] = [wantVersion(value), wantVersion(other)];
    return comparisons[comparison](order(one, two));
  });

/** The versions between one and another, and the other. */
function upgradePath(current, target, versions) {
  if (loose(current, target) >= 0) throw new TemplateProblem('The version to come to is not newer.');
  const path = v.items(versions).filter((one) => loose(one, current) > 0 && loose(one, target) <= 0);
  return list(path.some((one) => one === target) ? path : [...path, target]);
}

const semantic =
  /^(?<major>0|[1-9]\d*)\.(?<minor>0|[1-9]\d*)\.(?<patch>0|[1-9]\d*)(?:-(?<prerelease>[0-9a-zA-Z.-]+))?(?:\+(?<buildmetadata>[0-9a-zA-Z.-]+))?$/;
const plain = /^(?<major>0|[1-9]\d*)\.(?<minor>0|[1-9]\d*)?.*$/;
const junos = /^(?<main>\d+)\.(?<minor>\d+)(?<type>[xXrRsS])?(?<build>\d+)?/;
const junosService = /^(?<service>[sSdD])?(?<service_build>\d+)?\.?(?<service_respin>\d+)?/;

const namedParts = (groups) => Object.entries(groups).map(([name, part]) => [name, part ?? null]);

function junosMetadata(value) {
  const [core, service] = value.split(/[-:]/);
  const found = junos.exec(core);
  if (!found) throw new TemplateProblem(`“${value.slice(0, 100)}” is no version of Junos.`);
  const { main, type, build } = found.groups;
  const of = service === undefined ? {} : junosService.exec(service).groups;
  const kind = type?.toLowerCase();
  const serviceKind = of.service?.toLowerCase();
  const isEarly = (number) => number === undefined || Number(number) <= 1;
  return [
    ['isservice', serviceKind === 's' || kind === 's'],
    ['ismaintenance', kind === 'r' && !isEarly(build)],
    ['isfrs', (serviceKind === 'd' && isEarly(of.service_build)) || (kind === 'r' && isEarly(build))],
    ['isspecial', kind === 'x'],
    ['service', of.service ?? null],
    ['service_build', of.service_build ?? null],
    ['service_respin', of.service_respin ?? null],
    ...namedParts(found.groups),
    ['major', main],
    ['patch', build ?? null],
  ];
}

/** What the parts of a version are called; the vendor stands before the filter. */
function metadata(vendor, system, version) {
  const isJunos = vendor === 'juniper' && system === 'junos';
  const value = wantVersion(version);
  if (isJunos) return new Map([...junosMetadata(value), ['vendor_metadata', true]]);
  const { groups } = semantic.exec(value) ?? plain.exec(value) ?? {};
  const known = groups ? namedParts(groups) : [['Error', 'Unable to evaluate the version number entered.']];
  return new Map([...known, ['vendor_metadata', false]]);
}

const versionFilters = {
  compare_version_loose: compared(loose),
  compare_version_strict: compared(ordered(strictly)),
  get_upgrade_path: named(['target_version', 'firmware_list'], upgradePath),
  version_metadata: named(['os_type', 'version'], metadata),
};

module.exports = { versionFilters };
