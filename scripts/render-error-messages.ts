import { ERROR_STATUS, type KnownErrorCode } from '../src/contract/error-codes.ts';
import { CODE_MEANINGS } from './code-meanings.ts';
import { collectMessages } from './collect-messages.ts';
import { groupOf, MESSAGE_GROUPS } from './message-groups.ts';

const HEAD = `# Every error message

<!-- Written by "npm run generate" from the code. -->

Every sentence that this package can say when something is wrong, with its cause and the next step; \`…\` stands for what is filled in. Messages are for people and may change in any release: branch on the class, \`code\`, \`reason\` and \`outcome\`.
`;

function codeTable(): string {
  const rows = Object.entries(ERROR_STATUS).map(([code, status]) => {
    const { cause, next } = CODE_MEANINGS[code as KnownErrorCode];
    return `| \`${code}\` | ${status} | ${cause} | ${next} |`;
  });
  const head = ['| code | status | cause | next step |', '| --- | --- | --- | --- |'];
  const say =
    'The message is the service’s own. What the code alone does not tell is added in parentheses.';
  return ['## The service refused: ApiError', '', say, '', ...head, ...rows, ''].join('\n');
}

/** In a code span of Markdown: with more backquotes around than inside. */
function span(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The page of every message, in the order of the groups. */
export function renderErrorMessages(): string {
  const texts = new Map(MESSAGE_GROUPS.map((group) => [group, new Set<string>()]));
  for (const { file, text } of collectMessages()) texts.get(groupOf(file))?.add(text);
  const sections = [...texts].map(([{ title, carrier, cause, next }, messages]) => {
    const facts = [`- Carried by: ${carrier}`, `- Cause: ${cause}`, `- Next step: ${next}`];
    const rows = [...messages].map((text) => `| ${span(text.replaceAll('|', '\\|'))} |`);
    return [`## ${title}`, '', ...facts, '', '| message |', '| --- |', ...rows, ''].join('\n');
  });
  return [HEAD, codeTable(), ...sections].join('\n');
}
