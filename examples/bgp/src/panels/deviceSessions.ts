import { definePanel } from '@plumbline/engine';
import { where } from '@plumbline/model';
import { sessionsOf } from './sessionsOf';

/** Who a device speaks BGP with, on its page. */
export const deviceSessions = definePanel({
  root: 'plugins/bgp',
  name: 'device-sessions',
  of: 'dcim.device',
  title: 'BGP sessions',
  shows: 'bgp.peering',
  description: 'Show who a device speaks BGP with.',
  show: (request) => sessionsOf(request, where('device', 'exact', request.id)),
});
