import { problems } from '@plumbline/http';
import { type FilterContext, readUuid, where } from '@plumbline/model';

/** The ids of location types given by id or name; a 400 for one that does not exist. */
export async function namedLocationTypes(values: string[], { find }: FilterContext): Promise<(string | number)[]> {
  const found = await Promise.all(
    values.map(async (value) => {
      const ids = await find('dcim.locationtype', where(readUuid(value) ? 'id' : 'name', 'exact', value));
      if (ids.length === 0)
        throw problems.malformed(`Select a valid choice. ${value} is not one of the available choices.`);
      return ids;
    }),
  );
  return found.flat();
}
