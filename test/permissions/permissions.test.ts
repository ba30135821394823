import { permissionMatrix } from './matrix';

permissionMatrix({ parameters: Number(process.env.PLUMBLINE_MATRIX_PARAMETERS ?? 4) });
