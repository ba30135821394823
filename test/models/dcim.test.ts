import * as fixtures from '../../services/dcim/test/fixtures';
import { conformance } from './everyService';

conformance(fixtures, 'dcim');
