import { describeReads } from './describeReads';

describeReads('one');
