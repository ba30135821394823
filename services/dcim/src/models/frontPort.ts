import { cable, cabledFields, cabledFilters } from '@plumbline/domain';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { removePassThrough, retraceFrontPorts } from '../cabling/effects';
import { lockPathsThroughFrontPorts } from '../cabling/locks';
import { moveEnds } from '../cabling/moveEnds';
import { portTypes } from '../choices/portTypes';
import { component, componentFilters, componentOrder, namedFilters, names, ofDevice } from '../components/component';
import { positionExists, rearPortIsOnDevice } from '../rules/ports';

/** The front of a patch panel: one position of a rear port. */
export const FrontPort = defineModel('dcim.frontport', {
  endpoint: 'front-ports',
  menu: [{ under: ['Inventory', 'Devices', 'Components'], at: 120 }],
  traits: [component],
  title: 'front port',
  description: 'Ports that lead through to a position of a rear port of the same device.',
  fields: {
    ...cabledFields(),
    type: f.choice(portTypes).with({ schemaName: 'PortTypeChoices' }).label('Type'),
    ...names(),
    rear_port_position: f.int({ min: 1, max: 1024 }).defaultAlsoOnReplace(1),
    device: ofDevice('front_ports'),
    cable: cable(),
    rear_port: f.ref('dcim.rearport', { reverse: 'front_ports', onDelete: 'cascade' }).with({ indexed: false }),
  },
  ...componentOrder,
  unique: [...componentOrder.unique, ['rear_port', 'rear_port_position']],
  filterable: [...namedFilters, 'rear_port_position', 'device', 'rear_port'],
  filters: {
    ...componentFilters(),
    type: by.choice('type', portTypes, { anyText: true }),
    ...cabledFilters(),
  },
  needs: { rear_port: ['device', 'name', 'positions'] },
  neededWith: { rear_port: ['device', 'rear_port_position'] },
  validate: [firstProblem(rearPortIsOnDevice, positionExists)],
  beforeLock: [lockPathsThroughFrontPorts],
  afterSave: [moveEnds('dcim.frontport'), retraceFrontPorts],
  afterDelete: [removePassThrough],
});
