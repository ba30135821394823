import { cable, cabledFields, endpointFields, endpointFilters } from '@plumbline/domain';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { lockPathsFromEndpoints } from '../cabling/locks';
import { moveEnds } from '../cabling/moveEnds';
import { feedLegs, powerOutletTypes } from '../choices/powerOutletTypes';
import { component, componentFilters, componentOrder, namedFilters, names, ofDevice } from '../components/component';
import { isFedByOwnDevice } from '../rules/components';

/** Where a device gives power. */
export const PowerOutlet = defineModel('dcim.poweroutlet', {
  endpoint: 'power-outlets',
  menu: [{ under: ['Inventory', 'Devices', 'Components'], at: 170 }],
  traits: [component],
  title: 'power outlet',
  description: 'Outlets by which devices give power to others.',
  fields: {
    ...cabledFields(),
    ...endpointFields(),
    type: f.choice(powerOutletTypes).with({ schemaName: 'PowerOutletTypeChoices' }).default('').label('Type'),
    feed_leg: f.choice(feedLegs).default('').describe('The phase, of three.'),
    ...names(),
    device: ofDevice('power_outlets'),
    cable: cable(),
    power_port: f.ref('dcim.powerport', { reverse: 'power_outlets', onDelete: 'setNull' }).optional(),
  },
  ...componentOrder,
  filterable: [...namedFilters, 'device'],
  filters: {
    ...componentFilters(),
    type: by.choice('type', powerOutletTypes, { nullWord: false }),
    feed_leg: by.choice('feed_leg', feedLegs, { anyText: true }),
    ...endpointFilters(),
    power_port: by.relationId('power_port'),
  },
  needs: { power_port: ['device'] },
  validate: [firstProblem(isFedByOwnDevice)],
  beforeLock: [lockPathsFromEndpoints],
  afterSave: [moveEnds('dcim.poweroutlet')],
});
