import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { image } from './image.ts';

export interface LitterRunOptions {
  readonly kills: number;
  readonly targets: readonly string[];
  /**
   * The longest time that the process lives after the first half of an image, in milliseconds; 0: it
   * stops there until it is killed.
   */
  readonly killWithinMs: number;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
}

/** What was found on disk, between the kills and at the end. */
export interface LitterRunResult {
  readonly kills: number;
  /** Kills that left something beside the targets. */
  readonly left: number;
  /**
   * The most files with content that were in the folder of one target at any time. A process that is
   * killed before it has removed what others left adds an empty one.
   */
  readonly mostFiles: number;
  /** All names that were ever seen beside the targets. */
  readonly names: readonly string[];
  /** Targets that existed and were not whole. */
  readonly broken: number;
  /** Files that someone other than their owner could open. */
  readonly open: number;
  /** What is in the folder after one more call for each target. */
  readonly atLast: readonly string[];
}

const SOURCE = fileURLToPath(new URL('./downloading.ts', import.meta.url));

async function bundle(directory: string): Promise<string> {
  const outfile = join(directory, 'downloading.mjs');
  const options = { format: 'esm', platform: 'node', bundle: true, logLevel: 'error' } as const;
  await build({ entryPoints: [SOURCE], outfile, ...options });
  return outfile;
}

function start(program: string, mode: string, targets: readonly string[]) {
  const args = ['--no-warnings', program, mode, ...targets];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

const hasContent = (path: string): boolean => statSync(path).size > 0;

const isOpen = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;

function look(folder: string, targets: readonly string[]) {
  const entries = readdirSync(folder);
  const names = entries.filter((name) => !targets.includes(name));
  const parts = names.map((name) =>
    readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
  );
  const there = entries.filter((name) => targets.includes(name));
  const broken = there.filter((name) => !readFileSync(join(folder, name)).equals(image));
  const open = [...entries.map((name) => join(folder, name)), ...parts.flat()].filter(isOpen);
  return {
    names,
    files: Math.max(0, ...parts.map((files) => files.filter(hasContent).length)),
    broken: broken.length,
    open: open.length,
  };
}

/** Kills a downloading process (SIGKILL) again and again, and looks at what it leaves behind. */
export async function litterRun(options: LitterRunOptions): Promise<LitterRunResult> {
  const { kills, targets, killWithinMs, random } = options;
  const programs = mkdtempSync(join(tmpdir(), 'consent-evidence-program-'));
  const folder = mkdtempSync(join(tmpdir(), 'consent-evidence-litter-'));
  const paths = targets.map((name) => join(folder, name));
  const seen = new Set<string>();
  const result = { left: 0, mostFiles: 0, broken: 0, open: 0 };
  try {
    const program = await bundle(programs);
    for (let killed = 0; killed < kills; killed += 1) {
      const child = start(program, killWithinMs > 0 ? 'forever' : 'half', paths);
      const exited = once(child, 'exit');
      await once(child.stdout, 'data');
      if (killWithinMs > 0) await sleep(random() * killWithinMs);
      child.kill('SIGKILL');
      await exited;
      const found = look(folder, targets);
      for (const name of found.names) seen.add(name);
      if (found.names.length > 0) result.left += 1;
      result.mostFiles = Math.max(result.mostFiles, found.files);
      result.broken += found.broken;
      result.open += found.open;
    }
    const child = start(program, 'once', paths);
    child.stdout.resume();
    await once(child, 'exit');
    return { kills, ...result, names: [...seen].sort(), atLast: readdirSync(folder).sort() };
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(programs, { recursive: true });
  }
}
