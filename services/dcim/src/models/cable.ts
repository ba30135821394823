import { cableTerminations, contentTypes } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, contentTypeNumber, defineModel, type Field, f, firstProblem } from '@plumbline/model';
import { connect, disconnect } from '../cabling/effects';
import { lockingPassThrough, lockPathsOverCables } from '../cabling/locks';
import { fillInEnds, readEnds } from '../cabling/readEnds';
import {
  endsAreDistinct,
  endsAreFree,
  endsAreOnSite,
  endsAreThere,
  endsCanBeCabled,
  endsFit,
  endsStay,
  isNoShortcut,
  positionsMatch,
} from '../cabling/rules';
import { cableLengthUnits, cableTypes } from '../choices/cableChoices';
import { endsAtDevices, endsAtIds, endsAtKind } from '../filters/cableEnds';
import { dropUnusedLengthUnit, lengthHasUnit, lengthInMetres } from '../rules/cableLength';

/** The device an end is at, kept beside it so that cables are found by where they lead; null where it is at none. */
const deviceOf = (): Field =>
  f.ref('dcim.device', { onDelete: 'handled' }).optional().readOnly().hidden().with({ unwatched: true });

/** The number of the content type an end is of: cables are ordered by it, as the contract has it. */
const numberOf = (end: 'termination_a_type' | 'termination_b_type'): Field => {
  const cases = cableTerminations.map(
    (label) => `when '${label}'::text then ${contentTypeNumber(label, contentTypes)}`,
  );
  return f.generated('int', `case ${end} ${cases.join(' ')} else 0 end`).hidden();
};

/** What connects two terminations. */
export const Cable = defineModel('dcim.cable', {
  endpoint: 'cables',
  menu: [{ under: ['Inventory', 'Devices', 'Connections'], at: 70 }],
  home: { section: 'Inventory', at: 6 },
  traits: [primary],
  title: 'cable',
  description: 'What connects two terminations.',
  listed: ['label', 'termination_a', 'termination_b', 'status', 'type'],
  fields: {
    termination_a_type: f.contentType(cableTerminations).with({ outlinedAsText: true }),
    termination_b_type: f.contentType(cableTerminations).with({ outlinedAsText: true }),
    termination_a: f
      .generic('termination_a_type', 'termination_a_id')
      .with({ certain: true, schemaName: 'CableTermination' }),
    termination_b: f
      .generic('termination_b_type', 'termination_b_id')
      .with({ certain: true, schemaName: 'CableTermination' }),
    length_unit: f.choice(cableLengthUnits).default(''),
    type: f.choice(cableTypes).default(''),
    termination_a_id: f.genericKey('termination_a_type', { onDelete: 'cascade', checkedBy: 'model' }),
    termination_b_id: f.genericKey('termination_b_type', { onDelete: 'cascade', checkedBy: 'model' }),
    label: f.text(100).default(''),
    color: f.color().default(''),
    length: f.int({ min: 0, max: 32767 }).optional(),
    length_in_metres: f.decimal(14, 4).optional().hidden().with({ derive: lengthInMetres }),
    connected: f.bool().default(false).hidden(),
    status: f.ref('extras.status', { reverse: 'cables', onlyFor: 'dcim.cable' }),
    termination_a_device: deviceOf(),
    termination_b_device: deviceOf(),
    termination_a_number: numberOf('termination_a_type'),
    termination_b_number: numberOf('termination_b_type'),
  },
  order: ['termination_a_number', 'termination_a_id', 'termination_b_number', 'termination_b_id'],
  unique: [
    ['termination_a_type', 'termination_a_id'],
    ['termination_b_type', 'termination_b_id'],
  ],
  naturalKey: ['id'],
  display: ({ id, label }) => String(label || `#${id}`),
  filterable: ['label', 'length', 'color', 'termination_a_id', 'termination_b_id', 'status'],
  filters: {
    q: by.search({ label: 'icontains', id: 'iexact' }),
    type: by.choice('type', cableTypes),
    length_unit: by.choice('length_unit', cableLengthUnits, { anyText: true }),
    device: by.rule(endsAtDevices('name')),
    device_id: by.rule(endsAtIds('id')),
    rack: by.rule(endsAtDevices('rack.name')),
    rack_id: by.rule(endsAtIds('rack')),
    location: by.rule(endsAtDevices('location.name')),
    location_id: by.rule(endsAtIds('location')),
    tenant: by.rule(endsAtDevices('tenant.name')),
    tenant_id: by.rule(endsAtIds('tenant')),
    termination_a_type: by.labels('termination_a_type', cableTerminations, { conjoined: false }),
    termination_b_type: by.labels('termination_b_type', cableTerminations, { conjoined: false }),
    termination_type: by.rule(endsAtKind, { lookupWords: 'is in' }),
  },
  needs: { status: ['name'] },
  neededWith: { status: [] },
  beforeLock: [lockPathsOverCables],
  beforeForeignLock: { 'circuits.circuittermination': lockingPassThrough },
  prepare: [readEnds],
  validate: [
    firstProblem(
      endsAreThere,
      endsStay,
      endsCanBeCabled,
      endsFit,
      positionsMatch,
      endsAreDistinct,
      isNoShortcut,
      endsAreOnSite,
      endsAreFree,
      lengthHasUnit,
    ),
  ],
  beforeSave: [dropUnusedLengthUnit],
  afterSave: [connect],
  afterDelete: [disconnect],
  deriveHidden: [fillInEnds],
});
