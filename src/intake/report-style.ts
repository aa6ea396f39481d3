import { PAGE_STYLE } from '../html-page/page-style.ts';

/** The styles of a report page, for screens in light and dark mode and for paper. */
export const REPORT_STYLE = `${PAGE_STYLE}
:root { --accepted: #1b7f4b; --refused: #b3421f; --duplicates: #5b6b8c; --held: #d9a400; }
@media (prefers-color-scheme: dark) { :root { --accepted: #4cc38a; --refused: #ff8a65; --duplicates: #9fb0d6; --held: #ffd34d; } }
@media print { :root { --accepted: #1b7f4b; --refused: #b3421f; --duplicates: #5b6b8c; --held: #d9a400; } }
body { max-width: 64rem; }
thead th { font-size: .88rem; }
tbody th { width: auto; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; }
.shares { width: 30%; min-width: 8rem; }
.groups th:first-child { min-width: 13rem; }
.groups .shares { width: 22%; }
.groups .note { font-weight: 400; }
.notice { margin-bottom: 1.5rem; }
svg { display: block; width: 100%; height: 1.1rem; }
.accepted { fill: var(--accepted); background: var(--accepted); }
.refused { fill: var(--refused); background: var(--refused); }
.duplicates { fill: var(--duplicates); background: var(--duplicates); }
.held { fill: var(--held); background: var(--held); }
.key { display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
@media print { .wide { overflow: visible; } }
`;
