import { service } from '../../examples/bgp/src';
import * as fixtures from '../../examples/bgp/test/fixtures';
import { conformanceOf } from '../models/everyService';

describe('the models of an app', () => conformanceOf(fixtures, service.models, [service]));
