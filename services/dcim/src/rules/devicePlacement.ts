import type { Candidate, Rule } from '@plumbline/model';

/** A device stands where its rack does. */
export const rackIsAtLocation: Rule = ({ row, related: { rack, location } }) =>
  rack && rack.location !== row.location
    ? { rack: [`Rack "${rack.name}" does not belong to location "${location?.name}".`] }
    : undefined;

/** A face is one of a rack. */
export const faceNeedsRack: Rule = ({ row }) =>
  row.rack === null && row.face !== '' ? { face: ['Cannot select a rack face without assigning a rack.'] } : undefined;

/** A position is one in a rack. */
export const positionNeedsRack: Rule = ({ row }) =>
  row.rack === null && row.position !== null
    ? { position: ['Cannot select a rack position without assigning a rack.'] }
    : undefined;

/** A position is one on a face. */
export const positionNeedsFace: Rule = ({ row }) =>
  row.position !== null && row.face === ''
    ? { face: ['Must specify rack face when defining rack position.'] }
    : undefined;

/** What takes no units has no position. */
export const positionNeedsHeight: Rule = ({ row, related: { device_type: type } }) =>
  row.position !== null && type?.u_height === 0
    ? { position: [`A U0 device type (${type.model}) cannot be assigned to a rack position.`] }
    : undefined;

const isChild = ({ row, related: { device_type: type } }: Candidate): boolean =>
  row.rack !== null && type?.subdevice_role === 'child';

/** A child device is on the face its parent is on. */
export const childHasNoFace: Rule = (candidate) =>
  isChild(candidate) && candidate.row.face !== ''
    ? { face: ['Child device types cannot be assigned to a rack face. This is an attribute of the parent device.'] }
    : undefined;

/** A child device stands where its parent does. */
export const childHasNoPosition: Rule = (candidate) =>
  isChild(candidate) && candidate.row.position !== null
    ? {
        position: [
          'Child device types cannot be assigned to a rack position. This is an attribute of the parent device.',
        ],
      }
    : undefined;
