import { type Bus, createNatsBus, type NatsBusOptions, OpenBroker, UnknownToBroker } from '@plumbline/bus';
import { type App, brokerPurpose, keyFor, type Settings, SettingsError } from '@plumbline/config';
import type { Log } from '@plumbline/log';

/**
 * Connects a part to the broker that the settings name, waiting for it until `ending`; a broker that lets in anybody, or
 * not this part, is a mistake in them.
 */
export async function openNatsBus(
  name: 'gateway' | App,
  { natsUrl, natsTls, natsOpen, secretKey }: Settings,
  log: Log,
  more: Pick<NatsBusOptions, 'readStatement' | 'ending'> = {},
): Promise<Bus> {
  const key = keyFor(brokerPurpose(name), secretKey);
  try {
    return await createNatsBus({ url: natsUrl!, tls: natsTls, log, name, key, mayBeOpen: natsOpen, ...more });
  } catch (error) {
    throw error instanceof OpenBroker || error instanceof UnknownToBroker ? new SettingsError([error.message]) : error;
  }
}
