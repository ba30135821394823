import type { Row, Rule, RuleResult } from '@plumbline/model';
import { unconnectableTypes } from '../choices/interfaceTypes';
import type { Termination } from './paths/walk';
import { endsOf } from './terminations';

const sides = ['a', 'b'] as const;

const eachSide =
  (check: (side: 'a' | 'b', candidate: Parameters<Rule>[0]) => RuleResult): Rule =>
  (candidate) =>
    check('a', candidate) ?? check('b', candidate);

/** What a cable is plugged into exists. */
export const endsAreThere: Rule = eachSide((side, { row, related }) =>
  related[`termination_${side}`]
    ? undefined
    : { [`termination_${side}`]: [`There is no ${row[`termination_${side}_type`]} with this id.`] },
);

/** A cable that is plugged in elsewhere is another cable. */
export const endsStay: Rule = eachSide((side, { before, row }) =>
  before && [`termination_${side}_type`, `termination_${side}_id`].some((name) => before[name] !== row[name])
    ? { [`termination_${side}`]: ['The ends of a cable stay where they are. Delete it and make another one instead.'] }
    : undefined,
);

/** Interfaces without a plug take no cable. */
export const endsCanBeCabled: Rule = eachSide((side, { row, related }) =>
  row[`termination_${side}_type`] === 'dcim.interface' &&
  (unconnectableTypes as readonly unknown[]).includes(related[`termination_${side}`]?.type)
    ? { [`termination_${side}_id`]: [`Interfaces of type ${related[`termination_${side}`]!.type} take no cable.`] }
    : undefined,
);

const ports = ['dcim.frontport', 'dcim.rearport'];
/** What fits what; both directions are listed. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  'circuits.circuittermination': ['dcim.interface', ...ports, 'circuits.circuittermination'],
  'dcim.consoleport': ['dcim.consoleserverport', ...ports],
  'dcim.consoleserverport': ['dcim.consoleport', ...ports],
  'dcim.interface': ['dcim.interface', 'circuits.circuittermination', ...ports],
  'dcim.powerfeed': ['dcim.powerport'],
  'dcim.poweroutlet': ['dcim.powerport'],
  'dcim.powerport': ['dcim.poweroutlet', 'dcim.powerfeed'],
};
const throughPorts = [
  'dcim.consoleport',
  'dcim.consoleserverport',
  'dcim.interface',
  ...ports,
  'circuits.circuittermination',
];

/** Power goes to power, consoles to console servers, lines to lines. */
export const endsFit: Rule = ({ row: { termination_a_type: a, termination_b_type: b } }) =>
  (fitting[String(a)] ?? throughPorts).includes(String(b))
    ? undefined
    : { __all__: [`A cable cannot connect ${a} with ${b}.`] };

/** Between two panels each position leads to the same position. */
export const positionsMatch: Rule = ({ row, related: { termination_a: a, termination_b: b } }) => {
  if (!sides.every((side) => row[`termination_${side}_type`] === 'dcim.rearport')) return undefined;
  const [here, there] = [Number(a?.positions), Number(b?.positions)];
  if (here === there || here === 1 || there === 1) return undefined;
  return { __all__: [`${a?.name} has ${here} positions and ${b?.name} has ${there}; they must be as many, or one.`] };
};

/** A cable has two ends. */
export const endsAreDistinct: Rule = ({ row }) =>
  row.termination_a_type === row.termination_b_type && row.termination_a_id === row.termination_b_id
    ? { __all__: ['A cable cannot connect something with itself.'] }
    : undefined;

/** A front port leads to its rear port as it is. */
export const isNoShortcut: Rule = ({ row, related: { termination_a: a, termination_b: b } }) => {
  const [endA, endB] = endsOf(row);
  return isRearOf(endB, endA, a) || isRearOf(endA, endB, b)
    ? { __all__: ['A front port cannot be connected with its own rear port.'] }
    : undefined;
};

const isRearOf = (rear: Termination, front: Termination, known: Row | undefined): boolean =>
  front.type === 'dcim.frontport' && rear.type === 'dcim.rearport' && known?.rear_port === rear.id;

/** In the network of a provider nobody else plugs in cables. */
export const endsAreOnSite: Rule = eachSide((side, { related }) =>
  related[`termination_${side}`]?.provider_network
    ? { [`termination_${side}_id`]: ['Circuit terminations attached to a provider network may not be cabled.'] }
    : undefined,
);

/** One cable for each plug. */
export const endsAreFree: Rule = ({ related: { termination_a: a, termination_b: b } }) =>
  a?.taken || b?.taken ? { __all__: ['One of the ends has another cable already.'] } : undefined;
