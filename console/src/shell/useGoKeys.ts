import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useModels } from '../api/models';
import { isForPage } from './pageKeys';

/** What `g` and a letter lead to. */
export const goKeys: Record<string, { label: string; path: string; model?: string }> = {
  h: { label: 'Home', path: '/' },
  d: { label: 'Devices', path: '/dcim/devices/', model: 'dcim.device' },
  r: { label: 'Racks', path: '/dcim/racks/', model: 'dcim.rack' },
  l: { label: 'Locations', path: '/dcim/locations/', model: 'dcim.location' },
  c: { label: 'Cables', path: '/dcim/cables/', model: 'dcim.cable' },
  p: { label: 'Prefixes', path: '/ipam/prefixes/', model: 'ipam.prefix' },
  i: { label: 'IP addresses', path: '/ipam/ip-addresses/', model: 'ipam.ipaddress' },
  v: { label: 'VLANs', path: '/ipam/vlans/', model: 'ipam.vlan' },
  j: { label: 'Jobs', path: '/extras/jobs/', model: 'extras.job' },
  o: { label: 'Change log', path: '/extras/object-changes/', model: 'extras.objectchange' },
};

/** Milliseconds in which the letter follows the `g`. */
const patience = 900;

/** Goes to a page at `g` and a letter. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  const models = useModels();
  useEffect(() => {
    let armed: number | undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isForPage(event)) return;
      if (event.key === 'g') {
        armed = event.timeStamp;
        return;
      }
      const goal = armed !== undefined && event.timeStamp - armed < patience ? goKeys[event.key] : undefined;
      armed = undefined;
      if (!goal || (goal.model && !models.find(goal.model)?.may.includes('view'))) return;
      event.preventDefault();
      navigate(goal.path);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [navigate, models]);
}
