// Prints what each bundle and the tarball weigh beside their budgets and the recorded sizes: `npm run
// size`. `-- --record` records what was measured, and so moves every budget; say why in the commit.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packPackage } from '../pack-package.ts';
import { budgetOf, RECORDED, recorded } from './budgets.ts';
import { bytesOfProgram, PROGRAM_NAMES } from './programs.ts';

async function bytesOfTarball(): Promise<Record<string, number>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
  try {
    const { size, unpackedSize } = await packPackage(folder);
    return { 'the tarball': size, 'the tarball, unpacked': unpackedSize };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lineOf(name: string, bytes: number): string {
  const before = recorded[name];
  const cells = [bytes.toLocaleString('en'), '(new)', '', ''];
  if (before !== undefined) {
    const budget = budgetOf(name);
    const change = ((bytes - before) / before) * 100;
    cells[1] = `${change < 0 ? '' : '+'}${change.toFixed(1)} %`;
    cells[2] = budget.toLocaleString('en');
    cells[3] = budget < bytes ? 'OVER' : (budget - bytes).toLocaleString('en');
  }
  return name.padEnd(36) + cells.map((cell) => cell.padStart(11)).join('');
}

const measured: Record<string, number> = {};
for (const name of PROGRAM_NAMES) measured[name] = await bytesOfProgram(name);
Object.assign(measured, await bytesOfTarball());

const heads = ['bytes', 'change', 'budget', 'slack'].map((head) => head.padStart(11));
console.log(' '.repeat(36) + heads.join(''));
for (const [name, bytes] of Object.entries(measured)) console.log(lineOf(name, bytes));
if (process.argv.includes('--record')) {
  writeFileSync(RECORDED, `${JSON.stringify(measured, null, 2)}\n`);
}
