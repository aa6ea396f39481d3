declare const __PAGE_SCRIPT__: string;
declare const __PAGE_STYLE__: string;
declare const __PAGE_SPECIFICATION__: string;

/**
 * The page's assets, by path. The build bundles `app/`, renders the specification, and inserts the texts
 * (`scripts/bundle-page.ts`), so this module is imported only when someone opens the page.
 */
export const pageAssets: Readonly<Record<string, { contentType: string; body: string }>> = {
  '/page.js': { contentType: 'text/javascript; charset=utf-8', body: __PAGE_SCRIPT__ },
  '/page.css': { contentType: 'text/css; charset=utf-8', body: __PAGE_STYLE__ },
  '/specification': { contentType: 'text/html; charset=utf-8', body: __PAGE_SPECIFICATION__ },
  '/page.svg': {
    contentType: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3.5" fill="#1f6f5c"/><path d="m4 8.4 2.7 2.8L12 5.4" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  },
};
