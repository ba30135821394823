import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { addressOf, basePath } from '../api/request';
import classes from './Markdown.module.css';

/** An address that begins at the site's root; a proxy may have put that below a path. */
const isOfSite = (address: string): boolean => /^\/(?!\/)/.test(address);
const onSite = (address: string): string => (address.startsWith(`${basePath}/`) ? address : addressOf(address));

/** Headings stand below those of the page; what is of other hosts is opened beside it, and no picture is asked of them. */
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href = '', children }) => {
    // What is empty was refused; within the text itself nothing can be gone to.
    if (href === '' || href.startsWith('#')) return children;
    if (isOfSite(href)) return <a href={onSite(href)}>{children}</a>;
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  },
  img: ({ src, alt = '' }) => {
    const address = typeof src === 'string' ? src : '';
    if (isOfSite(address)) return <img src={onSite(address)} alt={alt} />;
    if (address === '') return alt;
    return (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {alt || address}
      </a>
    );
  },
  input: ({ checked = false }) => (
    <input type="checkbox" disabled checked={checked} aria-label={checked ? 'Done' : 'To do'} />
  ),
};

/** Text as its marks of Markdown mean it. HTML in it is text, and addresses that run something are none. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.text}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
