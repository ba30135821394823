import { wholeProgram } from './wholeProgram';

describe('Plumbline in one process', () => wholeProgram('start'));
