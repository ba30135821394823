import { Lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { addressOf, basePath } from '../api/request';
import classes from './Markdown.module.css';

/** Characters up to which marks are read, and how deep they may stand inside each other; what is beyond is shown as it was written. */
const mostCharacters = 50_000;
const mostLevels = 40;

/** Text as its marks of Markdown mean it. HTML in it is text, and addresses that run something are none. */
export function Markdown({ text }: { text: string }) {
  return <div className={classes.text}>{text.length > mostCharacters ? <p>{text}</p> : blocks(lexed(text), 0)}</div>;
}

function lexed(text: string): Token[] {
  try {
    return new Lexer({ gfm: true }).lex(text);
  } catch {
    // What stands too deep inside each other for the lexer.
    return [{ type: 'paragraph', raw: text, text, tokens: [{ type: 'text', raw: text, text }] }];
  }
}

// Tokens of one text have no names and keep their order.
const each = (tokens: readonly Token[] | undefined, show: (token: Token) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn anew together.
  tokens?.map((token, index) => <Fragment key={index}>{show(token)}</Fragment>);

const blocks = (tokens: readonly Token[] | undefined, level: number): ReactNode =>
  each(tokens, (token) => (level > mostLevels ? token.raw : block(token, level + 1)));

const inline = (tokens: readonly Token[] | undefined, level: number): ReactNode =>
  each(tokens, (token) => (level > mostLevels ? token.raw : phrase(token, level + 1)));

/** Headings stand below those of the page. */
const headings = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function block(token: Tokens.Generic, level: number): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = headings[token.depth - 1] ?? 'h6';
      return <Heading>{inline(token.tokens, level)}</Heading>;
    }
    case 'paragraph':
      return <p>{inline(token.tokens, level)}</p>;
    case 'list':
      return list(token as Tokens.List, level);
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, level)}</blockquote>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'table':
      return table(token as Tokens.Table, level);
    case 'hr':
      return <hr />;
    case 'html':
      return <p>{token.text.trim()}</p>;
    case 'space':
    case 'def':
      return null;
    default:
      return phrase(token, level);
  }
}

function list({ ordered, start, items }: Tokens.List, level: number): ReactNode {
  const entries = each(items, (item) => <li>{blocks((item as Tokens.ListItem).tokens, level)}</li>);
  return ordered ? <ol start={start === '' ? undefined : start}>{entries}</ol> : <ul>{entries}</ul>;
}

function table({ header, rows }: Tokens.Table, level: number): ReactNode {
  const cells = (row: Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map(({ tokens, align }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
      <Cell key={index} style={{ textAlign: align ?? undefined }}>
        {inline(tokens, level)}
      </Cell>
    ));
  return (
    <table>
      <thead>
        <tr>{cells(header, 'th')}</tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order.
          <tr key={index}>{cells(row, 'td')}</tr>
        ))}
      </tbody>
    </table>
  );
}

function phrase(token: Tokens.Generic, level: number): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens, level)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, level)}</em>;
    case 'del':
      return <del>{inline(token.tokens, level)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return '\n';
    case 'link':
      return <Anchor href={token.href}>{inline(token.tokens, level)}</Anchor>;
    case 'image':
      return isOfSite(token.href) ? (
        <img src={onSite(token.href)} alt={token.text} />
      ) : (
        <Anchor href={token.href}>{token.text || token.href}</Anchor>
      );
    case 'checkbox':
      return <input type="checkbox" disabled checked={token.checked} aria-label={token.checked ? 'Done' : 'To do'} />;
    case 'text':
      return token.tokens ? inline(token.tokens, level) : decoded(token.text);
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

/** What may be gone to: of other addresses some run something. */
const allowed = /^(https?|mailto|tel|ssh|telnet|xmpp|ircs?):/i;

/** An address that begins at the site's root; a proxy may have put that below a path. */
const isOfSite = (address: string): boolean => /^\/(?![/\\])/.test(address);
const onSite = (address: string): string => (address.startsWith(`${basePath}/`) ? address : addressOf(address));

/** What is of other hosts is opened beside the page, and no picture is asked of them. */
function Anchor({ href, children }: { href: string; children: ReactNode }) {
  if (isOfSite(href)) return <a href={onSite(href)}>{children}</a>;
  if (!allowed.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** Characters that are written by their names, as `&amp;` and `&#8211;`. */
const decoded = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, (entity) => {
    const area = document.createElement('textarea');
    area.innerHTML = entity;
    return area.value;
  });
