import { join } from 'node:path';
import type { SamlConfig } from '@node-saml/node-saml';
import { createIsolated } from '@plumbline/isolated';
import { type Asker, FairLine } from '../../identity/fairLine';

/** What an answer may have. One with 900 groups has 200 KiB and 1,850 tags; nothing else that providers say comes near. */
const most = { characters: 256 * 1024, tags: 2_000 };

/** Milliseconds an answer is judged for: good ones, as large as may be, take 400, and 700 where others work beside. */
const patience = 2_000;

const judge = createIsolated(join(__dirname, '../../../workers/saml.js'), patience);
const turns = new FairLine(1);

type Judgement = { assertion: unknown } | { refused: string };

/**
 * The assertion in an answer (base64) whose signature is good, as node-saml hands it out. Throws what is wrong with the
 * answer; a 429 when too many of the same address are waiting.
 */
export async function verify(party: SamlConfig, answer: string, asker: Asker): Promise<unknown> {
  demandPlausible(Buffer.from(answer, 'base64').toString('utf8'));
  const text = await turns.run(asker, () => judge(JSON.stringify({ party, answer })));
  if (text === undefined) throw new Error('it takes too long to judge');
  const judgement = JSON.parse(text) as Judgement;
  if ('refused' in judgement) throw new Error(judgement.refused);
  return judgement.assertion;
}

/** Refuses what no provider writes before anything reads it: it would be read for long. */
function demandPlausible(xml: string): void {
  if (xml.length > most.characters) throw new Error('it is too large');
  if (xml.split('<').length > most.tags) throw new Error('it has too many tags');
  if (xml.includes('<!DOCTYPE')) throw new Error('it has a document type');
}
