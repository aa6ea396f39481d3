import { PAGE_STYLE } from '../../html-page/page-style.ts';

/** The style of the dossier’s page: on a screen, light or dark, and on paper. */
export const DOSSIER_STYLE = `${PAGE_STYLE}
.record h2 { margin-top: 3rem; padding-top: 1rem; border-top: 3px solid var(--ink); }
blockquote { margin: .4rem 0; padding: .7rem 1rem; border-left: 4px solid var(--soft); background: var(--tint); white-space: pre-wrap; overflow-wrap: anywhere; }
.hashes td { font: .85rem/1.4 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
figure { margin: 1rem 0; }
figure img { max-width: 100%; height: auto; border: 1px solid var(--line); background: #fff; }
figcaption { font-size: .84rem; color: var(--soft); }
@media print {
  .record { break-before: page; }
  .record h2 { margin-top: 0; }
  blockquote, figure { break-inside: avoid; }
  figure img { max-height: 220mm; }
}
`;

/** The style of the form that a person completes by hand. */
export const DECLARATION_STYLE = `${PAGE_STYLE}
pre { padding: .7rem 1rem; background: var(--tint); font: .8rem/1.5 ui-monospace, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.hashes td { overflow-wrap: anywhere; }
.blank { display: flex; gap: .6rem; align-items: flex-end; min-height: 2.4rem; break-inside: avoid; }
.blank .line { flex: 1; border-bottom: 1px solid var(--ink); }
`;
