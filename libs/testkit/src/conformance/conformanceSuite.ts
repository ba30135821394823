import { randomBytes } from 'node:crypto';
import type { Identity } from '@plumbline/http';
import { testBulk } from './bulk';
import { testChanging } from './changing';
import { testCost } from './cost';
import { testCreating, testFacts } from './creating';
import { testDescribing, testVerbs } from './describing';
import { testFiltering } from './filtering';
import type { Fixture } from './fixture';
import { crowd, testListing } from './listing';
import { testPermitting } from './permitting';
import { testReferring } from './referring';
import { testRemembering } from './remembering';
import { expectStatus, makeFixture, subjectOf } from './subject';
import type { ConformingPlumbline } from './testedPlumbline';
import { aUser } from './users';

/** The first administrator of realms for conformance suites; give it to `startTestServices` as `superuser`. */
export const superuser = {
  name: 'chief',
  password: randomBytes(12).toString('hex'),
  apiToken: randomBytes(20).toString('hex'),
};

/**
 * Everything the contract says of all endpoints, tested on one model through HTTP. The plumbline must run the model's
 * service, those it refers to, users and extras.
 */
export function conformanceSuite(fixture: Fixture, plumbline: () => ConformingPlumbline): void {
  let admin: Identity;
  const subject = subjectOf(fixture, plumbline, () => admin);

  describe(`${fixture.model.label}`, () => {
    beforeAll(async () => {
      admin = await plumbline().signedIn(superuser.apiToken);
      await makeFixture(subject);
      if (fixture.writes)
        expectStatus(await subject.request('POST', subject.path, Array.from({ length: crowd }, subject.fresh)), 201);
    });

    if (fixture.writes) testCreating(subject);
    testFacts(subject);
    testListing(subject);
    testFiltering(subject);
    testDescribing(subject);
    testVerbs(subject);
    if (!fixture.writes) return;
    testChanging(subject);
    testBulk(subject);
    testReferring(subject);
    testRemembering(subject);
    testPermitting(subject, async (permissions) => {
      const user = await aUser(plumbline(), admin, permissions);
      await plumbline().admit(user, admin);
      return user;
    });
    testCost(subject, () => plumbline().tellsCost);
  });
}
