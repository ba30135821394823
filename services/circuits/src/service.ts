import { join } from 'node:path';
import { followEach, type ServiceDefinition } from '@plumbline/engine';
import { trace } from './actions/trace';
import { circuitsNameTheirEnds } from './audits/circuitsNameTheirEnds';
import { takeCabling } from './follow/takeCabling';
import { Circuit, CircuitTermination, CircuitType, Provider, ProviderNetwork } from './models';

/** Lines leased from providers. */
export const circuitsService: ServiceDefinition = {
  app: 'circuits',
  models: [CircuitType, Provider, ProviderNetwork, Circuit, CircuitTermination],
  actions: [trace],
  follow: followEach({ 'dcim.cablepath': takeCabling }),
  audits: [circuitsNameTheirEnds],
  migrations: join(__dirname, '../migrations'),
};
