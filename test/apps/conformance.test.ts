import type { Model } from '@plumbline/model';
import { service } from '../../examples/bgp/src';
import * as fixtures from '../../examples/bgp/test/fixtures';
import { isLong } from '../harness/long';
import { conformanceOf } from '../models/everyService';

/**
 * Models that have what others have that are tried: peerings are found by all that an address family is found by, and by what is in a group.
 * A peer group is tried outside this repository (test/apps/outside.test.ts), and all of them are made in test/apps/bgp.test.ts.
 */
const likeOthers = ['bgp.addressfamily', 'bgp.peergroup', 'bgp.peergrouptemplate'];
const isTried = ({ label }: Model): boolean => isLong || !likeOthers.includes(label);

describe('the models of an app', () => conformanceOf(fixtures, service.models, [service], isTried));
