import { parseSync } from 'libpg-query';

/** A statement of a migration that breaks or locks a version that is running. */
export interface Harm {
  /** The line it begins in. */
  line: number;
  text: string;
}

/** The parts of a parsed statement that are looked at. */
interface Named {
  relname: string;
  relpersistence?: string;
}
interface Constraint {
  contype: string;
  raw_expr?: unknown;
  skip_validation?: boolean;
  indexname?: string;
  generated_kind?: string;
}
interface Command {
  subtype: string;
  name?: string;
  def?: { ColumnDef?: { colname: string; constraints?: { Constraint: Constraint }[] }; Constraint?: Constraint };
}
interface Statement {
  CreateStmt?: { relation: Named };
  CreateTableAsStmt?: { into: { rel: Named } };
  AlterTableStmt?: { relation: Named; cmds: { AlterTableCmd: Command }[]; objtype: string };
  RenameStmt?: { renameType: string; relation?: Named; subname?: string };
  DropStmt?: { objects: unknown[]; removeType: string };
  IndexStmt?: { idxname?: string; relation: Named; unique?: boolean; concurrent?: boolean };
  UpdateStmt?: { relation: Named; whereClause?: unknown };
  DeleteStmt?: { relation: Named };
  TruncateStmt?: { relations: { RangeVar: Named }[] };
  LockStmt?: { relations: { RangeVar: Named }[] };
}

/** What is said above a statement that may be as it is: `-- allowed: <why>`. */
const allowance = /^--\s*allowed:\s*\S/m;

const breaks = 'breaks a version that is running';
const locks = 'keeps everybody out of the table for as long as it takes';

const removed: Record<string, string> = {
  OBJECT_TABLE: 'drops a table',
  OBJECT_VIEW: 'drops a view',
  OBJECT_FUNCTION: 'drops a function',
  OBJECT_TYPE: 'drops a type',
  OBJECT_SEQUENCE: 'drops a sequence',
};

/** What a column that is added does to those who write rows without it, and to the table. */
function ofAddedColumn(def: NonNullable<Command['def']>['ColumnDef']): string[] {
  const constraints = (def?.constraints ?? []).map(({ Constraint }) => Constraint);
  const has = (type: string) => constraints.some(({ contype }) => contype === type);
  const isFilled = has('CONSTR_DEFAULT') || has('CONSTR_GENERATED') || has('CONSTR_IDENTITY');
  return [
    ...(has('CONSTR_NOTNULL') && !isFilled
      ? [`adds the column ${def?.colname} NOT NULL without a default: ${breaks}`]
      : []),
    ...(constraints.some(({ contype, generated_kind }) => contype === 'CONSTR_GENERATED' && generated_kind !== 'v')
      ? [`adds the generated column ${def?.colname}, which rewrites the table: ${locks}`]
      : []),
    ...(has('CONSTR_UNIQUE') || has('CONSTR_PRIMARY') ? [`makes an index of ${def?.colname}: ${locks}`] : []),
    ...(has('CONSTR_CHECK') || has('CONSTR_FOREIGN') ? [`looks at every row for ${def?.colname}: ${locks}`] : []),
  ];
}

function ofConstraint({ contype, skip_validation, indexname }: Constraint): string[] {
  if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(contype))
    return indexname === undefined ? [`makes the index of a constraint: ${locks}`] : [];
  return skip_validation ? [] : [`adds a constraint without NOT VALID: ${locks}`];
}

function ofCommand({ subtype, name, def }: Command): string[] {
  switch (subtype) {
    case 'AT_DropColumn':
      return [`drops the column ${name}: ${breaks}`];
    case 'AT_AlterColumnType':
      return [`gives the column ${name} another type: ${breaks}, and ${locks}`];
    case 'AT_SetNotNull':
      return [`makes the column ${name} NOT NULL: ${breaks}, and ${locks}`];
    case 'AT_ColumnDefault':
      return def === undefined ? [`takes the default of the column ${name} away: ${breaks}`] : [];
    case 'AT_AddColumn':
      return ofAddedColumn(def?.ColumnDef);
    case 'AT_AddConstraint':
      return ofConstraint(def!.Constraint!);
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetTableSpace':
      return [`rewrites the table: ${locks}`];
    default:
      return [];
  }
}

/** What a statement does to those who work with tables that were there before. */
function ofStatement(statement: Statement, isNew: (table: Named | undefined) => boolean): string[] {
  const { AlterTableStmt, RenameStmt, DropStmt, IndexStmt, UpdateStmt, DeleteStmt, TruncateStmt, LockStmt } = statement;
  if (AlterTableStmt && !isNew(AlterTableStmt.relation))
    return AlterTableStmt.cmds.flatMap(({ AlterTableCmd }) => ofCommand(AlterTableCmd));
  if (RenameStmt && !isNew(RenameStmt.relation) && RenameStmt.renameType !== 'OBJECT_INDEX')
    return [`renames ${RenameStmt.subname ?? RenameStmt.relation?.relname ?? 'something'}: ${breaks}`];
  if (DropStmt && removed[DropStmt.removeType] !== undefined) return [`${removed[DropStmt.removeType]}: ${breaks}`];
  if (IndexStmt && !isNew(IndexStmt.relation))
    return [
      `makes the index ${IndexStmt.idxname ?? ''} of a table that may be large: nobody writes there meanwhile`,
      ...(IndexStmt.unique ? [`the index is unique: ${breaks} that writes what it refuses`] : []),
    ];
  if (UpdateStmt && !isNew(UpdateStmt.relation) && !UpdateStmt.whereClause)
    return [`writes every row of ${UpdateStmt.relation.relname}: nobody else writes them meanwhile`];
  if (DeleteStmt && !isNew(DeleteStmt.relation)) return [`deletes rows of ${DeleteStmt.relation.relname}: ${breaks}`];
  if (TruncateStmt) return [`empties a table: ${breaks}`];
  if (LockStmt?.relations.some(({ RangeVar }) => !isNew(RangeVar))) return [`locks a table: ${locks}`];
  return [];
}

/** The statements of a migration that a running version would not live with, but for those that say why they are allowed. */
export function findHarm(text: string): Harm[] {
  const made = new Set<string>();
  const bytes = Buffer.from(text);
  const statements = parseSync(text).stmts as { stmt: Statement; stmt_location?: number; stmt_len?: number }[];
  let before = 0;
  return statements.flatMap(({ stmt, stmt_location = 0, stmt_len }) => {
    const created = stmt.CreateStmt?.relation ?? stmt.CreateTableAsStmt?.into.rel;
    if (created) made.add(created.relname);
    // With the comments above it, wherever the parser has it begin; places are counted in bytes.
    const end = stmt_len === undefined ? bytes.length : stmt_location + stmt_len;
    const own = bytes.subarray(before, end).toString();
    const lines = bytes.subarray(0, before).toString().split('\n').length;
    before = end;
    if (allowance.test(own)) return [];
    const [lead] = /^(\s|;|--[^\n]*\n)*/.exec(own)!;
    const line = lines + lead.split('\n').length - 1;
    const isNew = (table: Named | undefined) => table !== undefined && made.has(table.relname);
    return ofStatement(stmt, isNew).map((harm) => ({ line, text: harm }));
  });
}
