import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { setupMockServer } from '../../mock/msw-browser.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { bundleStory } from './bundle-story.ts';

describe('consent-evidence/mock/msw in a bundle for the browser', () => {
  it.each(['msw-2', 'msw'])('needs nothing of Node, with %s', async (msw) => {
    const { metafile } = await bundleStory(msw);
    const inputs = Object.keys(metafile.inputs);
    expect(inputs).toContain('dist/mock/msw-browser.js');
    expect(inputs.some((file) => file.startsWith(`node_modules/${msw}/lib/browser/`))).toBe(true);
    const ofNode = /^node:|^dist\/mock\/msw\.c?js$|^node_modules\/msw[^/]*\/lib\/node\//;
    expect(inputs.filter((file) => ofNode.test(file))).toEqual([]);
  });

  it('could not be made of the face that Node gets', async () => {
    const program = { contents: "import './dist/mock/msw.js'", resolveDir: process.cwd() };
    const work = build({
      stdin: program,
      bundle: true,
      platform: 'browser',
      write: false,
      logLevel: 'silent',
    });
    await expect(work).rejects.toThrow(/Could not resolve "msw\/node"/);
  });

  it('has a setupMockServer that says what to use instead', () => {
    const call = () => setupMockServer(createMockService());
    expect(call).toThrow(InvalidInputError);
    expect(call).toThrow(/setupWorker\(\.\.\.createHandlers\(mock\)\)/);
  });
});
