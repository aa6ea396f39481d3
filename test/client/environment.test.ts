import { afterEach, describe, expect, it, vi } from 'vitest';
import { environmentVariable } from '../../src/platform/environment.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('an environment variable', () => {
  it('is read where there is one, and an empty one counts as absent', () => {
    vi.stubGlobal('process', { env: { SET: 'value', EMPTY: '' } });
    expect(environmentVariable('SET')).toBe('value');
    expect(environmentVariable('EMPTY')).toBeUndefined();
    expect(environmentVariable('UNSET')).toBeUndefined();
  });

  it.each([
    ['no process', undefined],
    ['a process without variables', {}],
    [
      'variables that may not be read',
      {
        get env(): never {
          throw new Error('NotCapable');
        },
      },
    ],
  ])('is absent on a runtime with %s', (_, process) => {
    vi.stubGlobal('process', process);
    expect(environmentVariable('SET')).toBeUndefined();
  });
});
