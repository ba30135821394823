import type { TestDatabase } from '../../libs/testkit/src/database';
import { type Broker, startBroker } from './broker';
import { createMigratedDatabase } from './migratedDatabase';
import { type Form, type Program, type ProgramOptions, startProgram } from './program';

/** A program in one of its forms, with a database of its own on the test run's server. */
export interface Whole extends Program {
  form: Form;
  database: TestDatabase;
}

export interface FormOptions extends ProgramOptions {
  /** The split form starts its broker itself, and keeps it running as any other part. */
  keepsBroker?: boolean;
}

/** Starts one of the forms, without a worker for jobs unless `PLUMBLINE_WORKERS` says so; everything goes with `stop`. */
export async function startForm(form: Form, { keepsBroker, ...options }: FormOptions = {}): Promise<Whole> {
  const database = await createMigratedDatabase();
  const broker: Broker | undefined = form === 'split' && !keepsBroker ? await startBroker() : undefined;
  const letGo = async () => {
    await broker?.stop();
    await database.drop();
  };
  try {
    const program = await startProgram({
      ...options,
      arguments: form === 'split' ? ['split'] : ['start'],
      env: {
        DATABASE_URL: database.url,
        PLUMBLINE_WORKERS: '0',
        ...(broker ? { NATS_URL: `nats://127.0.0.1:${broker.port}` } : {}),
        ...options.env,
      },
    });
    const stop = async () => {
      await program.stop();
      await letGo();
    };
    return { ...program, form, database, stop };
  } catch (error) {
    await letGo();
    throw error;
  }
}
