import { useModels } from '../../../api/models';
import { usePath } from '../../../api/objects';
import { searchOf } from '../../../api/request';
import { Attention } from '../../../components/Attention';
import { near } from './PowerLoad';

interface Utilization {
  id: string;
  name: string;
  utilization: number;
  allocated_power: number;
  available_power: number;
}

/** Power feeds of which nearly all is set aside, or more than there is. */
export function FullFeeds() {
  const feeds = useModels().find('dcim.powerfeed');
  const { data: full = [] } = usePath<Utilization[]>('/api/dcim/power-utilization/', { at_least: near / 100 });
  if (!feeds) return null;
  return (
    <Attention
      title="Power feeds near their maximum"
      list={`${feeds.url}?${searchOf({ id: full.map(({ id }) => id) })}`}
      lines={full.map(({ id, name, utilization, allocated_power, available_power }) => ({
        key: id,
        name,
        path: `${feeds.url}${id}/load/`,
        after: `${Math.round(100 * utilization)} %: ${allocated_power.toLocaleString('en')} of ${available_power.toLocaleString('en')} W`,
      }))}
    />
  );
}
