import { wholeProgram } from './whole-program';

describe('Plumbline in one process', () => wholeProgram('start'));
