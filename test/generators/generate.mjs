// Runs every generator on the OpenAPI document that the argument names, into `generated/`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const [document] = process.argv.slice(2);
const env = { ...process.env, OPENAPI: document, NO_COLOR: '1', DO_NOT_TRACK: '1' };

function run(command, ...args) {
  try {
    execFileSync(`node_modules/.bin/${command}`, args, { cwd, env, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${command}: ${error.stdout}${error.stderr}`);
  }
}

rmSync(`${cwd}generated`, { recursive: true, force: true });
mkdirSync(`${cwd}generated`);
run('openapi-typescript', document, '-o', 'generated/openapi-typescript.ts');
run('oazapfts', document, 'generated/oazapfts.ts');
run('openapi-ts', '-f', 'configs/hey-api.mjs');
run('orval', '--config', 'configs/orval.mjs');
run('kubb', 'generate', '-c', 'configs/kubb.mjs');
