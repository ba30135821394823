import * as addresses from './addresses';
import * as cables from './cables';
import * as circuits from './circuits';
import * as customFields from './customFields';
import * as devices from './devices';
import * as deviceTypes from './deviceTypes';
import * as extras from './extras';
import { imageAttachment } from './images';
import * as ipServices from './ipServices';
import type { Mapping } from './language';
import * as linksAndTemplates from './linksAndTemplates';
import * as organization from './organization';
import * as racks from './racks';
import * as redundancyGroups from './redundancyGroups';
import * as roles from './roles';
import * as users from './users';
import * as virtualization from './virtualization';
import * as vlans from './vlans';
import * as webhooks from './webhooks';
import { withoutPlace } from './withoutPlace';

/**
 * What becomes of every model of NetBox, in the order in which they are looked at: definitions first, and addresses
 * before what refers to them, since several may turn out to be one.
 */
export const mappings: readonly Mapping[] = [
  users.group,
  users.netboxUser,
  customFields.customFieldChoiceSet,
  customFields.customField,
  extras.tag,
  roles.deviceRole,
  roles.rackRole,
  roles.ipamRole,
  roles.inventoryItemRole,
  organization.tenantGroup,
  organization.tenant,
  organization.region,
  organization.siteGroup,
  organization.site,
  organization.locationWithin,
  addresses.rir,
  addresses.routeTarget,
  addresses.vrf,
  vlans.vlanGroup,
  vlans.vlan,
  addresses.prefix,
  addresses.aggregate,
  addresses.ipAddress,
  addresses.ipRange,
  addresses.asn,
  addresses.asnRange,
  organization.manufacturer,
  organization.platform,
  deviceTypes.deviceType,
  deviceTypes.moduleType,
  deviceTypes.consolePortTemplate,
  deviceTypes.consoleServerPortTemplate,
  deviceTypes.powerPortTemplate,
  deviceTypes.powerOutletTemplate,
  deviceTypes.interfaceTemplate,
  deviceTypes.rearPortTemplate,
  deviceTypes.frontPortTemplate,
  deviceTypes.deviceBayTemplate,
  deviceTypes.moduleBayTemplate,
  deviceTypes.inventoryItemTemplate,
  racks.rack,
  racks.rackReservation,
  racks.powerPanel,
  racks.powerFeed,
  virtualization.clusterType,
  virtualization.clusterGroup,
  virtualization.cluster,
  devices.virtualChassis,
  devices.device,
  devices.consolePort,
  devices.consoleServerPort,
  devices.powerPort,
  devices.powerOutlet,
  devices.networkInterface,
  devices.rearPort,
  devices.frontPort,
  devices.moduleBay,
  devices.deviceBay,
  devices.installedModule,
  devices.inventoryItem,
  devices.virtualDeviceContext,
  devices.macAddress,
  virtualization.virtualMachineType,
  virtualization.virtualMachine,
  virtualization.vmInterface,
  virtualization.virtualDisk,
  redundancyGroups.fhrpGroup,
  redundancyGroups.fhrpGroupAssignment,
  ipServices.serviceTemplate,
  ipServices.service,
  circuits.provider,
  circuits.providerAccount,
  circuits.providerNetwork,
  circuits.circuitType,
  circuits.circuit,
  circuits.circuitTermination,
  cables.cable,
  cables.cableTermination,
  cables.cableBundle,
  organization.contact,
  organization.contactAssignment,
  extras.configContextProfile,
  extras.configContext,
  linksAndTemplates.customLink,
  linksAndTemplates.exportTemplate,
  webhooks.webhook,
  webhooks.eventRule,
  extras.journalEntry,
  imageAttachment,
  users.objectPermission,
  users.owner,
  users.ownerGroup,
  users.token,
  ...withoutPlace,
];
