/** What vendors call kinds of interfaces, and how they are written short. */
const spellings = {
  AppGigabitEthernet: 'Ap ap',
  ATM: 'ATM AT',
  BVI: 'Bv Bvi',
  Bdi: 'B Bd Bdi',
  Dialer: 'Dialer Di',
  EOBC: 'EOBC EO',
  Ethernet: 'Ethernet Eth eth Et et',
  FastEthernet: 'FastEthernet FastEth FastE Fast Fas FE Fa fa',
  Fddi: 'Fddi FD',
  FiftyGigabitEthernet: 'FiftyGigabitEthernet FiftyGigEthernet FiftyGigEth FiftyGigE FI Fi fi',
  FortyGigabitEthernet: 'FortyGigabitEthernet FortyGigEthernet FortyGigEth FortyGigE FortyGig FGE FO Fo',
  FourHundredGigabitEthernet:
    'FourHundredGigabitEthernet FourHundredGigEthernet FourHundredGigEth FourHundredGigE FourHundredGig F f',
  GigabitEthernet: 'GigabitEthernet GigEthernet GigEth GigE Gig GE Ge ge Gi gi',
  HundredGigabitEthernet: 'HundredGigabitEthernet HundredGigEthernet HundredGigEth HundredGigE HundredGig Hu',
  Loopback: 'Loopback loopback Lo lo',
  MFR: 'MFR',
  Ma: 'Management_short',
  Management: 'Management Mgmt mgmt Ma',
  Multilink: 'Multilink Mu',
  POS: 'POS PO',
  'Port-channel': 'Bridge-Aggregation PortChannel Port-channel Port-Channel port-channel po Po',
  Serial: 'Serial Se S',
  Sync: 'Sync Sy',
  TenGigabitEthernet:
    'Ten-GigabitEthernet TenGigabitEthernet TenGigEthernet TenGigEth TenGigE TenGig TeGig Ten T Te te XGE',
  Tunnel: 'Tunnel Tun Tu',
  TwentyFiveGigE:
    'TwentyFiveGigabitEthernet TwentyFiveGigEthernet TwentyFiveGigEth TwentyFiveGigE TwentyFiveGig TF Tf tf Twe',
  TwoGigabitEthernet: 'Tw Two',
  TwoHundredGigabitEthernet:
    'TwoHundredGigabitEthernet TwoHundredGigEthernet TwoHundredGigEth TwoHundredGigE TwoHundredGig TH Th th',
  VLAN: 'VLAN V Vl Vlan-interface vlan',
  'Virtual-Access': 'Virtual-Access Vi',
  'Virtual-Template': 'Virtual-Template Vt',
  'Wlan-GigabitEthernet': 'Wlan-GigabitEthernet',
  nve: 'n nv nve',
};

/** The long name of each spelling. */
const longNames = new Map(
  Object.entries(spellings).flatMap(([name, written]) => written.split(' ').map((one) => [one, name])),
);

/** The short name of each long one that has one. */
const shortNames = new Map(
  Object.entries({
    AppGigabitEthernet: 'Ap',
    ATM: 'At',
    BVI: 'Bv',
    Dialer: 'Di',
    EOBC: 'EO',
    Ethernet: 'Et',
    FastEthernet: 'Fa',
    Fddi: 'FD',
    FortyGigabitEthernet: 'Fo',
    FourHundredGigabitEthernet: 'FH',
    GigabitEthernet: 'Gi',
    HundredGigabitEthernet: 'Hu',
    Loopback: 'Lo',
    Management: 'Ma',
    MFR: 'MFR',
    Multilink: 'Mu',
    'Port-channel': 'Po',
    POS: 'PO',
    Serial: 'Se',
    Sync: 'Sy',
    TenGigabitEthernet: 'Te',
    Tunnel: 'Tu',
    TwoGigabitEthernet: 'Tw',
    TwentyFiveGigE: 'Twe',
    'Virtual-Access': 'Vi',
    'Virtual-Template': 'Vt',
    VLAN: 'Vl',
    'Wlan-GigabitEthernet': 'Wl-Gi',
  }),
);

module.exports = { longNames, shortNames };
