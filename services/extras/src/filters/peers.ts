import { problems } from '@plumbline/http';
import { allOf, anyOf, type Criteria, readUuid, where } from '@plumbline/model';

/** Associations of symmetric relationships that have one of these objects at either end. */
export function peersOf(values: string[]): Criteria {
  const ids = values.map((value) => {
    const id = readUuid(value);
    if (id === undefined) throw problems.malformed('Enter a valid UUID.');
    return id;
  });
  return allOf(
    where('relationship.type', 'startswith', 'symmetric'),
    anyOf(where('source_id', 'in', ids), where('destination_id', 'in', ids)),
  );
}
