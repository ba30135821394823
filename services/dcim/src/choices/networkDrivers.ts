import type { Row } from '@plumbline/model';

const netmiko = `
  a10 accedian adtran_os alcatel_aos alcatel_sros allied_telesis_awplus apresia_aeos arista_eos aruba_os
  aruba_osswitch aruba_procurve avaya_ers avaya_vsp broadcom_icos brocade_fastiron brocade_fos brocade_netiron
  brocade_nos brocade_vdx brocade_vyos calix_b6 centec_os checkpoint_gaia ciena_saos cisco_asa cisco_ftd cisco_ios
  cisco_nxos cisco_s300 cisco_tp cisco_wlc cisco_xe cisco_xr cloudgenix_ion coriant dell_dnos9 dell_force10
  dell_isilon dell_os10 dell_os6 dell_os9 dell_powerconnect dlink_ds eltex eltex_esr endace enterasys ericsson_ipos
  extreme extreme_ers extreme_exos extreme_netiron extreme_nos extreme_slx extreme_vdx extreme_vsp extreme_wing
  f5_linux f5_ltm f5_tmsh flexvnf fortinet generic generic_termserver hp_comware hp_procurve huawei huawei_olt
  huawei_smartax huawei_vrpv8 ipinfusion_ocnos juniper juniper_junos juniper_screenos keymile keymile_nos linux
  mellanox mellanox_mlnxos mikrotik_routeros mikrotik_switchos mrv_lx mrv_optiswitch netapp_cdot netgear_prosafe
  netscaler nokia_sros oneaccess_oneos ovs_linux paloalto_panos pluribus quanta_mesh rad_etx raisecom_roap
  ruckus_fastiron ruijie_os sixwind_os sophos_sfos tplink_jetstream ubiquiti_edge ubiquiti_edgerouter
  ubiquiti_edgeswitch ubiquiti_unifiswitch vyatta_vyos vyos watchguard_fireware yamaha zte_zxros
`;

/** What each tool calls the network drivers it knows, as netutils 1.6 lists them; a name alone is the driver's own. */
const tools: Record<string, string> = {
  ansible: `
    arista_eos=arista.eos.eos aruba_aoscx=arubanetworks.aoscx ciena_saos=ciena.saos6.saos6 cisco_asa=cisco.asa.asa
    cisco_ios=cisco.ios.ios cisco_nxos=cisco.nxos.nxos cisco_xr=cisco.iosxr.iosxr dell_os10=dellemc.os10.os10
    dell_os6=dellemc.os6.os6 dell_os9=dellemc.os9.os9 ericsson_ipos=community.network.eric_eccli
    extreme_exos=community.network.exos extreme_netiron=community.network.ironware
    extreme_nos=community.network.nos extreme_slx=community.network.slxos extreme_vsp=community.network.voss
    huawei=community.network.ce juniper_junos=junipernetworks.junos.junos lenovo_cnos=community.network.cnos
    lenovo_enos=community.network.enos mikrotik_routeros=community.network.routeros
    nokia_sros=community.network.sros pluribus=community.network.netvisor ruckus_icx=community.network.icx
    vyos=vyos.vyos.vyos
  `,
  hier_config: `
    arista_eos=eos cisco_ios=ios cisco_nxos=nxos cisco_xe=iosxe cisco_xr=iosxr ruckus_fastiron=fastiron
  `,
  napalm: `
    arista_eos=eos aruba_aoscx=aoscx bigip_f5=f5 brocade_vyos=vyos cisco_asa=asa cisco_ios=ios cisco_nxos=nxos
    cisco_wlc=cisco_wlc_ssh cisco_xr=iosxr fortinet=fortios huawei_vrp=huawei juniper_junos=junos
    mikrotik_routeros=ros nokia_sros=sros paloalto_panos=panos
  `,
  netmiko,
  netutils_parser: `
    arista_eos aruba_aoscx bigip_f5 cisco_aireos cisco_asa cisco_ios cisco_iosxr cisco_nxos citrix_netscaler
    extreme_netiron fortinet_fortios juniper_junos linux mikrotik_routeros mrv_optiswitch netscaler nokia_sros
    paloalto_panos ruckus_fastiron ubiquiti_airos
  `,
  // Keeps to the names of netmiko, and knows a few more.
  ntc_templates: `${netmiko} aruba_aoscx huawei_vrp vmware_nsxv watchguard_firebox`,
  pyats: `
    cisco_asa=asa cisco_dnac=dnac cisco_ios=iosxe cisco_nxos=nxos cisco_viptella=viptela cisco_xr=iosxr
    f5_tmsh=bigip juniper_junos=junos linux nokia_sros=sros
  `,
  pyntc: `
    arista_eos=arista_eos_eapi cisco_asa=cisco_asa_ssh cisco_ios=cisco_ios_ssh cisco_nxos=cisco_nxos_nxapi
    cisco_wlc=cisco_aireos_ssh f5_tmsh=f5_tmos_icontrol juniper_junos=juniper_junos_netconf
  `,
  scrapli: `
    arista_eos aruba_aoscx cisco_ios=cisco_iosxe cisco_nxos cisco_xr=cisco_iosxr juniper_junos
  `,
};

const byTool = Object.entries(tools).map(([tool, names]): [string, Map<string, string>] => [
  tool,
  new Map(
    names
      .trim()
      .split(/\s+/)
      .map((name) => name.split('=') as [string, string?])
      .map(([driver, called = driver]) => [driver, called]),
  ),
]);

/** What each tool that knows a platform's network driver calls it. */
export const networkDriverMappings = ({ network_driver: driver }: Row): Record<string, string> =>
  Object.fromEntries(
    byTool.flatMap(([tool, names]) => {
      const name = names.get(String(driver));
      return name === undefined ? [] : [[tool, name]];
    }),
  );
