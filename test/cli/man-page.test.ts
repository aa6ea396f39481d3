import { describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { manPage } from '../../scripts/man-page.ts';
import { COMMANDS } from './commands.ts';

const page = manPage(createProgram(), '1.0.0');
const shown = page.replaceAll('\\-', '-').replaceAll('\\e', '\\');

describe('the page of the manual', () => {
  it.each(COMMANDS)('has "$name" with its flags', ({ name, command }) => {
    expect(shown).toContain(`.SS "${name}"\n`);
    const begin = shown.indexOf(`.SS "${name}"\n`);
    const end = shown.indexOf('\n.SS ', begin);
    const own = shown.slice(begin, end === -1 ? undefined : end);
    for (const { flags } of command.createHelp().visibleOptions(command)) {
      expect(own).toContain(`\\fB${flags}\\fR`);
    }
  });

  it('has no text that begins with a dot or a quote, which would be a request', () => {
    const known = /^\.(?:TH|SH|SS|TP|PP|nf|fi)\b/;
    const odd = page.split('\n').filter((line) => /^[.']/.test(line) && !known.test(line));
    expect(odd).toEqual([]);
  });
});
