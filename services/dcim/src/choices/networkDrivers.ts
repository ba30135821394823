import type { Row } from '@plumbline/model';

const netmiko = `
  a10 accedian adtran_os adva_fsp150f2 adva_fsp150f3 alaxala_ax26s alaxala_ax36s alcatel_aos alcatel_sros
  allied_telesis_awplus apresia_aeos arista_eos arris_cer aruba_aoscx aruba_os aruba_osswitch aruba_procurve
  asterfusion_asternos audiocode_66 audiocode_72 audiocode_shell avaya_ers avaya_vsp bigip_f5 bintec_boss
  broadcom_icos brocade_fastiron brocade_fos brocade_netiron brocade_nos brocade_vdx brocade_vyos calix_b6 casa_cmts
  cdot_cros centec_os checkpoint_gaia ciena_saos ciena_saos10 ciena_waveserver cisco_apic cisco_asa cisco_ftd
  cisco_ios cisco_nxos cisco_s200 cisco_s300 cisco_tp cisco_wlc cisco_xe cisco_xr cloudgenix_ion corelight_linux
  coriant cumulus_linux dell_dnos9 dell_force10 dell_isilon dell_os10 dell_os6 dell_os9 dell_powerconnect dell_sonic
  digi_transport dlink_ds edgecore_sonic ekinops_ek360 eltex eltex_esr endace enterasys ericsson_ipos ericsson_mltn63
  ericsson_mltn66 extreme extreme_ers extreme_exos extreme_netiron extreme_nos extreme_slx extreme_tierra extreme_vdx
  extreme_vsp extreme_wing fiberstore_fsos fiberstore_fsosv2 flexvnf fortinet generic generic_termserver h3c_comware
  hillstone_stoneos hp_comware hp_procurve huawei huawei_olt huawei_smartax huawei_smartaxmmi huawei_vrp huawei_vrpv8
  infinera_packet ipinfusion_ocnos juniper juniper_junos juniper_screenos keymile keymile_nos lancom_lcossx4 linux
  maipu mellanox mellanox_mlnxos mikrotik_routeros mikrotik_switchos moxa_nos mrv_lx mrv_optiswitch nec_ix netapp_cdot
  netgear_prosafe netscaler nokia_srl nokia_sros oneaccess_oneos ovs_linux paloalto_panos pluribus quanta_mesh rad_etx
  raisecom_roap ruckus_fastiron ruijie_os silverpeak_vxoa sixwind_os sophos_sfos telcosystems_binos teldat_cit
  tplink_jetstream ubiquiti_edge ubiquiti_edgerouter ubiquiti_edgeswitch ubiquiti_unifiswitch vertiv_mph vyatta_vyos
  vyos watchguard_fireware yamaha zte_zxros zyxel_os
`;

/** What each tool calls the network drivers it knows, as netutils 1.19 lists them; a name alone is the driver's own. */
const tools: Record<string, string> = {
  ansible: `
    a10=a10.acos_axapi.a10 arista_eos=arista.eos.eos aruba_aoscx=arubanetworks.aoscx
    aruba_os=arubanetworks.aos_switch bigip_f5=f5networks.f5_bigip.bigip ciena_saos=ciena.saos6.saos6
    cisco_asa=cisco.asa.asa cisco_dnac=cisco.catalystcenter cisco_ios=cisco.ios.ios cisco_meraki=cisco.meraki.meraki
    cisco_nxos=cisco.nxos.nxos cisco_xe=cisco.ios.ios cisco_xr=cisco.iosxr.iosxr dell_os10=dellemc.os10.os10
    dell_os6=dellemc.os6.os6 dell_os9=dellemc.os9.os9 ericsson_ipos=community.network.eric_eccli
    extreme_exos=community.network.exos extreme_netiron=community.network.ironware extreme_nos=community.network.nos
    extreme_slx=community.network.slxos extreme_vsp=community.network.voss fortinet=fortinet.fortios.fortios
    huawei=community.network.ce juniper_junos=junipernetworks.junos.junos lenovo_cnos=community.network.cnos
    lenovo_enos=community.network.enos mikrotik_routeros=community.network.routeros nokia_srl=nokia.srl
    nokia_sros=community.network.sros paloalto_panos=paloaltonetworks.panos.panos
    pluribus=community.network.netvisor ruckus_icx=community.network.icx sonic=dellemc.enterprise_sonic.sonic
    vyos=vyos.vyos.vyos
  `,
  hier_config: `
    arista_eos=eos aruba_aoscx cisco_ios=ios cisco_nxos=nxos cisco_xe=ios cisco_xr=iosxr juniper_junos=junos
    ruckus_fastiron=fastiron vyos
  `,
  napalm: `
    arista_eos=eos aruba_aoscx=aoscx aruba_os=arubaoss bigip_f5=f5 cisco_asa=asa cisco_ios=ios cisco_nxos=nxos
    cisco_wlc=cisco_wlc_ssh cisco_xe=ios cisco_xr=iosxr fortinet=fortios huawei=huawei_vrp juniper_junos=junos
    mikrotik_routeros=ros nokia_srl=srl nokia_sros=sros paloalto_panos=panos vyos
  `,
  netmiko,
  netutils_parser: `
    adva_fsp150f2 adva_fsp150f3 arista_eos aruba_aoscx aruba_os aruba_osswitch bigip_f5 ciena_saos ciena_saos10
    cisco_aireos cisco_asa cisco_ios cisco_nxos cisco_xe=cisco_ios cisco_xr=cisco_iosxr citrix_netscaler
    extreme_netiron fortinet=fortinet_fortios hp_comware juniper_junos linux mikrotik_routeros mrv_optiswitch
    netscaler nokia_sros nvidia_onyx paloalto_panos rad_etx ruckus_fastiron ubiquiti_airos
  `,
  // Keeps to the names of netmiko, but for a few.
  ntc_templates: `${netmiko} cisco_wlc=cisco_wlc_ssh cisco_xe=cisco_ios vmware_nsxv watchguard_firebox`,
  pyats: `
    bigip_f5=bigip cisco_asa=asa cisco_dnac=dnac cisco_ios=iosxe cisco_nxos=nxos cisco_viptella=viptela
    cisco_xe=iosxe cisco_xr=iosxr juniper_junos=junos linux nokia_sros=sros
  `,
  pyntc: `
    arista_eos=arista_eos_eapi bigip_f5=f5_tmos_icontrol cisco_asa=cisco_asa_ssh cisco_ios=cisco_ios_ssh
    cisco_nxos=cisco_nxos_nxapi cisco_wlc=cisco_aireos_ssh cisco_xe=cisco_ios_ssh cisco_xr=cisco_iosxr_ssh
    juniper_junos=juniper_junos_netconf
  `,
  scrapli: `
    arista_eos aruba_aoscx cisco_ios=cisco_iosxe cisco_nxos cisco_xe=cisco_iosxe cisco_xr=cisco_iosxr juniper_junos
    nokia_srl=nokia_srlinux
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
