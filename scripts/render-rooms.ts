import { OPEN_TO_MOCK, ROOMS } from './rooms.ts';

const code = (name: string): string => `\`${name}\``;
const listed = (names: readonly string[]): string => names.map(code).join(', ');

/** Returns which room of `src` imports what, from the table that the test of boundaries holds. */
export function renderRooms(): string {
  const rows = Object.entries(ROOMS).map(
    ([room, below]) => `| ${code(room)} | ${below.length === 0 ? 'nothing' : listed(below)} |`,
  );
  return `| room of \`src\` | imports |
| --- | --- |
${rows.join('\n')}

\`src/index.ts\` may import all of them. \`mock\` imports ${listed(OPEN_TO_MOCK.rooms)}, and of other rooms only ${listed(OPEN_TO_MOCK.files)}. \`cli\` stands on the entry points of both. \`src\` imports neither.`;
}
