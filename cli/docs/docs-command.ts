import { Command, Option } from 'commander';
import { examples } from '../help-layout.ts';

/** `consent-evidence docs`: the guides that the package ships. */
export function docsCommand(): Command {
  return new Command('docs')
    .description('Print a guide, a section of one, or the list of guides')
    .argument('[topic]', 'a guide by its name, or "errors#gone", "skill", "examples/worker.ts"')
    .addOption(new Option('--search <words>', 'list the sections that have all these words'))
    .addHelpText(
      'after',
      examples(
        'consent-evidence docs lead-intake',
        'consent-evidence docs errors#cdr_pending',
        "consent-evidence docs --search 'lost answer'",
      ),
    )
    .action(async (topic: string | undefined, { search }: { search?: string }) => {
      const { printDocs, searchDocs } = await import('./print-docs.ts');
      await (search === undefined ? printDocs(topic) : searchDocs(search, topic));
    });
}
