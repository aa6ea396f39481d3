import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../../scripts/pack-package.ts';
import { manifest } from './manifest.ts';

const execute = promisify(execFile);

/** A user's project: a folder of its own, with the tarball installed. */
export interface Project {
  readonly folder: string;
  /** Runs one of the programs of `test/consumers/programs` there; resolves to its JSON output, parsed. */
  run(program: string): Promise<unknown>;
  /** Compiles files of `test/consumers/types` there, by their paths; resolves to the compiler's output. */
  compile(files: readonly string[], options: Readonly<Record<string, unknown>>): Promise<string>;
}

/** The packed package, and the projects that have installed it. */
export interface Packed {
  /** The paths of its files. */
  readonly files: readonly string[];
  readonly bytes: number;
  readonly unpackedBytes: number;
  /**
   * Makes a new project with what npm has installed, and with libraries of this repository beside the
   * package: `linked` maps the names they get to their paths below `node_modules` here.
   */
  project(linked?: Readonly<Record<string, string>>): Promise<Project>;
  /** Removes everything from the disk. */
  remove(): Promise<void>;
}

async function node(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, args, { cwd: folder, timeout: 120_000 });
  return stdout;
}

async function compile(
  folder: string,
  files: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    ...options,
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = path.resolve('node_modules/typescript-7/bin/tsc');
  try {
    return await node(folder, tsc, '--pretty', 'false');
  } catch (error) {
    // If there are errors, the compiler prints them on stdout and fails.
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}

/** Installs the tarball into a new folder. Nothing has to be fetched: the package has no dependencies. */
async function install(folder: string, tarball: string): Promise<void> {
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  await execute('npm', ['install', ...flags, tarball], { cwd: folder, timeout: 120_000 });
}

/** Puts libraries of this repository beside the package, and the programs and types that use it. */
async function furnish(folder: string, linked: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, library] of Object.entries(linked)) {
    const link = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.resolve('node_modules', library), link, 'junction');
  }
  await cp('test/consumers/programs', folder, { recursive: true });
  await cp('test/consumers/types', folder, { recursive: true });
}

/** Gives this copy its own version, because the compiler treats copies of one version as the same. */
async function renumber(folder: string, suffix: string): Promise<void> {
  const file = path.join(folder, 'node_modules', manifest.name, 'package.json');
  const own = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  await writeFile(file, JSON.stringify({ ...own, version: `${own.version}-${suffix}` }));
}

/** Packs the build as a release does. */
export async function pack(): Promise<Packed> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'consent-evidence-')));
  const report = await packPackage(root);
  const installed = path.join(root, 'installed');
  await install(installed, path.join(root, report.filename));
  let projects = 0;
  return {
    files: report.files.map((file) => file.path),
    bytes: report.size,
    unpackedBytes: report.unpackedSize,
    async project(linked = {}) {
      projects += 1;
      const folder = path.join(root, `project-${String(projects)}`);
      // Links stay links, such as those of the commands.
      await cp(installed, folder, { recursive: true, verbatimSymlinks: true });
      await renumber(folder, String(projects));
      await furnish(folder, linked);
      return {
        folder,
        run: async (program) => JSON.parse(await node(folder, program)) as unknown,
        compile: (files, options) => compile(folder, files, options),
      };
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
