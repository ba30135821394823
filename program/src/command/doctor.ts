import { exitCodes, readArguments, refuseWords } from '@plumbline/command';
import { borrowSecretKey, hasSecretKey, readSettings, serviceUrlVariable } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { examineEverything, type Finding, type Verdict } from '../doctor';
import { demandInstallation } from '../start/demandInstallation';

const signs: Record<Verdict, string> = { well: 'ok  ', doubtful: 'look', ill: 'BAD ' };

/** Examines an installation and says what to do about what is not well. */
export async function doctor(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const asked = readArguments(argv, { flags: ['quick'] });
  refuseWords('doctor', asked);
  const { flags, rest } = asked;
  const given = readSettings(env, rest);
  const settings = await demandInstallation(given, borrowSecretKey);
  const findings = await examineEverything(settings, {
    log: createLog({ name: 'doctor', level: 'silent' }),
    secretKey: given.secretKey !== '' ? 'set' : hasSecretKey(given) ? 'kept' : 'missing',
    // Where nothing is said, the gateway, which may be on another machine, looks where services are usually.
    givenServiceUrls: Object.fromEntries(
      Object.entries(settings.serviceUrls).filter(([app]) => env[serviceUrlVariable(app)]),
    ),
    quick: flags.has('quick'),
    tell: (finding) => process.stdout.write(line(finding)),
  });
  const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length;
  process.stdout.write(`\n${count('well')} well, ${count('doubtful')} to look at, ${count('ill')} bad.\n`);
  return count('ill') + count('doubtful') === 0 ? exitCodes.done : exitCodes.flawed;
}

const line = ({ about, verdict, text, advice }: Finding): string =>
  `${signs[verdict]}  ${about}: ${text}\n${advice ? `      → ${advice}\n` : ''}`;
