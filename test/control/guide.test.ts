import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addMockFlags } from '../../cli/mock/mock-flags.ts';
import { controlEndpoints } from '../../mock/control/control-endpoints.ts';
import { openApiPath } from '../../mock/openapi/json-schemas.ts';

const guide = readFileSync(new URL('../../docs/guides/local-service.md', import.meta.url), 'utf8');

describe('the guide to the local service', () => {
  it('names every flag, and no other', () => {
    const flags = addMockFlags(new Command(), 0).options.map(({ long }) => long);
    expect(flags.filter((flag) => !guide.includes(`\`${flag}\``))).toEqual([]);
    const named = [...guide.matchAll(/^\| `(--[a-z-]+)` /gm)].map(([, flag]) => flag);
    expect(named.filter((flag) => !flags.includes(flag))).toEqual([]);
  });

  it('names every request of the control API, and no other', () => {
    const rows = Object.values(controlEndpoints).map(
      ({ method, path }) => `${method} ${openApiPath(path)}`,
    );
    const table = guide.split('\n').filter((line) => /^\| `(?:GET|POST)/.test(line));
    const named = table.flatMap((line) =>
      [...(line.split(' | ')[0] ?? '').matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, each]) => each),
    );
    expect(named.sort()).toEqual(rows.sort());
  });
});
