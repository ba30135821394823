import { describeSettings } from '@plumbline/config';

/** What `--help` prints. */
export function helpText(): string {
  return `Plumbline, a network source of truth.

Usage: plumbline [command] [options]

Commands:
  start      Run one target; the default, which runs everything in one process.
  split      Run the gateway and each service as a process of its own on this machine.
  migrate    Give every service (or the --target) its schema, role and tables, and end: what a deployment runs once before it
             starts or replaces processes. Doing it again changes nothing.
  health     Ask the process that listens on this machine's port whether it is ready; ends with 1 when it is not.
  doctor     Examine settings, broker, databases, tables, clocks, the handing on of changes and all references, and say what
             to do about what is not well. With --quick leaves the references out. Changes nothing; Plumbline may be running.
             Ends with 2 when something should be looked at.
  draft NAME Write the next migration of every service whose models are ahead of its tables,
             as NNNN_NAME.sql in its migrations folder, for a person to read and commit.
  audit      Look through the databases of all services for what no request could have left there: references to
             objects that do not exist, misplaced objects in trees, deletions left half done, gaps in the change log.
             With --repair mends what can be mended. Ends with 2 when something is left. Plumbline may be running.
  dump [FILE]
             Write everything there is at one moment as JSON lines, to standard output or into FILE, compressed when its
             name ends in .gz. With --without-changes leaves the change log out. Plumbline may be running.
  restore [--reset] FILE
             Read a dump into an empty server, or with --reset into one that is emptied first. Ids and times are kept, and
             what follows from other things is worked out anew. One that was cut off goes on where it was when it is given
             again. Plumbline must not be running. Ends with 2 when something in the file leads nowhere.
  import --from-url URL --token TOKEN
             Copy a running server of the same contract into an empty Plumbline, ids and times kept, and compare how many
             objects there are. With --to FILE only write a file that restore reads; with --without-changes leave the
             change log out; with --reset empty this server first. The token, which may stand in IMPORT_TOKEN instead,
             should be a superuser's. One that was cut off goes on where it was. Plumbline must not be running here.
  --help     Show this text.
  --version  Show the version.

Settings, as options or environment variables:
${describeSettings()}
`;
}
