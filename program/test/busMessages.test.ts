import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BusUse, type Event, messageFor, type Question } from '@plumbline/bus';
import { busUses } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { gatewayBusUse } from '@plumbline/gateway';
import { modelCatalog } from '@plumbline/serving';
import Ajv2020 from 'ajv/dist/2020';
import { contractsFolder } from '../src/contracts/artifacts';
import { compareMessages } from '../src/contracts/compare/compareMessages';
import { messageRegistry, type WrittenMessages, writtenMessages } from '../src/contracts/messages';
import { endpointCatalog } from '../src/start/endpointCatalog';
import { ownServices } from '../src/start/services';

const registry = messageRegistry();
const releasedFolder = join(contractsFolder, '../released');

/** What each release has promised, by its version. */
const released = readdirSync(releasedFolder).map((version): [string, WrittenMessages] => {
  const file = join(releasedFolder, version, 'bus-messages.json');
  return [version, JSON.parse(readFileSync(file, 'utf8')) as WrittenMessages];
});

const uses: BusUse[] = [
  ...busUses(ownServices.all, modelCatalog(ownServices.all), registered),
  gatewayBusUse(endpointCatalog(ownServices.all)),
];

/** Messages by subject, as `messageFor` takes those of one application. */
const of = <T>(messages: Readonly<Record<string, T>>, app: string): Record<string, T> =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([name, message]) => {
      const [owner, ...rest] = name.split('.');
      return owner === '*' || owner === app ? [[rest.join('.'), message]] : [];
    }),
  );

describe('the registry of messages', () => {
  it('has every question that anybody may ask', () => {
    const missing = uses
      .flatMap(({ asks }) => asks)
      .filter(({ app, model, verb }) => !messageFor(of(registry.questions, app), model, verb))
      .map(({ app, model, verb }) => `${app}.${model}.${verb}`);
    expect([...new Set(missing)]).toEqual([]);
  });

  it('has every event that anybody may tell', () => {
    const missing = uses
      .flatMap(({ tells }) => tells)
      .filter(({ app, model, verb }) => !messageFor(of(registry.events, app), model, verb))
      .map(({ app, model, verb }) => `${app}.${model}.${verb}`);
    expect([...new Set(missing)]).toEqual([]);
  });

  it.each(Object.entries(registry.questions))(
    'has an example of %s that is as it says',
    (_name, question: Question) => {
      expect(question.request.safeParse(question.example.request).error).toBeUndefined();
      expect(question.reply.safeParse(question.example.reply).error).toBeUndefined();
    },
  );

  it.each(Object.entries(registry.events))(
    'has an example of the event %s that is as it says',
    (_name, message: Event) => {
      expect(message.event.safeParse(message.example.event).error).toBeUndefined();
    },
  );

  it('lets nobody refuse what they do not know: keys that are not named are left out', () => {
    const strict = Object.entries(registry.questions)
      .filter(([, { request, example }]) => {
        const more = typeof example.request === 'object' ? { ...example.request, addedLater: 1 } : example.request;
        return !request.safeParse(more).success;
      })
      .map(([name]) => name);
    expect(strict).toEqual([]);
  });
});

describe.each(released)('what version %s promised', (_version, old) => {
  const now = writtenMessages();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  it('is all there still, and asks for nothing more', () => {
    expect(compareMessages(old, now)).toEqual([]);
  });

  it('is read by this version', () => {
    for (const [name, { example }] of Object.entries(old.questions)) {
      const question = registry.questions[name]!;
      expect([name, question.request.safeParse(example.request).error]).toEqual([name, undefined]);
      expect([name, question.reply.safeParse(example.reply).error]).toEqual([name, undefined]);
    }
    for (const [name, { example }] of Object.entries(old.events))
      expect([name, registry.events[name]!.event.safeParse(example.event).error]).toEqual([name, undefined]);
  });

  it('lets that version read what this one says', () => {
    const reads = (schema: object, message: unknown) => {
      const validate = ajv.compile(schema);
      return validate(message) || validate.errors;
    };
    for (const [name, { request, reply }] of Object.entries(old.questions)) {
      const { example } = now.questions[name]!;
      expect([name, reads(request, example.request)]).toEqual([name, true]);
      expect([name, reads(reply, example.reply)]).toEqual([name, true]);
    }
    for (const [name, { event }] of Object.entries(old.events))
      expect([name, reads(event, now.events[name]!.example.event)]).toEqual([name, true]);
  });
});

test('the last release is kept', () => {
  expect(existsSync(join(releasedFolder, '0.2.0', 'bus-messages.json'))).toBe(true);
});
