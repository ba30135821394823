import type { DefaultRow } from './defaultRow';

/** The roles a fresh database holds: those IP addresses play in common protocols. */
export const defaultRoles: DefaultRow[] = [
  {
    name: 'Anycast',
    color: 'ffc107',
    description: '',
    contentTypes: ['ipam.ipaddress'],
  },
  {
    name: 'CARP',
    color: '4caf50',
    description: '',
    contentTypes: ['ipam.ipaddress'],
  },
  {
    name: 'GLBP',
    color: '4caf50',
    description: '',
    contentTypes: ['ipam.ipaddress'],
  },
  {
    name: 'HSRP',
    color: '4caf50',
    description: '',
    contentTypes: ['ipam.ipaddress'],
  },
  {
    name: 'Loopback',
    color: '9e9e9e',
    description: '',
    contentTypes: ['ipam.ipaddress'],
  },
  {
    name: 'Secondary',
    color: '2196f3',
    description: '',
    contentTypes: ['ipam.ipaddress'],
  },
  {
    name: 'VIP',
    color: '4caf50',
    description: '',
    contentTypes: ['ipam.ipaddress'],
  },
  {
    name: 'VRRP',
    color: '4caf50',
    description: '',
    contentTypes: ['ipam.ipaddress'],
  },
];
