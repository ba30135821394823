import { authorizationText, type BusUse, brokerUsers, storeReader } from '@plumbline/bus';
import { apps, brokerPurpose, keyFor, type Part } from '@plumbline/config';
import { busUses } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { gatewayBusUse } from '@plumbline/gateway';
import { endpointCatalog, modelCatalog } from '../start/catalogs';
import { definitions } from '../start/services';
import { programVersion } from '../start/version';

/** `plumbline doctor` asks whether every service is there. */
const doctorUse: BusUse = {
  name: 'doctor',
  serves: false,
  asks: apps.map((app) => ({ app, model: 'service', verb: 'health' })),
  tells: [],
  hears: [],
  keeps: false,
};

/**
 * The part of a nats-server's configuration that lets every part of Plumbline do what it has to do, and nobody do
 * anything else. It names public keys; the secret ones follow from the secret key.
 */
export function brokerAuthorization(secretKey: string): string {
  const keyOf = (name: string) => keyFor(brokerPurpose(name as Part), secretKey);
  const uses = [
    gatewayBusUse(endpointCatalog(programVersion())),
    ...busUses(
      apps.map((app) => definitions[app]),
      modelCatalog(),
      registered,
    ),
    doctorUse,
  ];
  return authorizationText([...brokerUsers(uses, keyOf), storeReader('reader', keyOf('reader'))]);
}
