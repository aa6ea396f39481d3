// Publishes what is built: `npm run release`, in a workflow. With `--dry-run` all but the publishing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const dryRun = process.argv.includes('--dry-run');
const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  repository?: unknown;
};
if (version === '0.0.0' && !dryRun) {
  throw new Error('package.json has no version yet; run "npx changeset version" and commit it');
}
if (repository === undefined && !dryRun) {
  throw new Error('package.json names no repository; npm refuses a provenance from elsewhere');
}
const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
if (changed !== '' && !dryRun) throw new Error(`commit or remove first:\n${changed}`);

run('npm', 'run', '--silent', 'generate'); // builds, too
if (!dryRun) run('git', 'diff', '--exit-code');
run('npm', 'run', '--silent', 'check:package');
// The build is done; npm would run it once more.
run('npm', 'publish', '--ignore-scripts', ...(dryRun ? ['--dry-run'] : ['--provenance']));
