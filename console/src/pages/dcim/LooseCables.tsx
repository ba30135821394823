import { useQueries } from '@tanstack/react-query';
import { capitalized, useModels } from '../../api/models';
import { listQuery } from '../../api/objects';
import { Attention } from '../../components/Attention';

const cabledToNowhere = { has_cable: true, connected: false };

/** Ports with a cable that gets nowhere: its other end is a panel that leads no further, or a cable on the way is not connected. */
export function LooseCables() {
  const endpoints = useModels().all.filter(
    ({ filters, may }) => filters.has_cable && filters.connected && may.includes('view'),
  );
  const counts = useQueries({
    queries: endpoints.map((model) => ({
      ...listQuery(model, { ...cabledToNowhere, limit: 1, depth: 0 }),
      staleTime: 60_000,
    })),
  });
  return (
    <Attention
      title="Cables to nowhere"
      lines={endpoints.flatMap((model, index) => {
        const count = counts[index]?.data?.count ?? 0;
        return count === 0
          ? []
          : [
              {
                key: model.label,
                name: capitalized(count === 1 ? model.title : model.plural),
                path: `${model.url}?has_cable=true&connected=false`,
                after: count.toLocaleString('en'),
              },
            ];
      })}
    />
  );
}
