import { authorizationText, type BusUse, brokerUsers, storeReader } from '@plumbline/bus';
import { type App, brokerPurpose, keyFor } from '@plumbline/config';
import { busUses } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { gatewayBusUse } from '@plumbline/gateway';
import { modelCatalog } from '@plumbline/serving';
import { endpointCatalog } from '../start/endpointCatalog';
import { ownServices, type Services } from '../start/services';

/** `plumbline doctor` asks whether every service is there. */
const doctorUse = (apps: readonly App[]): BusUse => ({
  name: 'doctor',
  serves: false,
  asks: apps.map((app) => ({ app, model: 'service', verb: 'health' })),
  tells: [],
  hears: [],
  keeps: false,
});

/**
 * The part of a nats-server's configuration that lets every part of Plumbline do what it has to do, and nobody do
 * anything else. It names public keys; the secret ones follow from the secret key.
 */
export function brokerAuthorization(secretKey: string, { apps, all }: Services = ownServices): string {
  const keyOf = (name: string) => keyFor(brokerPurpose(name), secretKey);
  const uses = [gatewayBusUse(endpointCatalog(all)), ...busUses(all, modelCatalog(all), registered), doctorUse(apps)];
  return authorizationText([...brokerUsers(uses, keyOf), storeReader('reader', keyOf('reader'))]);
}
