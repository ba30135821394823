import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/request';

interface Holder {
  id: string;
  name: string;
  primary_ip4: { id: string } | null;
  primary_ip6: { id: string } | null;
}

/** Who has an address. */
export interface AddressFacts {
  interfaces: { id: string; name: string; device: (Omit<Holder, 'name'> & { name: string | null }) | null }[];
  vm_interfaces: { id: string; name: string; virtual_machine: Holder | null }[];
}

const question = `query ($id: ID!) {
  ip_address(id: $id) {
    interfaces { id name device { id name primary_ip4 { id } primary_ip6 { id } } }
    vm_interfaces { id name virtual_machine { id name primary_ip4 { id } primary_ip6 { id } } }
  }
}`;

/** Asks once for all interfaces that have an address, and what they are part of. */
export const useAddressFacts = (id: string) =>
  useQuery({
    queryKey: ['objects', '/ipam/ip-addresses/', 'facts', id],
    queryFn: async ({ signal }): Promise<AddressFacts | null> => {
      const { data } = await request<{ data: { ip_address: AddressFacts | null } }>('POST', '/api/graphql/', {
        body: { query: question, variables: { id } },
        signal,
      });
      return data.data.ip_address;
    },
  });
