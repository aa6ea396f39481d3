import { Command } from 'commander';
import { examples } from '../../help-layout.ts';
import { jsonOption } from '../account-flags.ts';

/** `consent-evidence explain`: what a code means and what to do. */
export function explainCommand(): Command {
  return new Command('explain')
    .description(
      'Explain a code: what it means, what to do, and what to tell the seller of the lead',
    )
    .argument('[code]', 'the code of an error, a refusal, a decision or a warning; default: all')
    .addOption(jsonOption())
    .addHelpText('after', () => examples('consent-evidence explain CHECKBOX_NOT_AFFIRMED'))
    .action(async (code: string | undefined, { json }: { json?: true }) => {
      const { runExplain } = await import('./run-explain.ts');
      await runExplain(code, json);
    });
}
