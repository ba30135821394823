import { describeReads } from './describeReads';

describeReads('split');
