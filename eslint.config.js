import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** `Date.now()` in a rule would tie it to the wall clock; only these hand the real time in. */
const REAL_TIME = {
  selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  message: 'Time is a parameter: take a clock, or `now`.',
};

/** The compiler checks the names of an object's members, but not of those that are spread into it. */
const SPREAD_LITERAL = {
  selector:
    'ObjectExpression > SpreadElement > ObjectExpression, CallExpression > SpreadElement > ArrayExpression',
  message: 'Write the members themselves: in a spread, a misspelt one is not noticed.',
};

/** A table by any name has those of `Object.prototype`, too: `TABLE['constructor']` is a function. */
const ownMembers = {
  create({ sourceCode, report }) {
    const isTable = (name, node) => {
      let scope = sourceCode.getScope(node);
      while (scope && !scope.set.has(name)) scope = scope.upper;
      const declared = scope?.set.get(name)?.defs[0]?.node;
      const type = declared?.id?.typeAnnotation;
      return declared?.init?.type === 'ObjectExpression' && type
        ? /\bRecord<\s*string\b/.test(sourceCode.getText(type))
        : false;
    };
    return {
      'MemberExpression[computed=true][object.name=/^[A-Z]/]'(node) {
        const { name } = node.object;
        if (node.property.type === 'Literal' || !isTable(name, node)) return;
        const around = sourceCode.getAncestors(node).findLast(({ type }) => /Function/.test(type));
        if (sourceCode.getText(around).includes(`Object.hasOwn(${name}`)) return;
        report({ node, message: `Ask Object.hasOwn(${name}, …) first, or make it a Map.` });
      },
    };
  },
};

export default defineConfig(
  {
    ignores: [
      '**/node_modules/',
      'dist/',
      'docs/site/',
      // Compiled by VitePress alone, for a browser.
      'docs/.vitepress/',
      'coverage/',
      'reports/',
      '.stryker-tmp/',
      'test/consumers/',
      'test/runtimes/',
      'test/generators/',
      'test/openapi/generated-types.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'examples/tsconfig.json', 'mock/page/app/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // `(event) => events.push(event)` and `() => resolve()` read well and hide nothing.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // `async` without `await` is how a throw becomes a rejection in what promises a promise.
      '@typescript-eslint/require-await': 'off',
      // There is no enum here: `erasableSyntaxOnly` refuses them.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Numbers print as one expects, and an open literal union (`'a' | (string & {})`) is a string.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allow: [{ from: 'lib', name: 'URL' }] },
      ],
      // What a caller hands in is checked at run time too: not everybody writes TypeScript.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unnecessary-type-conversion': 'off',
      // A signal's reason and a caught error go on as they are, whatever they are.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // Strings are spread where code points are meant: digits, letters, cells of a picture.
      '@typescript-eslint/no-misused-spread': 'off',
      // A name that begins with `_` says itself that it is only there for its place.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: [
      'src/**/*.ts',
      'mock/**/*.ts',
      'mock/**/*.tsx',
      'cli/**/*.ts',
      'examples/**/*.ts',
      'scripts/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', SPREAD_LITERAL] },
  },
  {
    files: ['src/**/*.ts', 'mock/**/*.ts', 'mock/**/*.tsx', 'cli/**/*.ts'],
    plugins: { local: { rules: { 'own-members': ownMembers } } },
    rules: { 'local/own-members': 'error' },
  },
  {
    files: ['src/**/*.ts', 'mock/**/*.ts', 'mock/**/*.tsx', 'cli/**/*.ts'],
    ignores: [
      'src/platform/clock.ts',
      'src/webhooks/signature/sign.ts',
      'mock/fake/mock-service.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', REAL_TIME, SPREAD_LITERAL] },
  },
  {
    files: ['test/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts'],
    rules: {
      // vitest's asymmetric matchers and parsed JSON are `any`; what has no text shows in the failure.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-this-alias': 'off',
      // A double stands for an instance.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A listener of a server may be asynchronous.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // Methods are taken off their object to be put back, or to see that they need none.
      '@typescript-eslint/unbound-method': 'off',
      // A test repeats a cast where the type under test may change, and prints lists as they are.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      // node:test waits for its tests by itself.
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
      // msw 2 and msw 3 differ in what is asynchronous.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/await-thenable': 'off',
    },
  },
);
