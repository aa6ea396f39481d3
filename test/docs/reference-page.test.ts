import { describe, expect, it } from 'vitest';
import { referencePage } from '../../scripts/docs/reference-page.ts';

const OPTIONS = `# Interface: SendOptions

## Properties

### label?

\`\`\`ts
readonly label?: "a" | "b";
\`\`\`

The name, see [Other](Other.md#x).
Default: \`a\`.

***

### to

\`\`\`ts
readonly to: string;
\`\`\`

Where to.
`;

const PAGE = `# Function: send()

\`\`\`ts
function send(options: SendOptions): void;
\`\`\`

Sends.

## Parameters

| Parameter | Type |
| ------ | ------ |
| \`options\` | [\`SendOptions\`](../interfaces/SendOptions.md) |

## Example

\`\`\`ts
# no heading
send({ to: 'x' });
\`\`\`
`;

describe('a page of the reference', () => {
  const read = (file: string) => (file === 'face/interfaces/SendOptions.md' ? OPTIONS : undefined);
  const page = referencePage(PAGE, 'face/functions/send.md', read);

  it('begins with an example and the typed signature', () => {
    const headings = page.split('\n').filter((line) => line.startsWith('#'));
    expect(headings).toEqual([
      '# send()',
      '## Example',
      '# no heading',
      '## Signature',
      '## Parameters',
      '## Options',
    ]);
    expect(page).toMatch(/^# send\(\)\n\nSends\.\n\n## Example/);
  });

  it('has each option with its type, default and text, and links that lead where they did', () => {
    const [, options = ''] = page.split('## Options\n\n');
    expect(options.trim().split('\n')).toEqual([
      '- [`to`](../interfaces/SendOptions.md#to): `string`, required<br>Where to.',
      '- [`label`](../interfaces/SendOptions.md#label): `"a" | "b"`, default: `a`<br>The name, see [Other](../interfaces/Other.md#x).',
    ]);
  });

  it('is as TypeDoc wrote it where it has no example', () => {
    const plain = PAGE.slice(0, PAGE.indexOf('## Parameters'));
    expect(referencePage(plain, 'face/functions/send.md', read).trim()).toBe(
      plain.replace('Function: ', '').trim(),
    );
  });
});
