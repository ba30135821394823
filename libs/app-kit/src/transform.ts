import { compile } from '@plumbline/loading';

/** What jest reads modules of an app by: as the program does. */
export default { process: (source: string, file: string): { code: string } => ({ code: compile(source, file) }) };
