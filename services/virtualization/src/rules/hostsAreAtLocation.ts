import { allOf, anyOf, type BatchRule, not, where } from '@plumbline/model';

/** The devices that a cluster runs on stand where it is; asked of every cluster that is changed and has a location. */
export const hostsAreAtLocation: BatchRule = async (candidates, { lookBack }) => {
  const placed = candidates.filter(({ before, row }) => before && row.location !== null);
  if (placed.length === 0) return [];
  const elsewhere = await lookBack(
    { label: 'virtualization.cluster', ids: placed.map(({ row }) => row.id) },
    'dcim.device',
    anyOf(
      ...placed.map(({ row }) =>
        allOf(where('cluster', 'exact', row.id), not(where('location', 'exact', row.location))),
      ),
    ),
    ['cluster'],
  );
  return candidates.map(({ row, related }) => {
    const hosts = elsewhere.filter(({ cluster }) => cluster === row.id).length;
    if (hosts === 0) return undefined;
    return {
      location: [
        `${hosts} devices are assigned as hosts for this cluster but belong to a location other than "${related.location?.name}".`,
      ],
    };
  });
};
