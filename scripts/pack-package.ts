import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { stagePackage } from './stage-package.ts';

/** What npm says about a tarball. */
export interface PackReport {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the build into `folder`, as a release does. Requires a build; npm does not run it again. */
export async function packPackage(folder: string): Promise<PackReport> {
  const staged = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
  try {
    stagePackage(staged);
    const flags = ['--ignore-scripts', '--json', '--pack-destination', folder];
    const { stdout } = await promisify(execFile)('npm', ['pack', staged, ...flags], {
      timeout: 120_000,
    });
    const [report] = JSON.parse(stdout) as PackReport[];
    if (report === undefined) throw new Error('npm pack has made no tarball');
    return report;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}
