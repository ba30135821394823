import { lazy } from 'react';
import { isCabled } from '../../cabling/isCabled';
import type { Registration } from '../registration';

const CircuitEnds = lazy(async () => ({ default: (await import('./CircuitEnds')).CircuitEnds }));
const Trace = lazy(async () => ({ default: (await import('../../cabling/Trace')).Trace }));
const CableActions = lazy(async () => ({ default: (await import('../../cabling/CableActions')).CableActions }));

/** What the models of circuits have beside what is made of their descriptions. */
export const circuits: Registration = {
  models: {
    'circuits.circuit': {
      panels: [{ place: 'main', component: CircuitEnds }],
      hiddenFields: ['circuit_termination_a', 'circuit_termination_z'],
    },
    'circuits.circuittermination': {
      tabs: [{ name: 'trace', label: 'Trace', component: Trace, when: isCabled }],
      actions: CableActions,
    },
  },
  pages: [],
};
