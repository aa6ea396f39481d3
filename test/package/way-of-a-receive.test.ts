import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

interface Way {
  readonly charges: number;
  readonly inFake: readonly string[];
  readonly inClient: readonly string[];
}

async function wayOfReceive(): Promise<Way> {
  const program = 'test/package/way-of-a-receive.ts';
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return JSON.parse(stdout) as Way;
}

function print(title: string, files: readonly string[]): void {
  console.log(`${title}: ${files.length} files\n${files.join('\n')}`);
}

// What a call enters is worth reading, and no bar: a limit on it would only move code into fewer files.
describe('the call of the README, a receive with criteria', () => {
  it('goes from the resource to ky, and from the door of the fake to the rules in src', async () => {
    const { charges, inClient, inFake } = await wayOfReceive();
    print(
      'the client',
      inClient.filter((file) => file.startsWith('src/')),
    );
    print('the fake', inFake);
    expect(charges).toBe(2);
    expect(inClient).toEqual(
      expect.arrayContaining(['src/resources/shares.ts', 'src/transport/attempt.ts']),
    );
    expect(inFake).toEqual(
      expect.arrayContaining(['mock/api/dispatch.ts', 'src/acceptance/judge.ts']),
    );
  });
});
