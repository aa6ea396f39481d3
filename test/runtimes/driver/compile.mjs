import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './run-process.mjs';
import { ABSENT, ROOM } from './runtimes.mjs';

const VERSIONS = ['5.4', '5.7', '5.8', '5.9', '6.0', '7.0'];

/** The version that lists the exported names: 7.0 has no API for that. */
const WRITER = '6.0';

/** The folder for generated files, beside the sources so that names resolve the same way. */
const WORK = path.join(ROOM, 'dist');

const PACKAGE = path.join(ROOM, 'node_modules/consent-evidence');

/** The declarations of each face, under the name to import. msw's own are not ours to check. */
function facesOf() {
  const { exports } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([key, { types }]) => types !== undefined && key !== './mock/msw')
    .map(([key, { types }]) => [`consent-evidence${key.slice(1)}`, path.join(PACKAGE, types)]);
}

const NODE_NEXT = { module: 'NodeNext', moduleResolution: 'NodeNext' };
const BUNDLER = { module: 'ESNext', moduleResolution: 'Bundler' };

const bare = { lib: ['ES2023'], types: [], files: ['types/use.ts', 'dist/every-name.ts'] };
const web = { files: ['types/use.ts', 'types/use-web.ts', 'dist/every-name.ts'] };
const dom = { ...web, ...BUNDLER, lib: ['ES2023', 'DOM'], types: [] };
const node = { ...web, ...NODE_NEXT, lib: ['ES2023'], types: ['node'] };

/** The projects in which the declarations must compile, all strict and with declarations checked. */
const PROJECTS = {
  'bare, NodeNext': { ...bare, ...NODE_NEXT, exactOptionalPropertyTypes: true },
  'bare, NodeNext, inexact': { ...bare, ...NODE_NEXT, exactOptionalPropertyTypes: false },
  'bare, bundler': { ...bare, ...BUNDLER, exactOptionalPropertyTypes: true },
  'bare, bundler, inexact': { ...bare, ...BUNDLER, exactOptionalPropertyTypes: false },
  'DOM, bundler': { ...dom, exactOptionalPropertyTypes: true },
  'node, NodeNext': { ...node, exactOptionalPropertyTypes: true },
  // msw's own declarations are not ours to check.
  'msw, NodeNext': {
    ...node,
    lib: ['ES2023', 'DOM'],
    files: ['types/use-msw.ts'],
    skipLibCheck: true,
  },
};

/** Returns the names that a face exports, including types, as the compiler sees them. */
function exportsOf(checker, source) {
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source)).map(({ name }) => name);
}

/** Writes a module that imports every name of every face. */
async function writeEveryName() {
  const { default: ts } = await import(`typescript-${WRITER}`);
  const faces = facesOf();
  const files = faces.map(([, types]) => types);
  const program = ts.createProgram(files, { ...ts.getDefaultCompilerOptions(), noEmit: true });
  const checker = program.getTypeChecker();
  const lines = faces.flatMap(([face, types], at) =>
    exportsOf(checker, program.getSourceFile(types)).map(
      (name) => `export type { ${name} as ${name}_${at} } from '${face}';\n`,
    ),
  );
  mkdirSync(WORK, { recursive: true });
  writeFileSync(path.join(WORK, 'every-name.ts'), lines.join(''));
}

async function compile(version, project, { files, ...options }) {
  const compilerOptions = {
    target: 'ES2022',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    noUncheckedIndexedAccess: true,
    ...options,
  };
  const config = path.join(WORK, `${version} ${project}.json`);
  const absolute = files.map((file) => path.join(ROOM, file));
  writeFileSync(config, JSON.stringify({ compilerOptions, files: absolute }));
  const tsc = path.join(ROOM, 'node_modules', `typescript-${version}`, 'bin/tsc');
  const { stdout, code } = await run(process.execPath, [tsc, '-p', config], {
    PATH: process.env.PATH,
  });
  return { group: project, title: 'compiles', passed: code === 0, error: stdout.slice(0, 4_000) };
}

async function rowOf(name, version) {
  const began = performance.now();
  const results = [];
  for (const [project, options] of Object.entries(PROJECTS)) {
    results.push(await compile(version, project, options));
  }
  return { name, version, results, seconds: (performance.now() - began) / 1000 };
}

/** Returns one row for each TypeScript version; its groups are the projects. */
export async function compileEverywhere() {
  const folderOf = (version) => path.join(ROOM, 'node_modules', `typescript-${version}`);
  if (existsSync(folderOf(WRITER))) await writeEveryName();
  const rows = [];
  for (const version of VERSIONS) {
    const name = `TypeScript ${version}`;
    const isThere = existsSync(folderOf(version)) && existsSync(folderOf(WRITER));
    rows.push(isThere ? await rowOf(name, version) : { name, version: ABSENT, results: [] });
  }
  return rows;
}
