import type { Bus } from '@plumbline/bus';
import type { Vouched } from '@plumbline/http';
import type { RequestRecord } from '../requestRecord';

/** What asks the users service about whoever is signing in or out, on behalf of a request. */
export type AskUsers = <T>(
  record: Pick<RequestRecord, 'requestId' | 'cost'>,
  verb: string,
  payload: object,
  vouched?: Vouched,
) => Promise<T>;

/** Makes what asks the users service; whoever asks waits `patience` milliseconds. */
export const createAskUsers =
  (bus: Bus, patience: number): AskUsers =>
  ({ requestId, cost }, verb, payload, vouched) => {
    cost.bus += 1;
    const call = { requestId, deadline: Date.now() + patience, ...(vouched !== undefined && { vouched }) };
    return bus.request({ app: 'users', model: 'identity', verb }, payload, call);
  };
