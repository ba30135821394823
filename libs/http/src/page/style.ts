/** The whole style of the page; its hash stands in the page's content security policy. */
export const style = `
:root{color-scheme:light dark;--paper:#fbfbf9;--card:#fff;--ink:#1d2328;--soft:#66707a;--line:#dfe3e6;--accent:#0b6e6e;--key:#7a3e9d;--text:#2b6f3e;--number:#9a4a00;--word:#a3264b}
@media (prefers-color-scheme:dark){:root{--paper:#14181b;--card:#1b2024;--ink:#e3e7ea;--soft:#98a2ab;--line:#2e353b;--accent:#5cc6c0;--key:#c8a2e6;--text:#8fd0a0;--number:#eab676;--word:#f08fac}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
a{color:var(--accent);text-decoration:none}
a:hover,a:focus-visible{text-decoration:underline}
header{border-bottom:1px solid var(--line);background:var(--card)}
header>div,main{max-width:72rem;margin:0 auto;padding:0 1.25rem}
header>div{display:flex;align-items:center;gap:1rem;min-height:3.25rem}
header a{font-size:.925rem}
header .brand{margin-right:auto;font-size:1rem;font-weight:650;letter-spacing:.01em;color:var(--ink)}
.trail{display:flex;flex-wrap:wrap;gap:.35rem;margin:1.25rem 0 0;padding:0;list-style:none;font-size:.9rem;color:var(--soft)}
.trail li+li::before{content:"/";margin-right:.35rem;color:var(--line)}
.title{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem;margin:.5rem 0 1rem}
h1{margin:0;font-size:1.65rem;font-weight:650;line-height:1.25;overflow-wrap:anywhere}
.actions{display:flex;gap:.5rem}
.actions a,.actions button{border:1px solid var(--line);border-radius:.4rem;background:var(--card);color:var(--ink);padding:.3rem .75rem;font:inherit;font-size:.875rem;cursor:pointer}
.actions a:hover,.actions button:hover{border-color:var(--accent);text-decoration:none}
pre{margin:0;padding:1rem 1.15rem;overflow-x:auto;font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;tab-size:4}
.card{border:1px solid var(--line);border-radius:.6rem;background:var(--card);margin-bottom:1rem;overflow:hidden}
.card pre+*{border-top:1px solid var(--line)}
summary{display:flex;justify-content:space-between;padding:.6rem 1.15rem;font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary .name::after{content:" +"}
[open]>summary .name::after{content:" −"}
details pre{padding-top:0}
.verb{font-weight:650;color:var(--accent)}
.status{font-weight:650}
.bad{color:var(--word)}
.name{color:var(--soft)}
.key{color:var(--key)}
.text{color:var(--text)}
a.text{color:var(--accent)}
.number{color:var(--number)}
.word{color:var(--word)}
`;
