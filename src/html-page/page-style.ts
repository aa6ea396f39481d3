/** The style of a page for people: on a screen, light or dark, and on paper. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #555; --line: #c9c9c9; --paper: #fff; --tint: #f4f5f7; --link: #0b4f9e; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --soft: #b3b3b3; --line: #4a4d52; --paper: #17181a; --tint: #232529; --link: #8ebdf5; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 54rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 Georgia, 'Times New Roman', serif; }
h1, h2, h3, th, figcaption, footer { font-family: system-ui, 'Segoe UI', Arial, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.02rem; margin: 1.6rem 0 .4rem; }
a { color: var(--link); }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
@media (min-width: 40rem) { thead th { overflow-wrap: normal; } }
tbody th { width: 14rem; font-weight: 600; font-size: .88rem; }
code { font: .85rem/1.4 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
.absent { color: var(--soft); font-style: italic; }
.note { display: block; color: var(--soft); font-size: .86rem; }
.notice { padding: .8rem 1rem; border: 1px solid var(--line); background: var(--tint); }
.matter { font-size: 1.15rem; color: var(--soft); margin: 0 0 1.5rem; overflow-wrap: anywhere; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .86rem; color: var(--soft); }
@page { margin: 18mm 16mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #999; --paper: #fff; --tint: #f4f4f4; --link: #000; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  a { text-decoration: none; }
  h2, h3 { break-after: avoid; }
  tr { break-inside: avoid; }
}
`;
