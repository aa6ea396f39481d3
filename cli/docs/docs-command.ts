import { Command } from 'commander';
import { examples } from '../help-layout.ts';

/** `consent-evidence docs`: the guides that the package ships. */
export function docsCommand(): Command {
  return new Command('docs')
    .description('Print a guide, or the list of guides')
    .argument('[topic]', 'a guide by its name, or "errors", "skill", "examples/worker.ts"')
    .addHelpText('after', examples('consent-evidence docs lead-intake'))
    .action(async (topic: string | undefined) => {
      const { printDocs } = await import('./print-docs.ts');
      await printDocs(topic);
    });
}
