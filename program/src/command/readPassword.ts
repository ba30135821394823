import { UsageError } from '@plumbline/command';

/** What passwords are read from: a terminal, a file, another program. */
export interface PasswordInput extends NodeJS.ReadableStream {
  isTTY?: boolean;
  setRawMode?(mode: boolean): unknown;
}

/** Longer than any password that is taken. */
const longestLine = 4_096;

/**
 * Reads a new password: asked for twice on a terminal, which shows nothing of it; else the first line of the input. Never
 * an argument of the command, which everybody on the machine could read.
 */
export async function readNewPassword(
  username: string,
  input: PasswordInput = process.stdin,
  prompts: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  if (!input.isTTY) return firstLine(input);
  const password = await askHidden(`Password of ${username}: `, input, prompts);
  const again = await askHidden('The same again: ', input, prompts);
  if (password !== again) throw new Error('The two are not the same. Nothing was changed.');
  return notEmpty(password);
}

async function firstLine(input: PasswordInput): Promise<string> {
  input.setEncoding('utf8');
  let text = '';
  for await (const chunk of input) {
    text += chunk;
    if (text.includes('\n') || text.length > longestLine) break;
  }
  return notEmpty(text.split(/\r?\n/, 1)[0]!);
}

function notEmpty(password: string): string {
  if (password === '')
    throw new UsageError(
      'There was no password: type one at the prompt, or give it in the first line of standard input.',
    );
  return password;
}

/** Reads a line that the terminal does not show. */
function askHidden(prompt: string, input: PasswordInput, prompts: NodeJS.WritableStream): Promise<string> {
  input.setEncoding('utf8');
  input.setRawMode?.(true);
  prompts.write(prompt);
  return new Promise((resolve, reject) => {
    let line: string[] = [];
    const end = (settle: () => void, rest = '') => {
      input.removeListener('data', take);
      input.removeListener('end', cancel);
      input.pause();
      input.setRawMode?.(false);
      // What was typed or pasted ahead is for the next question.
      if (rest !== '') input.unshift(rest);
      prompts.write('\n');
      settle();
    };
    const cancel = () => end(() => reject(new Error('Nothing was changed.')));
    const take = (chunk: string | Buffer) => {
      const letters = [...String(chunk)];
      for (const [index, letter] of letters.entries()) {
        if (letter === '\r' || letter === '\n')
          return end(() => resolve(line.join('')), letters.slice(index + 1).join(''));
        if (letter === interrupt || (letter === endOfInput && line.length === 0)) return cancel();
        if (letter === eraseLine) line = [];
        else if (erase.includes(letter)) line.pop();
        else if (letter >= ' ') line.push(letter);
      }
    };
    input.on('data', take);
    input.once('end', cancel);
    input.resume();
  });
}

/** What a terminal sends for Ctrl+C, Ctrl+D, Ctrl+U and the backspace key. */
const interrupt = '\u0003';
const endOfInput = '\u0004';
const eraseLine = '\u0015';
const erase = ['\u007f', '\b'];
