import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

async function bundle(source: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'neutral',
    metafile: true,
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';
  const inputs = Object.keys(metafile.inputs).filter((path) => path !== '<stdin>');
  return { gzipBytes: gzipSync(text, { level: 9 }).length, text, inputs };
}

const FACE = './src/webhooks/index.ts';

describe('consent-evidence/webhooks, bundled', () => {
  it('has nothing in it but its own files, the errors, the limits, the options and seven small files', async () => {
    const { inputs, text } = await bundle(`export * from '${FACE}';`);
    const outside = inputs.filter((path) => !/^src\/(webhooks|errors|options)\//.test(path));
    const small = [
      'builtin-module',
      'contract/limits',
      'contract/listed-names',
      'contract/path',
      'environment',
      'ignoring-errors',
      'is-no-value',
      'slots',
    ];
    expect(outside.sort()).toEqual(small.map((name) => `src/${name}.ts`));
    expect(text).not.toMatch(/\bimport\b|\brequire\(/);
  });

  it('is at most 11 KB for all of it, and 7.5 KB for a receiver', async () => {
    const { gzipBytes } = await bundle(`export * from '${FACE}';`);
    expect(gzipBytes).toBeGreaterThan(1000);
    expect(gzipBytes).toBeLessThanOrEqual(11 * 1024);
    const receiver = await bundle(`export { createWebhookHandler } from '${FACE}';`);
    expect(receiver.gzipBytes).toBeLessThanOrEqual(7.5 * 1024);
    expect(receiver.text).not.toContain('keepMark');
  });

  it('is at most 5.5 KB for verifyWebhook alone', async () => {
    const { gzipBytes, inputs } = await bundle(`export { verifyWebhook } from '${FACE}';`);
    expect(gzipBytes).toBeGreaterThan(500);
    expect(gzipBytes).toBeLessThanOrEqual(5.5 * 1024);
    expect(inputs).toContain('src/webhooks/signature/verify.ts');
  });
});
