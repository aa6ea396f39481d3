const input = process.env.OPENAPI;
const mode = 'single';

export default {
  api: {
    input,
    output: {
      ...{ target: '../generated/orval/api.ts', client: 'fetch', mode },
      baseUrl: { runtime: 'process.env["BASE_URL"]' },
    },
  },
  zod: {
    input,
    output: {
      ...{ target: '../generated/orval/zod.ts', client: 'zod', mode },
      override: { zod: { strict: { body: true } } },
    },
  },
  loose: { input, output: { target: '../generated/orval/loose.ts', client: 'zod', mode } },
};
