import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { onTestFinished } from 'vitest';
import { serveMock } from '../../../mock/node.ts';
import { sqliteLedger } from '../../../src/intake/sqlite.ts';
import { criteria, leadWorld, PHONE } from '../../intake/support/lead-world.ts';
import { runHere } from '../run-here.ts';
import { newFolder } from './leads-file.ts';

/** A row of a result, by its columns. */
export type ResultRow = Readonly<Record<string, string>>;

/** Reads a result with an independent parser of CSV. */
export const resultOf = (file: string): ResultRow[] =>
  parse(readFileSync(file), { columns: true, bom: true });

/** A seller with a file of leads, and the service that it is received from. */
export async function receiveWorld() {
  const world = leadWorld();
  const served = await serveMock(world.mock);
  onTestFinished(() => served.close());
  const folder = newFolder();
  const inside = (name: string): string => path.join(folder, name);
  const [file, out, ledger] = [inside('leads.csv'), inside('result.csv'), inside('leads.db')];
  writeFileSync(inside('criteria.json'), JSON.stringify(criteria));
  sqliteLedger(ledger).close();
  const env = { ...served.env(world.buyer) };
  const link = async (): Promise<string> => {
    const { pathname } = new URL(await world.share(world.capture()));
    return new URL(pathname, served.url).href;
  };
  const write = (text: string | Uint8Array): void => writeFileSync(file, text);
  /** Writes a file with a row for each id, and returns their links. */
  const writeLeads = async (...ids: readonly string[]): Promise<string[]> => {
    const links = await Promise.all(ids.map(link));
    const rows = ids.map((id, at) => `${id},${links[at]},${PHONE}\r\n`);
    write(`id,share,phone\r\n${rows.join('')}`);
    return links;
  };
  const args = (...more: readonly string[]): string[] => [
    'leads',
    'receive',
    file,
    ...['--share', 'share', '--phone', 'phone', '--criteria', inside('criteria.json')],
    ...['--out', out, '--ledger', ledger, '--wait-minutes', '0', ...more],
  ];
  const run = (...more: readonly string[]) =>
    runHere(args('--id', 'id', '--max-receives', '100', ...more), env);
  const result = (): ResultRow[] => resultOf(out);
  const receives = () =>
    world.mock.requests().filter(({ operation }) => operation === 'shares.receive');
  const files = { file, out, ledger, inside };
  return { ...world, ...files, env, link, write, writeLeads, args, run, result, receives };
}
