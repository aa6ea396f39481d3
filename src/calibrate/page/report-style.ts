import { PAGE_STYLE } from '../../html-page/page-style.ts';

/** The styles of a report page, for screens in light and dark mode and for paper. */
export const REPORT_STYLE = `${PAGE_STYLE}
body { max-width: 64rem; }
thead th { font-size: .88rem; }
td:first-child, tbody th:first-child { min-width: 8rem; }
.verdict { white-space: nowrap; font-family: system-ui, 'Segoe UI', Arial, sans-serif; font-size: .88rem; }
.differs { font-weight: 700; border: 2px solid currentColor; border-radius: .3rem; padding: 0 .35rem; }
.not { color: var(--soft); }
.wide { overflow-x: auto; }
@media (max-width: 40rem) {
  .facts th { width: 9rem; }
  .results, .results tbody, .results tr, .results td, .results th { display: block; width: auto; }
  .results thead { display: none; }
  .results tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .results td, .results th { border: 0; padding: .1rem 0; }
}
`;
