import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { searchOptions } from '../../scripts/docs/search-options.ts';

const require = createRequire(createRequire(import.meta.url).resolve('vitepress/package.json'));

interface Found {
  readonly id: string;
}

interface Index {
  search(text: string, options: object): Found[];
}

/** Returns the built site's search: the pages that a question finds, best first, each once. */
export async function siteSearch(): Promise<(question: string) => string[]> {
  const [file] = globSync('docs/site/assets/chunks/@localSearchIndexroot.*.js');
  if (file === undefined) throw new Error('there is no site; "npm run docs" builds it');
  const { default: json } = (await import(pathToFileURL(path.resolve(file)).href)) as {
    default: string;
  };
  const MiniSearch = require('minisearch') as {
    loadJSON(json: string, options: object): Index;
  };
  const { options = {}, searchOptions: ranking = {} } = searchOptions?.miniSearch ?? {};
  const index = MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...options,
  });
  return (question) => {
    const pages = index.search(question, ranking).map(({ id }) => id.replace(/#.*$/, '').slice(1));
    return [...new Set(pages)];
  };
}
