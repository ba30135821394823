import { type Definition, databaseAddress, flag, text, wholeNumber, word } from '../definition';
import { databaseParts } from '../knownNames';

/** Where data is kept, and how the databases are used. */
export const databases = {
  dataDir: {
    variable: 'PLUMBLINE_DATA',
    option: 'data',
    meaning: 'Folder for the embedded database and for secrets the program makes itself.',
    fallback: '.plumbline',
    schema: text(),
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    readBy: 'services',
    known: databaseParts,
    meaning:
      'PostgreSQL 14 or newer, with TLS as libpq has it (?sslmode=verify-full&sslrootcert=FILE). Without it an embedded server is started in the data folder.',
    schema: databaseAddress(),
    isSecret: true,
  },
  databaseRolePrefix: {
    variable: 'PLUMBLINE_DATABASE_ROLE_PREFIX',
    readBy: 'services',
    meaning:
      'What the names of the services’ roles in PostgreSQL begin with (`<prefix>_ipam`): roles belong to the whole server, and no two installations on it may share them.',
    otherwise: 'the name of the database in DATABASE_URL',
    schema: text(1, 40),
  },
  readReplicaUrl: {
    variable: 'PLUMBLINE_READ_REPLICA_URL',
    readBy: 'services',
    meaning:
      'Read replicas (streaming standbys) of the server in DATABASE_URL, separated by commas, each by itself and not behind a balancer. Reads that may be a little old go there.',
    schema: databaseAddress({ list: true }),
    isSecret: true,
  },
  readReplicaLag: {
    variable: 'PLUMBLINE_READ_REPLICA_LAG',
    meaning:
      'Seconds that an answer from a read replica may be old; the gateway lets no read go to one when it is 0. A replica further behind is left alone.',
    otherwise: '5 where the process is told of a replica, else 0',
    schema: wholeNumber(0, 3_600),
  },
  readReplicaPause: {
    variable: 'PLUMBLINE_READ_REPLICA_PAUSE',
    readBy: 'gateway',
    meaning:
      'Seconds, beyond those, after a write in which the same user reads from no replica, whichever gateway is asked; the same for all gateways.',
    fallback: '45',
    schema: wholeNumber(2, 3_600),
  },
  databasePoolSize: {
    variable: 'PLUMBLINE_DATABASE_POOL_SIZE',
    readBy: 'services',
    meaning: 'Connections each service may hold open to its database; some are kept for answers to other services.',
    fallback: '10',
    schema: wholeNumber(2, 1_000),
  },
  databasePooler: {
    variable: 'PLUMBLINE_DATABASE_POOLER',
    readBy: 'services',
    meaning:
      'What stands between Plumbline and PostgreSQL: `none`, or `transaction` for PgBouncer or the like in transaction mode, through which nothing is kept in a session and no statement is prepared. The same for all processes.',
    fallback: 'none',
    schema: word(['none', 'transaction']),
  },
  databasePoolerAnswers: {
    variable: 'PLUMBLINE_DATABASE_POOLER_ANSWERS',
    readBy: 'services',
    meaning:
      'Name by which the pooler knows each of these databases a second time, with connections of their own for answers to other services. Without it, writers that wait for one another’s answers can take all connections, and are refused with 503.',
    otherwise: 'answers share the connections of requests',
    schema: text(1, 63),
  },
  databaseFastPaths: {
    variable: 'PLUMBLINE_DATABASE_FAST_PATHS',
    readBy: 'services',
    meaning:
      'Whether the insides of the PostgreSQL driver are used where that saves time; false goes by what it documents alone. There are none behind a pooler.',
    fallback: 'true',
    schema: flag(),
  },
} satisfies Record<string, Definition<unknown>>;
