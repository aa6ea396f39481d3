import { readFileSync } from 'node:fs';
import { renderApiReports } from './render-api-report.ts';
import { renderArchiveProblems } from './render-archive-problems.ts';
import { renderCalibration } from './render-calibration.ts';
import { renderDecisions } from './render-decisions.ts';
import { renderDescriptions } from './render-descriptions.ts';
import { renderErrors } from './render-errors.ts';
import { renderInlined } from './render-inlined.ts';
import { renderLeadStates } from './render-lead-states.ts';
import { renderOptions } from './render-options.ts';
import { renderPerformance } from './render-performance.ts';
import { renderRooms } from './render-rooms.ts';
import { renderTour } from './render-tour.ts';

const PART = /(?<=<!-- written by "npm run generate" -->\n)[\s\S]*?(?=\n<!-- end -->)/;

/** Returns a page with its generated part replaced. */
function withPart(file: string, part: string): { file: string; text: string } {
  const page = readFileSync(file, 'utf8');
  if (!PART.test(page)) throw new Error(`${file} has no place for what is generated`);
  return { file, text: page.replace(PART, () => part) };
}

/** Returns every page that is generated from the code, with its current text. */
export function generatedPages(): { readonly file: string; readonly text: string }[] {
  return [
    { file: 'docs/errors.md', text: renderErrors() },
    { file: 'docs/options.md', text: renderOptions() },
    { file: 'docs/package-in-300-lines.md', text: renderTour() },
    { file: 'mock/openapi/descriptions.json', text: renderDescriptions() },
    withPart('docs/guides/receiving-and-acceptance.md', renderDecisions()),
    withPart('docs/guides/lead-intake.md', renderLeadStates()),
    withPart('docs/guides/archive.md', renderArchiveProblems()),
    withPart('docs/guides/calibration.md', renderCalibration()),
    withPart('docs/decisions/0004-libraries-are-inlined.md', renderInlined()),
    withPart('docs/performance.md', renderPerformance()),
    withPart('CONTRIBUTING.md', renderRooms()),
    ...renderApiReports(),
  ];
}
