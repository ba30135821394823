import { type Sql, sql } from '@plumbline/store';

const endOn = (side: 'A' | 'Z'): Sql =>
  sql.fragment`(SELECT ending.id FROM circuittermination ending WHERE ending.circuit = line.id AND ending.term_side = ${side})`;

/** The terminations on the two sides of the circuit `line`, as the terminations have it. */
export const [endA, endZ] = [endOn('A'), endOn('Z')];
