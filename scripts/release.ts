// Makes the tarball that is published: `npm run release`, in a workflow job without the right to
// publish. It builds, checks, and packs into the folder `release`. With `--dry-run` it skips the
// requirements of a release, and `npm publish --dry-run` shows what it would do.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseProblems } from './release-problems.ts';
import { stagePackage } from './stage-package.ts';

const FOLDER = 'release';

const dryRun = process.argv.includes('--dry-run');
const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
const problems = releaseProblems(manifest);
if (problems.length > 0 && !dryRun) throw new Error(`package.json: ${problems.join('; ')}`);
const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
if (changed !== '' && !dryRun) throw new Error(`commit or remove first:\n${changed}`);

run('npm', 'run', '--silent', 'generate'); // builds, too
if (!dryRun) run('git', 'diff', '--exit-code');
run('npm', 'run', '--silent', 'check:package');
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
// The build is done; npm would run it again.
const staged = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
stagePackage(staged);
run('npm', 'pack', staged, '--ignore-scripts', '--pack-destination', FOLDER);
rmSync(staged, { recursive: true });
if (dryRun) {
  const [tarball = ''] = readdirSync(FOLDER);
  run('npm', 'publish', path.join('.', FOLDER, tarball), '--dry-run', '--ignore-scripts');
}
