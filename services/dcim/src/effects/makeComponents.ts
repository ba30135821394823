import { problems } from '@plumbline/http';
import { type Candidate, concerning, type Effect, type Row, type WriteContext, where } from '@plumbline/model';
import { allAtOnce, sql } from '@plumbline/store';
import {
  type ComponentKind,
  componentsFromTemplates,
  kindsInOrder,
  kindsWithTemplates,
} from '../sql/componentsFromTemplates';

const isNew = ({ before }: Candidate): boolean => before === undefined;

/** New devices get the components that their types have templates of, in a statement or two for all of them. */
export const makeComponents: Effect = concerning(isNew, async (candidates, context) => {
  const { tx, now, newValues } = context;
  const newDevices = candidates.filter(isNew).map(({ row }) => row.id as string);
  const devices = sql.fragment`${sql.array(newDevices, 'uuid')}`;
  const wanted = await tx.first<Record<ComponentKind, boolean>>(kindsWithTemplates(devices));
  const status = wanted?.interface ? await statusOfInterfaces(context) : undefined;
  const customFields = async (kind: ComponentKind) => (await newValues(`dcim.${kind}`)).custom_fields as Row;
  for (const kinds of kindsInOrder) {
    const wantedKinds = kinds.filter((kind) => wanted?.[kind]);
    const insertions = await Promise.all(
      wantedKinds.map(async (kind) => componentsFromTemplates(kind, devices, now, await customFields(kind), status)),
    );
    if (insertions.length > 0) await tx.run(allAtOnce(insertions));
  }
});

/** Active, or the first status that interfaces may have. */
async function statusOfInterfaces({ lockMatchingShared }: WriteContext): Promise<string> {
  const statuses = await lockMatchingShared('extras.status', where('content_types', 'exact', 'dcim.interface'), [
    'name',
  ]);
  const names = statuses.map(({ name }) => String(name)).sort();
  const chosen = statuses.find(({ name }) => name === (names.includes('Active') ? 'Active' : names[0]));
  if (!chosen)
    throw problems.field('device_type', 'Devices of this type have interfaces, and there is no status for these.');
  return chosen.id as string;
}
