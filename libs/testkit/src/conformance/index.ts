export { conformanceSuite, superuser } from './conformanceSuite';
export type { BadBody, Body, Fixture, Made, SetUp, Writes } from './fixture';
export { valueFor } from './parameters';
export { encodeKey, keyOf } from './referring';
export { signedIn } from './signedIn';
export { expectStatus, makeFixture, type Subject, subjectOf } from './subject';
export { type ConformingPlumbline, inThisProcess, type TestedPlumbline } from './testedPlumbline';
export { expectNothingChanged } from './unchanged';
export { aUser, type Permission } from './users';
