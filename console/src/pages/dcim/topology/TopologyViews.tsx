import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../../api/apiError';
import { everythingQuery } from '../../../api/everything';
import { quoted } from '../../../api/graph';
import { useModels } from '../../../api/models';
import { useObjectLater } from '../../../api/objects';
import { Notice } from '../../../components/Notice';
import { PageHeader } from '../../../components/PageHeader';
import { PageSkeleton } from '../../../components/PageSkeleton';
import { RelatedPicker } from '../../../components/RelatedPicker';
import type { ListProps, ObjectProps } from '../../registration';
import { TopologyDrawing } from './TopologyDrawing';
import classes from './TopologyViews.module.css';
import { mostDevices } from './topology';

/** The topology of a location and all below it. */
export function LocationTopology({ object }: ObjectProps) {
  return (
    <div className={classes.tab}>
      <TopologyDrawing found={`location: ${quoted([String(object.id)])}`} title={object.display} />
    </div>
  );
}

/** The topology of the devices that a list shows. */
export function DeviceTopology({ model, filters }: ListProps) {
  const query = new URLSearchParams(filters);
  query.set('depth', '0');
  const { data, error } = useQuery(everythingQuery(model, query, mostDevices));
  if (error) return <Notice title="The topology cannot be drawn">{messageOf(error)}</Notice>;
  if (!data) return <PageSkeleton />;
  if (data.count > mostDevices)
    return (
      <Notice icon="filter" title={`${data.count.toLocaleString('en')} devices are too many to draw`}>
        Filter the list until there are no more than {mostDevices.toLocaleString('en')}: by location, role or rack.
      </Notice>
    );
  if (data.count === 0) return <Notice icon="network" title="No devices match" />;
  return <TopologyDrawing found={`id: ${quoted(data.results.map(({ id }) => String(id)))}`} title="devices" />;
}

/** The topology of a location that is picked. */
export function TopologyPage() {
  const [search, setSearch] = useSearchParams();
  const locations = useModels().find('dcim.location');
  const location = search.get('location');
  return (
    <div className={classes.page}>
      <PageHeader title="Topology" />
      <div className={classes.bar}>
        <RelatedPicker
          to="dcim.location"
          aria-label="Location"
          placeholder="Choose a location"
          value={location}
          onChange={(id) => setSearch(id === null ? {} : { location: id }, { replace: true })}
        />
      </div>
      {location === null || !locations ? (
        <Notice icon="network" title="Which location?">
          Its devices and those of everything below it are drawn with what connects them. For any other selection,
          filter the list of devices and look at it as a topology.
        </Notice>
      ) : (
        <Titled location={location} />
      )}
    </div>
  );
}

function Titled({ location }: { location: string }) {
  const { data } = useObjectLater({ url: '/dcim/locations/' }, location, { depth: 0 });
  return (
    <TopologyDrawing
      key={location}
      found={`location: ${quoted([location])}`}
      title={data?.object.display ?? 'topology'}
    />
  );
}
