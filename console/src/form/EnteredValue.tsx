import { useQueries } from '@tanstack/react-query';
import type { Field } from '../api/description';
import { useModels } from '../api/models';
import { objectQuery } from '../api/objects';
import { nameOf } from '../components/ObjectLink';
import { Value } from '../components/Value';

/** A value as it is sent, shown as people read it: ids by the names of their objects. */
export function EnteredValue({ field, value }: { field: Field | undefined; value: unknown }) {
  const model = useModels().find(field?.to ?? '');
  const ids = model && value !== null && value !== undefined && value !== '' ? [value].flat().map(String) : [];
  const found = useQueries({
    queries: ids.map((id) => ({
      ...objectQuery(model ?? { url: '' }, id, { depth: 0 }),
      enabled: model !== undefined,
      staleTime: 60_000,
      retry: false,
    })),
  });
  if (model && ids.length > 0)
    return <Value value={ids.map((id, index) => (found[index]?.data ? nameOf(found[index].data.object) : id))} />;
  if (field?.kind === 'file' && typeof value === 'string' && value.startsWith('data:')) return 'A new file';
  const choice = field?.choices?.find((one) => one.value === value);
  return <Value value={choice?.label ?? value} field={field} />;
}
