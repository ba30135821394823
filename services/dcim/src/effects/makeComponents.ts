import {
  type Candidate,
  concerning,
  type Effect,
  type Row,
  type RuleResult,
  type WriteContext,
  where,
} from '@plumbline/model';
import { allAtOnce, sql } from '@plumbline/store';
import {
  type ComponentKind,
  componentsFromTemplates,
  kindsInOrder,
  kindsWithTemplates,
} from '../sql/componentsFromTemplates';

const isNew = ({ before }: Candidate): boolean => before === undefined;

/**
 * New devices get the components that their types have templates of, in a statement or two for all of them; those with
 * interfaces are refused where no status is for these.
 */
export const makeComponents: Effect = concerning(isNew, async (candidates, context) => {
  const { tx, now, newValues } = context;
  const newDevices = candidates.filter(isNew).map(({ row }) => row.id as string);
  const devices = sql.fragment`${sql.array(newDevices, 'uuid')}`;
  const wanted = await tx.first<Record<ComponentKind, boolean>>(kindsWithTemplates(devices));
  const status = wanted?.interface ? await statusOfInterfaces(context) : undefined;
  if (wanted?.interface && status === undefined) return withoutStatus(candidates, context);
  const customFields = async (kind: ComponentKind) => (await newValues(`dcim.${kind}`)).custom_fields as Row;
  for (const kinds of kindsInOrder) {
    const wantedKinds = kinds.filter((kind) => wanted?.[kind]);
    const insertions = await Promise.all(
      wantedKinds.map(async (kind) => componentsFromTemplates(kind, devices, now, await customFields(kind), status)),
    );
    if (insertions.length > 0) await tx.run(allAtOnce(insertions));
  }
  return undefined;
});

/** Active, or the first status that interfaces may have; undefined where they may have none. */
async function statusOfInterfaces({ lockMatchingShared }: WriteContext): Promise<string | undefined> {
  const statuses = await lockMatchingShared('extras.status', where('content_types', 'exact', 'dcim.interface'), [
    'name',
  ]);
  const names = statuses.map(({ name }) => String(name)).sort();
  const chosen = statuses.find(({ name }) => name === (names.includes('Active') ? 'Active' : names[0]));
  return chosen?.id as string | undefined;
}

/** What is wrong with devices whose types have interfaces, where no status is for these. */
async function withoutStatus(candidates: Candidate[], { tx }: WriteContext): Promise<RuleResult[]> {
  const types = sql.array(
    candidates.map(({ row }) => row.device_type as string),
    'uuid',
  );
  const found = await tx.rows<{ device_type: string }>(
    sql.unsafe`SELECT DISTINCT device_type FROM interfacetemplate WHERE device_type = ANY(${types})`,
  );
  const refused = new Set<unknown>(found.map(({ device_type }) => device_type));
  return candidates.map(({ row }) =>
    refused.has(row.device_type)
      ? { device_type: ['Devices of this type have interfaces, and there is no status for these.'] }
      : undefined,
  );
}
