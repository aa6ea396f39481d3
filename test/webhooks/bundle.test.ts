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
  return { text, inputs };
}

const FACE = './src/webhooks/index.ts';

describe('consent-evidence/webhooks, bundled', () => {
  it('has nothing in it but its own files, the errors, the options, and seven small files', async () => {
    const { inputs, text } = await bundle(`export * from '${FACE}';`);
    const outside = inputs.filter((path) => !/^src\/(webhooks|errors|options)\//.test(path));
    const small = [
      ...['contract/limits', 'contract/listed-names', 'contract/path'],
      ...['platform/builtin-module', 'platform/environment', 'platform/ignoring-errors'],
      'platform/slots',
    ];
    expect(outside.sort()).toEqual(small.map((name) => `src/${name}.ts`));
    expect(text).not.toMatch(/\bimport\b|\brequire\(/);
  });

  it('has nothing of the inbox in a bundle of a receiver', async () => {
    const receiver = await bundle(`export { createWebhookHandler } from '${FACE}';`);
    expect(receiver.text).not.toContain('keepMark');
    expect(receiver.inputs).toContain('src/webhooks/signature/verify-delivery.ts');
  });
});
