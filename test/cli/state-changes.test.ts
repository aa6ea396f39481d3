import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readStateFile } from '../../cli/mock/state-file.ts';
import { StateKeeper } from '../../cli/mock/state-keeper.ts';
import { presets } from '../../mock/capture/presets.ts';
import { createMockService, engineOf } from '../../mock/fake/mock-service.ts';
import type { SnapshotJson } from '../../mock/service/controls/state.ts';

let file: string;

beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
  file = path.join(folder, 'world.state');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true });
  });
});

/** Each write is synced to the disk, which may be busy. */
const untilThen = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 });

/** A fake whose state is kept, and a way to let it look for changes. */
function kept() {
  const mock = createMockService({ now: 0 });
  const { organizationId } = mock.addOrganization({ name: 'Žofie 🌞' });
  const errors: string[] = [];
  const keeper = new StateKeeper(file, undefined, engineOf(mock), (error) =>
    errors.push(String(error)),
  );
  const capture = () => mock.capture(organizationId, presets.checkedBox()).cdrId;
  const look = async (): Promise<void> => {
    const before = await stat(file).catch(() => undefined);
    await untilThen(async () => {
      vi.advanceTimersByTime(1000); // more than one: the last write may not be over yet
      const { size, ino } = await stat(file);
      expect([size, ino]).not.toEqual([before?.size, before?.ino]);
    });
    await untilThen(async () => expect(await readFile(file, 'utf8')).toMatch(/\n$/));
  };
  return { mock, keeper, capture, look, errors };
}

/** The state in the file, as a fake that continues from it has it: with its tables in order. */
async function continued(): Promise<SnapshotJson> {
  const mock = createMockService({ now: 0 });
  mock.restore((await readStateFile(file)) as SnapshotJson);
  return mock.snapshot().toJSON();
}

describe('a state file', () => {
  it('gets the changes behind the state, as few lines as there are changes', async () => {
    const { mock, keeper, capture, look } = kept();
    for (let each = 0; each < 50; each += 1) capture();
    await look();
    const whole = await readFile(file, 'utf8');
    const cdrId = capture();
    await look();
    const text = await readFile(file, 'utf8');
    expect(text.startsWith(whole)).toBe(true);
    const added = text.slice(whole.length);
    expect(added).toContain(cdrId);
    expect(added.split('\n').length).toBeLessThan(20);
    expect(await continued()).toEqual(mock.snapshot().toJSON());
    await keeper.close();
    expect(await continued()).toEqual(mock.snapshot().toJSON());
  });

  it('cut off at any byte of the changes holds the state before or after them', async () => {
    const { mock, keeper, capture, look } = kept();
    capture();
    await look();
    const states = [mock.snapshot().toJSON()];
    const ends = [(await stat(file)).size];
    for (let each = 0; each < 2; each += 1) {
      capture();
      mock.addOrganization({ name: 'Überlicht ☀' });
      await look();
      states.push(mock.snapshot().toJSON());
      ends.push((await stat(file)).size);
    }
    await keeper.close();
    for (let length = ends.at(-1) as number; length >= (ends[0] as number); length -= 7) {
      await truncate(file, length);
      const whole = ends.filter((end) => end - 1 <= length).length; // a line feed may be missing
      expect(await continued()).toEqual(states[whole - 1]);
    }
  });

  it('is written whole again when the changes are as long as the state, and after a reset', async () => {
    const { mock, keeper, capture, look } = kept();
    capture();
    await look();
    const { ino } = await stat(file);
    mock.reset();
    mock.addOrganization({ name: 'Another' });
    await look();
    expect((await stat(file)).ino).not.toBe(ino);
    expect(await continued()).toEqual(mock.snapshot().toJSON());
    const { organizationId } = mock.addOrganization({ name: 'Large' });
    const again = (await stat(file)).ino;
    for (let round = 0; round < 60 && (await stat(file)).ino === again; round += 1) {
      for (let each = 0; each < 20; each += 1) {
        mock.capture(organizationId, presets.checkedBox());
      }
      await look();
    }
    expect((await stat(file)).ino).not.toBe(again);
    await keeper.close();
    expect(await continued()).toEqual(mock.snapshot().toJSON());
  });

  it('that is longer than it was left is not written again', async () => {
    const { keeper, capture, look, errors } = kept();
    capture();
    await look();
    await appendFile(file, '\n');
    const text = await readFile(file, 'utf8');
    capture();
    vi.advanceTimersByTime(1000);
    await untilThen(() => expect(errors).toHaveLength(1));
    await expect(keeper.close()).rejects.toThrow('another process has written it');
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it.each([
    ['an end that counts others', '["keys",["a"]]\n{"changed":2}\n', 'does not end'],
    ['half a line before another', '["keys",["a"\n{"changed":0}\n', 'is not JSON'],
    ['a row of no table', '["__proto__",["a"]]\n{"changed":1}\n', 'is not in a table'],
    ['no row', '["keys"]\n{"changed":1}\n', 'is not a row'],
  ])('with %s among its changes is refused', async (_, text, message) => {
    const { keeper } = kept();
    await keeper.close();
    await writeFile(file, text, { flag: 'a' });
    await expect(readStateFile(file)).rejects.toThrow(message);
  });
});
