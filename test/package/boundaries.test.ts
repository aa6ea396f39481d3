import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPEN_TO_MOCK, ROOMS, roomOf } from '../../scripts/rooms.ts';
import { findCycle } from './find-cycle.ts';
import { FLOORS, floorOf } from './floors.ts';
import { filesIn, type ImportLine, importLines } from './imports.ts';

const src = importLines('src');
/** Returns whether the import is in the inspector's front end, which runs in a browser. */
const isPage = ({ from }: ImportLine): boolean => from.startsWith('mock/page/app/');
const page = importLines('mock').filter(isPage);
const mock = importLines('mock').filter((line) => !isPage(line));
const cli = importLines('cli');

const asText = ({ from, to }: ImportLine): string => `${from} imports ${to}`;

function violations(lines: readonly ImportLine[], isAllowed: (line: ImportLine) => boolean) {
  return lines.filter((line) => !isAllowed(line)).map(asText);
}

describe('what imports what in src', () => {
  it('goes one way, from the face to the contract', () => {
    const inner = src.filter(({ from }) => from !== 'src/index.ts');
    const isAllowed = ({ from, to }: ImportLine): boolean => {
      const [room, target] = [roomOf(from), roomOf(to)];
      if (to.startsWith('hyparquet-writer/')) return from === 'src/archive/export/parquet-file.ts';
      return room === target || (ROOMS[room] ?? []).includes(target);
    };
    expect(violations(inner, isAllowed)).toEqual([]);
  });

  it('has a rule for each room, at most twenty, and one file beside them', () => {
    const rooms = new Set(filesIn('src').map(roomOf));
    expect(rooms.delete('src/index.ts')).toBe(true);
    expect([...rooms].sort()).toEqual(Object.keys(ROOMS).sort());
    expect(rooms.size).toBeLessThanOrEqual(20);
  });

  it('stands on what is below, so that no two rooms import each other, even round about', () => {
    const names = Object.keys(ROOMS);
    const isBelow = (room: string, height: number): boolean =>
      !names.includes(room) || names.slice(0, height).includes(room);
    const climbs = Object.entries(ROOMS).flatMap(([room, below], height) =>
      below.filter((each) => !isBelow(each, height)).map((each) => `${room} stands on ${each}`),
    );
    expect(climbs).toEqual([]);
  });

  it('never reaches into the fake', () => {
    expect(violations(src, ({ to }) => !/^(?:mock|cli)\//.test(to))).toEqual([]);
  });

  it('takes no module of Node by an import', () => {
    expect(violations(src, ({ to }) => !to.startsWith('node:'))).toEqual([]);
  });

  it('gives webhooks only types, limits and names of the contract, so that zod stays out', () => {
    const lines = src.filter(({ from, to }) => roomOf(from) === 'webhooks' && /contract/.test(to));
    const isAllowed = ({ to, typeOnly }: ImportLine): boolean =>
      typeOnly || /^src\/contract\/(?:limits|listed-names)\.ts$/.test(to);
    expect(lines.length).toBeGreaterThan(0);
    expect(violations(lines, isAllowed)).toEqual([]);
  });

  it('knows ky in one file', () => {
    const users = src.filter(({ to }) => to === 'ky').map(({ from }) => from);
    expect(users).toEqual(['src/transport/attempt.ts']);
  });
});

describe('what imports what in the fake', () => {
  const inside = mock.filter(({ to }) => to.startsWith('mock/'));

  it('goes one way, from the faces down to the ground', () => {
    const isAllowed = ({ from, to }: ImportLine): boolean => {
      const [floor, target] = [floorOf(from), floorOf(to)];
      if (floor === undefined || floor === target) return true;
      return target !== undefined && (FLOORS[floor] ?? []).includes(target);
    };
    expect(inside.length).toBeGreaterThan(0);
    expect(violations(inside, isAllowed)).toEqual([]);
  });

  it('stands on what is below, so that no two floors import each other, even round about', () => {
    const names = Object.keys(FLOORS);
    const climbs = Object.entries(FLOORS).flatMap(([floor, below], height) =>
      below
        .filter((each) => !names.slice(0, height).includes(each))
        .map((each) => `${floor} stands on ${each}`),
    );
    expect(climbs).toEqual([]);
  });

  it('has a floor for each file but the faces, on which nothing stands', () => {
    const files = filesIn('mock');
    const floors = new Set(files.flatMap((file) => floorOf(file) ?? []));
    expect([...floors].sort()).toEqual(Object.keys(FLOORS).sort());
    const faces = files.filter((file) => floorOf(file) === undefined);
    const names = ['index', 'msw-browser', 'msw', 'node', 'simulate'];
    expect(faces).toEqual(names.map((face) => `mock/${face}.ts`));
    expect(violations(inside, ({ to }) => !faces.includes(to))).toEqual([]);
  });

  it('reaches into src only at its lower rooms, the signature and a report’s readings', () => {
    const lines = mock.filter(({ to }) => to.startsWith('src/'));
    const isOpen = ({ to }: ImportLine): boolean =>
      OPEN_TO_MOCK.rooms.some((room) => room === roomOf(to)) ||
      OPEN_TO_MOCK.files.some((file) => file === to);
    expect(lines.length).toBeGreaterThan(0);
    expect(violations(lines, isOpen)).toEqual([]);
  });

  it('knows msw in its own door alone', () => {
    const users = mock.filter(({ to }) => /^msw(?:\/|$)/.test(to)).map(({ from }) => from);
    const door = ['mock/doors/msw/handlers.ts', 'mock/doors/msw/setup-mock-server.ts'];
    expect(new Set(users)).toEqual(new Set(door));
    const reached = mock
      .filter(({ to }) => to === 'mock/doors/msw/handlers.ts')
      .map(({ from }) => from);
    const faces = ['mock/msw.ts', 'mock/msw-browser.ts'];
    expect(new Set(reached)).toEqual(new Set([...faces, 'mock/doors/msw/setup-mock-server.ts']));
  });

  it('knows Node in its HTTP door alone', () => {
    const lines = mock.filter(({ to }) => to.startsWith('node:'));
    expect(violations(lines, ({ from }) => /^mock\/doors\/node\//.test(from))).toEqual([]);
  });

  it('brings no library but those that the build inlines, and msw', () => {
    const lines = mock.filter(({ to }) => !/^(?:src|mock)\/|^node:/.test(to));
    const known =
      /^(?:zod|zod\/mini|zod\/v4\/(?:core|locales\/en\.js)|sorted-btree|msw|msw\/node)$/;
    expect(violations(lines, ({ to }) => known.test(to))).toEqual([]);
  });
});

describe("what imports what in the inspector's front end", () => {
  it('is its own files, preact, a few that import nothing, and types of the rest', () => {
    const open = /^(?:mock\/page\/app\/|preact(?:\/|$)|@preact\/signals$)/;
    const alone = [
      'src/contract/error-codes.ts',
      'src/texts/hidden-characters.ts',
      'src/texts/json-text.ts',
      'mock/ground/ids.ts',
      'mock/ground/json-fault.ts',
    ];
    const isAllowed = ({ to, typeOnly }: ImportLine) =>
      typeOnly || open.test(to) || alone.includes(to);
    expect(page.length).toBeGreaterThan(0);
    expect(violations(page, isAllowed)).toEqual([]);
    const lines = [...src, ...mock].filter(({ from }) => alone.includes(from));
    expect(lines).toEqual([]);
  });

  it('stays in the browser: the fake knows it as a bundle alone', () => {
    expect(violations(mock, ({ to }) => !to.startsWith('mock/page/app/'))).toEqual([]);
  });
});

describe('what imports what in the command line', () => {
  const ACCOUNT = 'cli/account/';
  const account = cli.filter(({ from }) => from.startsWith(ACCOUNT));

  it('is not known to the fake', () => {
    expect(violations(mock, ({ to }) => !to.startsWith('cli/'))).toEqual([]);
  });

  it('has commands on the real account that stand on the faces and what is said of codes', () => {
    const faces =
      /^src\/(?:(?:archive\/|calibrate\/|webhooks\/)?index\.ts|intake\/(?:index|sqlite|postgres|lead|operator-intake)\.ts|sql\/table-name\.ts|contract\/|options\/|errors\/|texts\/|[a-z]+\/[a-z-]+-meanings\.ts|acceptance\/(?:normalize-phone|match-text|readings)\.ts|resources\/share-text\.ts)/;
    const own = /^(?:cli\/|node:)/;
    const libraries = /^(?:commander|csv-parse\/sync)$/;
    const known = (to: string) => [faces, own, libraries].some((each) => each.test(to));
    expect(account.length).toBeGreaterThan(0);
    expect(violations(account, ({ to }) => known(to))).toEqual([]);
  });

  it('knows those commands in the program alone, by their flags', () => {
    const users = cli.filter(({ from, to }) => to.startsWith(ACCOUNT) && !from.startsWith(ACCOUNT));
    const isCommand = ({ from, to }: ImportLine) =>
      from === 'cli/program.ts' && to.endsWith('-command.ts');
    expect(users.length).toBeGreaterThan(0);
    expect(violations(users, isCommand)).toEqual([]);
  });

  it('brings no library but those that the build inlines', () => {
    const lines = cli.filter(({ to }) => !/^(?:src|mock|cli)\/|^node:/.test(to));
    expect(
      violations(lines, ({ to }) => /^(?:commander|csv-parse\/sync|string-width)$/.test(to)),
    ).toEqual([]);
  });
});

describe('what the examples import', () => {
  it('is the faces by their names, Node, and what a user has beside them', () => {
    const lines = importLines('examples').filter(({ to }) => !to.startsWith('examples/'));
    const faces =
      /^consent-evidence(?:\/(?:archive|calibrate|(?:webhooks|intake)(?:\/(?:sqlite|postgres))?|otel|undici|mock(?:\/(?:msw|node|simulate))?))?$/;
    const users =
      /^(?:bullmq|@dbos-inc\/dbos-sdk|@restatedev\/restate-sdk(?:-clients)?|express|fastify|graphile-worker|hono|@hono\/node-server|pg|pg-boss|redis|msw|msw\/node|vitest|undici|@opentelemetry\/[\w-]+)$/;
    expect(lines.length).toBeGreaterThan(0);
    const allowed = (to: string) => to.startsWith('node:') || faces.test(to) || users.test(to);
    expect(violations(lines, ({ to }) => allowed(to))).toEqual([]);
  });
});

describe('folders whose files stand in rooms', () => {
  it.each([
    ['src/webhooks', src],
    ['mock/page/app', page],
  ])('%s has no two rooms that import each other, even round about', (folder, lines) => {
    const rooms = lines
      .filter(({ from, to }) => [from, to].every((file) => file.startsWith(`${folder}/`)))
      .map((line) => ({ ...line, from: path.dirname(line.from), to: path.dirname(line.to) }))
      .filter(({ from, to }) => from !== to);
    expect(rooms.length).toBeGreaterThan(0);
    expect(findCycle(rooms)).toBeUndefined();
  });
});

describe('import cycles', () => {
  it.each([
    ['src', src],
    ['mock', [...mock, ...page]],
    ['cli', cli],
  ])('do not exist in %s, types included', (_folder, lines) => {
    expect(findCycle(lines)).toBeUndefined();
  });

  it('would be found', () => {
    const line = (from: string, to: string): ImportLine => ({ from, to, typeOnly: false });
    const lines = [line('a', 'b'), line('b', 'c'), line('c', 'd'), line('d', 'b')];
    expect(findCycle(lines)).toEqual(['b', 'c', 'd', 'b']);
  });
});
