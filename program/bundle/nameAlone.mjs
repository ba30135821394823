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
    const [, before, indent, name] = begun;
    const last = ends(line) ? index : lastLine(lines, index, indent.length);
    const end = new RegExp(`, "${name.replaceAll('$', '\\$')}"\\)([;,]?)$`);
    if (last === undefined || !end.test(lines[last])) continue;
    lines[index] = `${before}${lines[index].slice(before.length + naming.length)}`;
    lines[last] = lines[last].replace(end, '$1');
  }
  return lines.join('\n');
}

const naming = '/* @__PURE__ */ __name(';
/** A variable or a property that is a function. */
const beginning = /^((\s*)(?:(?:const|let|var) )?([\w$]+)(?: =|:) )\/\* @__PURE__ \*\/ __name\((?!class\b)/;
/** A function that is declared, and called here as it was where it came from. */
const named = /^\s*__name\(([\w$]+), "\1"\);$/;

const ends = (line) => /, "[\w$]+"\)[;,]?$/.test(line);

/** The line that closes what one begins: the next that stands no further to the right. */
function lastLine(lines, from, indent) {
  const after = lines.findIndex((line, index) => index > from && line !== '' && line.search(/\S/) <= indent);
  return after >= 0 && /^\s*[})\]]/.test(lines[after]) && lines[after].search(/\S/) === indent ? after : undefined;
}
