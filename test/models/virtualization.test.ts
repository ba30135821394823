import * as fixtures from '../../services/virtualization/test/fixtures';
import { conformance } from './everyService';

conformance(fixtures, 'virtualization');
