import { type App, apps } from '../../libs/config/src';
import { missingBroker } from '../harness/broker';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { describeCommit } from './describeCommit';
import { describeConnections } from './describeConnections';
import { chooseReplacements, describeReplacement, type Replacements } from './describeReplacement';

describeUnless(missingBuild ?? missingBroker, 'services of which each is a process', () => {
  let parts: Parts;
  let replacements: Replacements;

  beforeAll(async () => {
    replacements = await chooseReplacements();
    const portsOf = (app: App) => replacements.flatMap((round) => round.get(app) ?? []);
    parts = await startParts({
      behindProxies: 'ipam',
      further: Object.fromEntries(apps.map((app) => [app, portsOf(app)])),
    });
  });
  afterAll(() => parts?.stop());

  // First, before anybody else is given the ports that the gateway was told.
  describe('a new version of some beside the old one, under load', () =>
    describeReplacement(
      () => parts,
      () => replacements,
    ));
  describe('bad connections of one under load', () => describeConnections(() => parts));
  describe('one that is killed around the commit of a write', () => describeCommit(() => parts));
});
