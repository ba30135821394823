import * as fixtures from '../../services/ipam/test/fixtures';
import { conformance } from './everyService';

conformance(fixtures, 'ipam');
