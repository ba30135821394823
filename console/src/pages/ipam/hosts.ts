import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/request';
import { numberOf } from './networks';

/** An address as its cell needs it. */
export interface Host {
  id: string;
  host: string;
  mask_length: number;
  type: string;
  dns_name: string;
  description: string;
  status: { name: string; color: string } | null;
  role: { name: string } | null;
  interfaces: { id: string; name: string; device: { id: string; name: string | null } | null }[];
  vm_interfaces: { id: string; name: string; virtual_machine: { id: string; name: string } | null }[];
}

const question = `query ($prefix: [String], $namespace: [String]) {
  ip_addresses(prefix: $prefix, namespace: $namespace) {
    id host mask_length type dns_name description
    status { name color } role { name }
    interfaces { id name device { id name } }
    vm_interfaces { id name virtual_machine { id name } }
  }
}`;

/** All addresses of a block by their number, with what has them: one question, whatever their count. */
export const hostsQuery = (prefix: string, namespace: string) =>
  queryOptions({
    queryKey: ['objects', '/ipam/ip-addresses/', 'hosts', prefix, namespace],
    queryFn: async ({ signal }) => {
      const { data } = await request<{ data: { ip_addresses: Host[] } }>('POST', '/api/graphql/', {
        body: { query: question, variables: { prefix: [prefix], namespace: [namespace] } },
        signal,
      });
      return new Map(data.data.ip_addresses.map((host) => [numberOf(host.host), host]));
    },
    structuralSharing: false,
  });
