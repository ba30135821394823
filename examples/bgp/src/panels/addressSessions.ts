import { definePanel } from '@plumbline/engine';
import { anyOf, where } from '@plumbline/model';
import { sessionsOf } from './sessionsOf';

/** The BGP sessions between an address and others, on its page, from whichever side. */
export const addressSessions = definePanel({
  root: 'plugins/bgp',
  name: 'address-sessions',
  of: 'ipam.ipaddress',
  title: 'BGP sessions',
  shows: 'bgp.peering',
  description: 'Show the BGP sessions between an address and others.',
  show: (request) =>
    sessionsOf(
      request,
      anyOf(where('local_address', 'exact', request.id), where('remote_address', 'exact', request.id)),
    ),
});
