import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REFUSAL_STATUS } from '../../src/webhooks/handler/answer-status.ts';
import * as face from '../../src/webhooks/index.ts';
import * as postgres from '../../src/webhooks/postgres.ts';
import * as sqlite from '../../src/webhooks/sqlite.ts';
import { postgresStatements } from '../../src/webhooks/store/postgres-statements.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const receiving = read('docs/guides/webhooks.md');
const once = read('docs/guides/webhooks-exactly-once.md');

const faces: Readonly<Record<string, object>> = {
  'consent-evidence/webhooks': face,
  'consent-evidence/webhooks/sqlite': sqlite,
  'consent-evidence/webhooks/postgres': postgres,
};

/** Returns the names that a guide imports from each entry point. Types do not exist at run time. */
function importsOf(guide: string): [from: string, name: string][] {
  const lines = guide.matchAll(/import \{([^}]+)\} from '(consent-evidence\/webhooks[^']*)'/g);
  return [...lines].flatMap(([, list = '', from = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name): [string, string] => [from, name]),
  );
}

describe('docs/guides/webhooks.md', () => {
  it('names every reason of a refusal with the status that the handler answers', () => {
    const rows = receiving.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm);
    const documented = Object.fromEntries(
      [...rows].map(([, reason, status]) => [reason, Number(status)]),
    );
    expect(documented).toEqual(REFUSAL_STATUS);
  });
});

describe('the parsers that are recommended in front of the handler', () => {
  it.each([
    ['docs/guides/webhooks.md', 2],
    ['src/webhooks/handler/to-node-handler.ts', 1],
  ])('take the largest event in: %s', (path, count) => {
    const parsers = read(path).match(/express\.(?:raw|json)\(\{[^}]*/g) ?? [];
    expect(parsers).toHaveLength(count);
    for (const parser of parsers) expect(parser).toContain("limit: '4mb'");
  });
});

describe('docs/guides/webhooks-exactly-once.md', () => {
  it.each(['once-sqlite.ts', 'once-postgres.ts'])('quotes the example %s', (file) => {
    const program = read(`examples/webhooks/${file}`).replace(/^\/\/.*\n/, '');
    expect(program.length).toBeGreaterThan(500);
    expect(once).toContain(`\`\`\`ts\n${program}\`\`\``);
  });

  it('has the SQL that createTable runs', () => {
    const plain = (sql: string): string => sql.replace(/\s+/g, ' ').replace(/; ?$/, '').trim();
    const [, sql = ''] = /```sql\n([^`]+)```/.exec(once) ?? [];
    const { createTable } = postgresStatements('consent_evidence_webhooks');
    // Once is enough by hand, so the lock around it is left out.
    const [, inside = ''] = /PERFORM [^;]+; (.+) END /.exec(plain(createTable)) ?? [];
    expect(plain(sql)).toBe(plain(inside));
  });
});

describe.each([
  ['webhooks.md', receiving],
  ['webhooks-exactly-once.md', once],
])('docs/guides/%s', (_name, guide) => {
  it('imports only what the faces export', () => {
    const imports = importsOf(guide);
    expect(imports.length).toBeGreaterThan(3);
    expect(imports.filter(([from, name]) => !(name in (faces[from] ?? {})))).toEqual([]);
  });
});
