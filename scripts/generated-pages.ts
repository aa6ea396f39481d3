import { readFileSync } from 'node:fs';
import { renderApiReports } from './render-api-report.ts';
import { renderDecisions } from './render-decisions.ts';
import { renderErrorMessages } from './render-error-messages.ts';

const RECEIVING = 'docs/guides/receiving-and-acceptance.md';
const TABLE = /(?<=<!-- decisions: written by "npm run generate" -->\n)[\s\S]*?(?=\n<!-- end -->)/;

function receivingPage(): string {
  const page = readFileSync(RECEIVING, 'utf8');
  if (!TABLE.test(page)) throw new Error(`${RECEIVING} has no place for the decisions`);
  return page.replace(TABLE, () => renderDecisions());
}

/** Every page that is written from the code, with what it should say now. */
export function generatedPages(): { readonly file: string; readonly text: string }[] {
  return [
    { file: 'docs/guides/error-messages.md', text: renderErrorMessages() },
    { file: RECEIVING, text: receivingPage() },
    ...renderApiReports(),
  ];
}
