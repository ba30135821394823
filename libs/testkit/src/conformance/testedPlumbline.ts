import type { App } from '@plumbline/config';
import type { Engine } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import type { TestServices } from '../testServices';
import { signedIn } from './signedIn';

/** What models are tested in: services in this process, or a program that runs beside it. */
export interface TestedPlumbline {
  request: TestServices['request'];
  catalog: Pick<TestServices['catalog'], 'contentTypesAmong'>;
  /** What each application has, and where that is kept. */
  services: ReadonlyMap<App, { engine: Pick<Engine, 'models' | 'database'> }>;
}

/** One that a whole suite can be run in. */
export interface ConformingPlumbline extends TestedPlumbline {
  /** Who a token stands for. */
  signedIn(token: string): Promise<Identity>;
  /** Lets requests be sent as a user whom `admin` has made. */
  admit(user: Identity, admin: Identity): Promise<void>;
  /** Whether answers tell what they cost. */
  tellsCost: boolean;
}

/** Services in this process: they believe who a request says it is of. */
export const inThisProcess = (plumbline: TestServices): ConformingPlumbline => ({
  ...plumbline,
  signedIn: (token) => signedIn(plumbline, token),
  admit: async () => {},
  tellsCost: true,
});
