/** What people are told of a command. */
export interface CommandPage {
  /** What may follow the program's name, one form a line. */
  usage: readonly string[];
  /** For the list of commands: half a line. */
  summary: string;
  /** What `plumbline help <command>` tells beyond that. */
  text: string;
}

/** What users who come from Nautobot are told, here and after an import. */
export const forOldClients =
  'Start with PLUMBLINE_NESTED_RELATIONS=object where clients written for Nautobot (pynautobot, Ansible) look into nested objects.';

/** Every command there is, in the order people read about them. */
export const commandPages = {
  start: {
    usage: ['start [--target=PART]'],
    summary: 'Run everything in one process, or one part; the default',
    text: `Runs what --target names: everything in one process, the gateway, a worker, or one service. It goes on until
it is stopped (Ctrl+C, SIGTERM, the end of its terminal), then finishes what is under way.
${forOldClients}`,
  },
  split: {
    usage: ['split'],
    summary: 'Run the gateway and each service as a process of its own',
    text: `Runs the gateway, each service and a NATS server as processes of their own on this machine, and starts again
what dies.`,
  },
  user: {
    usage: [
      'user list [--json]',
      'user add NAME [--superuser] [--staff] [--inactive] [--no-password] [--email ADDRESS] [--first-name NAME] [--last-name NAME]',
      'user change NAME [--superuser | --no-superuser] [--staff | --no-staff] [--active | --inactive] [--email ADDRESS] [--first-name NAME] [--last-name NAME]',
      'user password NAME',
      'user reset-factors NAME',
      'user token NAME [--description TEXT] [--expires TIME] [--read-only]',
      'user token NAME --list [--json]',
      'user token NAME --revoke ID',
    ],
    summary: 'List, add and change users; set passwords; reset factors; make and revoke tokens',
    text: `For whoever administers this machine: works on the databases themselves, with the settings that migrate and dump take,
and Plumbline may be running. It notices a change within two seconds.

add       Adds a user and asks for their password. With --no-password they cannot sign in with one, only use tokens.
change    Changes what is named and leaves the rest.
password  Asks for a new password and ends the user's sessions.
reset-factors  Takes away what they show beside their password, for who has lost it.
token     Makes an API token and prints it, on standard output and this once. --expires takes a moment
          (2030-01-31, 2030-01-31T12:00:00Z) or a time from now (30d, 12h). Who may do nothing can do nothing with a token.
          With --list shows the tokens of a user, without their keys; --revoke ends one of these.

Passwords are asked for on a terminal, and read from the first line of standard input where there is none:
  plumbline user add ada --superuser < password-file
They are no arguments, since everybody on a machine can read those.`,
  },
  migrate: {
    usage: ['migrate [--target=SERVICE] [--wait] [--reset-role-passwords]'],
    summary: 'Make or update schemas, roles and tables, and end',
    text: `Gives every service (or the --target) its schema, role and tables, and ends: what a deployment runs once before
it starts or replaces processes. Doing it again changes nothing. With --wait a PostgreSQL server that cannot be reached is
waited for. With --reset-role-passwords the roles get passwords of the present PLUMBLINE_SECRET_KEY, after that was changed
on purpose.`,
  },
  health: {
    usage: ['health'],
    summary: 'Ask whether the process on this machine’s port is ready',
    text: 'Asks the process that listens on this machine’s port whether it is ready; ends with 1 when it is not.',
  },
  doctor: {
    usage: ['doctor [--quick]'],
    summary: 'Examine the installation and say what to do',
    text: `Examines settings, broker, databases, tables, clocks, the handing on of changes and all references, and says what
to do about what is not well. With --quick leaves the references out. Changes nothing; Plumbline may be running. Ends
with 2 when something should be looked at.`,
  },
  audit: {
    usage: ['audit [--repair]'],
    summary: 'Look for what no request could have left in the databases',
    text: `Looks through the databases of all services for what no request could have left there: references to objects that
do not exist, misplaced objects in trees, deletions left half done, gaps in the change log. With --repair mends what can
be mended. Ends with 2 when something is left. Plumbline may be running.`,
  },
  dump: {
    usage: ['dump [--without-changes] [--half-restored] [FILE]'],
    summary: 'Write everything there is into a file',
    text: `Writes everything there is at one moment as JSON lines, to standard output or into FILE, compressed when its name
ends in .gz. With --without-changes leaves the change log out. Where a restore was cut off it says so and writes nothing,
unless --half-restored asks for the part that is there. Plumbline may be running.`,
  },
  restore: {
    usage: ['restore [--reset] FILE'],
    summary: 'Read such a file into an empty server',
    text: `Reads a dump into an empty server, or with --reset into one that is emptied first. Ids and times are kept, and
what follows from other things is worked out anew. One that was cut off goes on where it was when it is given again.
Plumbline must not be running. Ends with 2 when something in the file leads nowhere.`,
  },
  import: {
    usage: [
      'import --from-url URL --token TOKEN [--paused] [--without-changes] [--skip ENDPOINT] [--verify] [--to FILE] [--reset]',
      'import --from-netbox URL|FOLDER --token TOKEN [--dry-run] [--skip LIST] [--source NAME] [--moved] [--into URL --into-token TOKEN | --user NAME]',
      'import --from-file FILE [--as ENDPOINT] [--mapping FILE] [--key FIELD] [--sheet NAME] [--delimiter CHARACTER] [--preview] [--into URL --into-token TOKEN | --user NAME]',
      'import --unpause',
    ],
    summary: 'Copy a running Nautobot, take over what a NetBox or a spreadsheet holds',
    text: `--from-url copies a running server of the same contract into an empty Plumbline, ids and times kept, and compares both. The
token, which may stand in IMPORT_TOKEN instead, should be a superuser's. One that was cut off goes on where it was; one
that is done only compares. Plumbline must not be running here. Ends with 2 when something differs or did not come along.

--paused           Schedules, webhooks and job hooks arrive switched off.
--unpause          Switches on what arrived switched off. Plumbline may be running.
--without-changes  Leaves the change log out.
--skip ENDPOINT    Leaves a list out, such as extras/job-logs; may be given several times.
--verify           Compares the contents of all objects, not only of some.
--to FILE          Only writes a file that restore reads.
--reset            Empties this server first.

--from-netbox takes over what a NetBox (3.7 and newer) holds: all of it is read, then it is worked out what it is here, then
it is written as any client would. Objects are made with ids that follow from theirs, so that doing it again changes
what has changed, and goes on where it was cut off; nothing is removed. What has no place here is told, and kept whole
in a file. Plumbline may be running. Ends with 2 when something was refused.

FOLDER             Instead of URL: what its API said, in files named as its lists (dcim/sites.json), and status.json.
--dry-run          Tells all of that and writes nothing.
--skip LIST        Leaves a list out, such as extras/journal-entries; may be given several times.
--source NAME      Tells this NetBox from another that is imported as well.
--moved            It is the NetBox of the last time, at another address.
--into URL         Writes into a Plumbline elsewhere, with --into-token or INTO_TOKEN.
--user NAME        The superuser in whose name things are written on this machine; the first one unless said.

--from-file makes objects of the rows of a CSV file or a workbook (.xlsx), or changes those that are here. Columns go by their
headers, or by a mapping. Nothing is written unless all rows can be read. It takes --into, --into-token and --user too.

--as ENDPOINT      What the rows are, such as dcim/devices, unless the mapping says it.
--mapping FILE     YAML that says what the columns mean.
--key FIELD        By which fields a row is known to be about an object that is here; several times, or with commas.
--sheet NAME       Which sheet of a workbook; the first one unless said.
--delimiter C      What stands between the cells of a CSV file; found out unless said.
--preview          Tells how the columns are understood, the first rows, and what would be made and changed.

${forOldClients}`,
  },
  'device-types': {
    usage: [
      'device-types import PATH [--dry-run] [--into URL --into-token TOKEN | --user NAME]',
      'device-types export FOLDER [--manufacturer NAME] [--into URL --into-token TOKEN | --user NAME]',
    ],
    summary: 'Take device types from files of the device type library, or write such files',
    text: `import  Reads the .yaml files of a folder and its folders, or one file, as the community's device type library has
        them: device types with the templates of their parts, and pictures beside them. Types and parts that are here,
        known by their names, are made to be as the files say; nothing is removed. All files are read before anything
        is written. Ends with 2 when something was refused.
export  Writes the device types there are into such files: device-types/MAKER/MODEL.yaml, and pictures.

--dry-run            Tells what would be written, and writes nothing.
--manufacturer NAME  Only those of one manufacturer.
--into URL           Of a Plumbline elsewhere, with --into-token or INTO_TOKEN.
--user NAME          The superuser in whose name, on this machine; the first one unless said.

Plumbline may be running.`,
  },
  app: {
    usage: ['app remove NAME [--yes]'],
    summary: 'Remove what an app has left behind',
    text: `Removes an app of others that PLUMBLINE_APPS names no longer: its schema, its role, and all that names its models
(custom fields, relationships, computed fields, notes, dynamic groups, webhooks, permissions, entries of the change log …).
What names other models as well stays, and names those of the app no longer. It says first what goes, and asks for the
name again unless --yes is given. Where the app has a database of its own (<NAME>_DATABASE_URL), that is left to you.
Plumbline must not be running. One that was cut off goes on when it is given again. Ends with 2 when something that
names the app has to stay.`,
  },
  'nats-config': {
    usage: ['nats-config [--tls-cert FILE --tls-key FILE [--tls-ca FILE]] [FILE]'],
    summary: 'Print what a NATS server has to be told of the parts',
    text: `Prints, or writes into FILE, what a nats-server has to be told of the parts of Plumbline: their public keys, and
what each may do on the bus. It follows from the secret key and the version, and holds no secret.

  --tls-cert FILE, --tls-key FILE   Give it TLS with this certificate and key, as it finds them on its machine.
  --tls-ca FILE                     Let in only whoever shows a certificate of this authority (NATS_CERT).`,
  },
  keys: {
    usage: ['keys PART'],
    summary: 'Print the keys of one part',
    text: `Prints the keys of one part (gateway, worker, ipam and so on), which it takes in the place of the secret key, so
that it has nobody else's. For reader: the nkey seed by which others read the change records that NATS keeps.`,
  },
  'hand-out': {
    usage: ['hand-out FOLDER [PART ...]'],
    summary: 'Write what each part is told by files, keys among it',
    text: `Writes into FOLDER/PART, for each part of the split form or for those named, what its process is told by files:
secret-key with its keys, and the addresses of its databases as its own role (ipam-database-url, ipam-read-replica-url),
or by all of them in one (environment). With these it needs neither the secret key nor a role that may make others.
\`all\` is one process with everything.`,
  },
  draft: {
    usage: ['draft NAME'],
    summary: 'Write the next migration of services whose models have changed',
    text: `Writes the next migration of every service whose models are ahead of its tables, as NNNN_NAME.sql in its
migrations folder, for a person to read and commit; where the tables that every service has are to change, one for all
of them in libs/engine/migrations.`,
  },
} satisfies Record<string, CommandPage>;

/** The name of a command. */
export type CommandName = keyof typeof commandPages;

/** The names of all commands. */
export const commandNames = Object.keys(commandPages) as CommandName[];
