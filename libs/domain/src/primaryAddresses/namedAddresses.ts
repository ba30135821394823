import { problems } from '@plumbline/http';
import { allOf, anyOf, type FilterRule, readNetwork, readUuid, where } from '@plumbline/model';

/** Objects with one of these addresses, each named by its id or by host and length (a host alone has all of it). */
export const namedAddresses =
  (path: string): FilterRule =>
  async (values, { find }) => {
    const addresses = values.map((value) => {
      if (readUuid(value)) return where('id', 'exact', value);
      const network = readNetwork(value);
      if (!network) throw problems.malformed(`Invalid IP address format: ${value}`);
      return allOf(where('host', 'exact', network.host), where('mask_length', 'exact', network.length));
    });
    return where(path, 'in', await find('ipam.ipaddress', anyOf(...addresses)));
  };
