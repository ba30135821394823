/** What netutils offers and a template here cannot do, with the reason. */
const { TemplateProblem } = require('../meter');

const needsNetwork = 'it would ask the network, which templates cannot';
const readsConfigurations = 'it reads configurations, which is left to jobs and their libraries';

const reasons = {
  fqdn_to_ip: needsNetwork,
  is_fqdn_resolvable: needsNetwork,
  tcp_ping: needsNetwork,
  get_napalm_getters: 'it asks NAPALM, which is not here',
  get_nist_urls: 'it makes addresses of a service that answers jobs only',
  get_nist_vendor_platform_urls: 'it makes addresses of a service that answers jobs only',
  config_compliance: readsConfigurations,
  config_section_not_parsed: readsConfigurations,
  diff_network_config: readsConfigurations,
  feature_compliance: readsConfigurations,
  find_unordered_cfg_lines: readsConfigurations,
  section_config: readsConfigurations,
  paloalto_panos_brace_to_set: readsConfigurations,
  paloalto_panos_clean_newlines: readsConfigurations,
};

const refused = (name, reason) => () => {
  throw new TemplateProblem(`The filter “${name}” is left out: ${reason}.`);
};

/** Filters that say why they are none. */
const leftOut = Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, refused(name, reason)]));

module.exports = { leftOut };
