import { useGraph } from '../../../api/graph';

export type Face = 'front' | 'rear';

/** A device as an elevation shows it. */
export interface RackDevice {
  id: string;
  name: string;
  /** Its lowest unit; null where it stands in none. */
  position: number | null;
  face: Face | null;
  /** In units; 0 for what is mounted beside them. */
  height: number;
  isFullDepth: boolean;
  type: string;
  role: { name: string; color: string } | null;
  status: { name: string; color: string } | null;
  tenant: string | null;
  serial: string;
  assetTag: string | null;
}

/** Units that are kept for something. */
export interface RackReservation {
  id: string;
  units: number[];
  description: string;
  user: string | null;
  tenant: string | null;
}

/** A rack with all that stands in it. */
export interface DrawnRack {
  id: string;
  name: string;
  height: number;
  /** Whether units are counted from the top. */
  isDescending: boolean;
  location: { id: string; display: string } | null;
  devices: RackDevice[];
  reservations: RackReservation[];
}

interface Colored {
  name: string;
  color: string;
}

interface Answer {
  racks: {
    id: string;
    display: string;
    u_height: number;
    desc_units: boolean;
    location: { id: string; display: string } | null;
    devices:
      | {
          id: string;
          display: string;
          position: number | null;
          face: 'FRONT' | 'REAR' | null;
          serial: string;
          asset_tag: string | null;
          role: Colored | null;
          status: Colored | null;
          tenant: { display: string } | null;
          device_type: { display: string; u_height: number; is_full_depth: boolean } | null;
        }[]
      | null;
    rack_reservations:
      | {
          id: string;
          units: number[];
          description: string;
          user: { username: string } | null;
          tenant: { display: string } | null;
        }[]
      | null;
  }[];
}

const fields = `id display u_height desc_units location { id display }
  devices { id display position face serial asset_tag role { name color } status { name color } tenant { display }
    device_type { display u_height is_full_depth } }
  rack_reservations { id units description user { username } tenant { display } }`;

/** Racks with what stands in them, in one request; `found` are the arguments of GraphQL's list of racks. */
export function useRackContents(found: string) {
  const { data, ...rest } = useGraph<Answer>(`{ racks(${found}) { ${fields} } }`);
  return { ...rest, racks: data?.racks.map(drawnRack) };
}

function drawnRack({ devices, rack_reservations, ...rack }: Answer['racks'][number]): DrawnRack {
  return {
    id: rack.id,
    name: rack.display,
    height: rack.u_height,
    isDescending: rack.desc_units,
    location: rack.location,
    devices: (devices ?? []).map((device) => ({
      id: device.id,
      name: device.display,
      position: device.position,
      face: device.face === null ? null : device.face === 'FRONT' ? 'front' : 'rear',
      height: device.device_type?.u_height ?? 1,
      isFullDepth: device.device_type?.is_full_depth ?? true,
      type: device.device_type?.display ?? '',
      role: device.role,
      status: device.status,
      tenant: device.tenant?.display ?? null,
      serial: device.serial,
      assetTag: device.asset_tag,
    })),
    reservations: (rack_reservations ?? []).map((one) => ({
      id: one.id,
      units: one.units,
      description: one.description,
      user: one.user?.username ?? null,
      tenant: one.tenant?.display ?? null,
    })),
  };
}
