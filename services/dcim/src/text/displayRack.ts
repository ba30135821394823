import type { Row } from '@plumbline/model';

/** What people call a rack: its name, with what others call it. */
export const displayRack = ({ name, facility_id }: Row): string =>
  facility_id ? `${name} (${facility_id})` : String(name);
