// Makes the tarball that is published: `npm run release`, in a workflow job without the right to
// publish. It builds, checks, and packs into the folder `release`. With `--dry-run` it skips the
// requirements of a release, and `npm publish --dry-run` shows what it would do.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packPackage } from './pack-package.ts';
import { releaseProblems } from './release-problems.ts';

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
const { filename } = await packPackage(FOLDER);
const tarball = path.join('.', FOLDER, filename);
console.log(tarball);
if (dryRun) run('npm', 'publish', tarball, '--dry-run', '--ignore-scripts');
