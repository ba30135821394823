import { pageStyle } from '@plumbline/http';

/** What the gateway's own pages need beyond the style all pages share. */
export const style = `${pageStyle}
main>.title:first-child{margin-top:2rem}
main.narrow{max-width:26rem;padding-top:3.5rem}
main.narrow h1{margin-bottom:.35rem}
p{margin:.25rem 0 1.25rem}
.soft{color:var(--soft)}
form{display:grid;gap:1rem;padding:1.5rem}
label{display:grid;gap:.3rem;font-size:.9rem;font-weight:550}
input{border:1px solid var(--line);border-radius:.4rem;background:var(--paper);color:var(--ink);padding:.5rem .65rem;font:inherit;width:100%}
input:focus-visible{outline:2px solid var(--accent);outline-offset:1px;border-color:transparent}
form button{border:0;border-radius:.4rem;background:var(--accent);color:var(--card);padding:.55rem .9rem;font:inherit;font-weight:600;cursor:pointer}
form button:hover{filter:brightness(1.08)}
.notice{margin:0;border-left:3px solid var(--word);padding:.4rem .75rem;font-size:.925rem}
h2{margin:2rem 0 .6rem;font-size:1.15rem;font-weight:650}
table{width:100%;border-collapse:collapse;font-size:.925rem}
td,th{padding:.45rem 1.15rem;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
tr:first-child>*{border-top:0}
td code{font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
td.fit{width:1%;white-space:nowrap}
td.half{width:50%}
.good{color:var(--text);font-weight:600}
.bad{font-weight:600}
label.check{display:flex;align-items:center;gap:.5rem}
label.check input{width:auto}
.card.padded{padding:1rem 1.15rem}
.card.wide{overflow-x:auto}
.card code{overflow-wrap:anywhere}
details.ask summary{padding:0;font:inherit;color:var(--accent)}
details.ask summary::after{content:none}
details.ask form{padding:.5rem 0 0}
.picture svg{width:14rem;height:14rem}
code.recovery{display:inline-block;margin:.15rem .4rem}
nav.methods{display:grid;gap:.6rem;margin:1rem 0 1.25rem}
a.method{border:1px solid var(--line);border-radius:.4rem;background:var(--card);padding:.6rem .9rem;text-align:center;font-weight:600;text-decoration:none}
nav.tags{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 0}
`;
