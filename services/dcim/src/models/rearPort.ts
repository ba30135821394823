import { cable, cabledFields, cabledFilters } from '@plumbline/domain';
import { by, defineModel, f } from '@plumbline/model';
import { removePassThrough, retraceRearPorts } from '../cabling/effects';
import { lockPathsThroughRearPorts } from '../cabling/locks';
import { moveEnds } from '../cabling/moveEnds';
import { portTypes } from '../choices/portTypes';
import { component, componentFilters, componentOrder, namedFilters, names, ofDevice } from '../components/component';
import { hasPositionsInUse } from '../rules/ports';

/** The back of a patch panel: one cable that stands for one or more front ports. */
export const RearPort = defineModel('dcim.rearport', {
  endpoint: 'rear-ports',
  menu: [{ under: ['Inventory', 'Devices', 'Components'], at: 130 }],
  traits: [component],
  title: 'rear port',
  description: 'Ports that lead through to one or more front ports of the same device.',
  fields: {
    ...cabledFields(),
    type: f.choice(portTypes).with({ schemaName: 'PortTypeChoices' }).label('Type'),
    ...names(),
    positions: f.int({ min: 1, max: 1024 }).default(1).describe('How many front ports it can lead to.'),
    device: ofDevice('rear_ports'),
    cable: cable(),
  },
  ...componentOrder,
  filterable: [...namedFilters, 'positions', 'device'],
  filters: {
    ...componentFilters(),
    type: by.choice('type', portTypes, { anyText: true }),
    ...cabledFilters(),
    front_ports: by.relation('front_ports', { isnull: true }),
    has_front_ports: by.has('front_ports'),
  },
  guarded: ['positions'],
  validate: [hasPositionsInUse],
  beforeLock: [lockPathsThroughRearPorts],
  afterSave: [moveEnds('dcim.rearport'), retraceRearPorts],
  afterDelete: [removePassThrough],
});
