/**
 * Takes out where esbuild names a function that JavaScript names by itself, as what it is assigned to: naming costs more than
 * making it does, and functions are made with every request. Classes and whatever is called otherwise here keep their names so.
 * esbuild prints one statement or entry a line, and what stands inside of it further to the right.
 */
export function nameAlone(text) {
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (named.test(line)) {
      lines[index] = '';
      continue;
    }
    const begun = beginning.exec(line);
    if (!begun || line.indexOf(naming) !== line.lastIndexOf(naming)) continue;
    const [, before, indent] = begun;
    const last = ends(line) ? index : lastLine(lines, index, indent.length);
    const name = last === undefined ? undefined : ending.exec(lines[last])?.[1];
    if (name === undefined || !isNamedAnyway(line.slice(before.length + naming.length), before.trim(), name)) continue;
    lines[index] = `${before}${lines[index].slice(before.length + naming.length)}`;
    lines[last] = lines[last].replace(ending, '$2');
  }
  return lines.join('\n');
}

const naming = '/* @__PURE__ */ __name(';
/** What is or has a function, as far as there. */
const beginning = /^((\s*)\S.*?)\/\* @__PURE__ \*\/ __name\((?!class\b)/;
const ending = /, "([\w$]+)"\)([;,]?)$/;

/**
 * Whether a function has that name by itself: it says so, or is what a variable or a property of the name holds. Functions that make nothing
 * (`=>`) may have a number behind it, where esbuild has told variables of different files apart.
 */
function isNamedAnyway(text, before, name) {
  const own = /^(?:async )?function\*? ([\w$]+)\(/.exec(text)?.[1];
  if (own !== undefined) return own === name;
  const [, holder] = /(?:^|\b(?:const|let|var) )([\w$]+)(?: =|:)$/.exec(before) ?? [];
  if (holder === undefined) return false;
  return holder === name || (!/^(?:async )?function\b/.test(text) && holder.replace(/\d+$/, '') === name);
}

/** A function that is declared, and called here as it was where it came from. */
const named = /^\s*__name\(([\w$]+), "\1"\);$/;

const ends = (line) => ending.test(line);

/** The line that closes what one begins: the next that stands no further to the right. */
function lastLine(lines, from, indent) {
  const after = lines.findIndex((line, index) => index > from && line !== '' && line.search(/\S/) <= indent);
  return after >= 0 && /^\s*[})\]]/.test(lines[after]) && lines[after].search(/\S/) === indent ? after : undefined;
}
