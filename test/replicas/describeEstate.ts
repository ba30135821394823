import { type Broker, missingBroker, startBroker } from '../harness/broker';
import type { Client } from '../harness/client';
import { type Form, missingBuild, type Program, startProgram } from '../harness/program';
import { type Pair, startPair } from '../harness/standby';
import { describeUnless } from '../program/describeUnless';
import { createReader, untilReadFromReplica } from './readers';

/** A program that reads from a replica, and what it is asked about. */
export interface Estate {
  form: Form;
  pair: Pair;
  broker: Broker | undefined;
  program: Program;
  /** Who has never written. */
  reader: Client;
  tenant: string;
  /** A prefix of the tenant. */
  prefix: string;
  /** How many requests the gateway has seen whose client left. */
  left(): number;
}

/** What every gateway is told: how far behind a replica may be, and how soon after it was too far it is read again. */
export const limits = { PLUMBLINE_READ_REPLICA_LAG: '6', PLUMBLINE_READ_REPLICA_PAUSE: '2' };

/** What has to hold of one program, in one of its forms, on a primary with a standby. */
export function describeEstate(form: Form, ...described: ((estate: () => Estate) => void)[]): void {
  describeUnless(
    missingBuild ?? (form === 'split' ? missingBroker : undefined),
    `reads from a replica, in the form ${form}`,
    () => {
      let pair: Pair;
      let broker: Broker | undefined;
      let program: Program;
      let reader: Client;
      let estate: Estate;
      let left = 0;

      beforeAll(async () => {
        pair = await startPair();
        broker = form === 'split' ? await startBroker() : undefined;
        program = await startProgram({
          arguments: form === 'split' ? ['split'] : ['start'],
          env: {
            DATABASE_URL: pair.primaryUrl,
            PLUMBLINE_READ_REPLICA_URL: pair.standbyUrl,
            PLUMBLINE_WORKERS: '0',
            ...limits,
            ...(broker ? { NATS_URL: broker.url } : {}),
          },
          onLine: (line) => {
            if (line.aborted) left++;
          },
        });
        const { client } = program;
        reader = await createReader(client, program.url);
        const tenant = (await client.must(201, 'POST', 'tenancy/tenants/', { name: 'first' })).body.id;
        const { body: statuses } = await client.must(200, 'GET', 'extras/statuses/?name=Active');
        const given = { prefix: '10.0.0.0/8', status: statuses.results[0].id, tenant };
        const prefix = (await client.must(201, 'POST', 'ipam/prefixes/', given)).body.id;
        await untilReadFromReplica(program.url, () => reader.call('GET', `tenancy/tenants/${tenant}/`));
        estate = { form, pair, broker, program, reader, tenant, prefix, left: () => left };
      });
      afterAll(async () => {
        reader?.close();
        await program?.stop();
        await broker?.stop();
        await pair?.stop();
      });

      for (const describeThis of described) describeThis(() => estate);
    },
  );
}
