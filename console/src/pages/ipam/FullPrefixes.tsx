import { useEverything } from '../../api/everything';
import { useModels } from '../../api/models';
import { usePath } from '../../api/objects';
import { searchOf } from '../../api/request';
import { Attention } from '../../components/Attention';
import { nameOf } from '../../components/ObjectLink';

/** Of what there is for them, from which on prefixes are filling up. */
const nearlyFull = 0.8;

/** Prefixes that are filling up, the fullest first. */
export function FullPrefixes() {
  const prefixes = useModels().find('ipam.prefix');
  const { data: full = [] } = usePath<{ id: string; utilization: number }[]>('/api/ipam/prefix-utilization/', {
    at_least: nearlyFull,
  });
  const ids = full.map(({ id }) => id);
  const { data: named } = useEverything(prefixes, { id: ids, depth: 0 }, ids.length > 0);
  const names = new Map(named?.results.map((prefix) => [String(prefix.id), nameOf(prefix)]));
  if (!prefixes) return null;
  return (
    <Attention
      title="Prefixes filling up"
      list={`${prefixes.url}?view=table&${searchOf({ id: ids })}`}
      lines={full
        .filter(({ id }) => names.has(id))
        .map(({ id, utilization }) => ({
          key: id,
          name: names.get(id)!,
          path: `${prefixes.url}${id}/inside/`,
          after: `${Math.floor(100 * utilization)} % taken`,
        }))}
    />
  );
}
