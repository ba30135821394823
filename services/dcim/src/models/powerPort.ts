import { cable, cabledFields, endpointFields, endpointFilters } from '@plumbline/domain';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { lockPathsFromEndpoints } from '../cabling/locks';
import { moveEnds } from '../cabling/moveEnds';
import { powerPortTypes } from '../choices/powerPortTypes';
import { component, componentFilters, componentOrder, namedFilters, names, ofDevice } from '../components/component';
import { allocatesNoMoreThanMaximum } from '../rules/components';

const draw = () => f.int({ min: 1, max: 32767 }).optional();

/** Where a device takes power. */
export const PowerPort = defineModel('dcim.powerport', {
  endpoint: 'power-ports',
  menu: [{ under: ['Inventory', 'Devices', 'Components'], at: 160 }],
  traits: [component, { exportTemplates: true }],
  title: 'power port',
  description: 'Ports by which devices take power.',
  fields: {
    ...cabledFields(),
    ...endpointFields(),
    type: f.choice(powerPortTypes).with({ schemaName: 'PowerPortTypeChoices' }).default('').label('Type'),
    ...names(),
    maximum_draw: draw().describe('Watts at most.'),
    allocated_draw: draw().describe('Watts that are set aside for it.'),
    device: ofDevice('power_ports'),
    cable: cable(),
  },
  ...componentOrder,
  filterable: [...namedFilters, 'maximum_draw', 'allocated_draw', 'device'],
  filters: {
    ...componentFilters(),
    type: by.choice('type', powerPortTypes, { nullWord: false }),
    ...endpointFilters(),
    power_outlets: by.relation('power_outlets', { isnull: true }),
    has_power_outlets: by.has('power_outlets'),
  },
  validate: [firstProblem(allocatesNoMoreThanMaximum)],
  beforeLock: [lockPathsFromEndpoints],
  afterSave: [moveEnds('dcim.powerport')],
});
