import { wrappedText } from '../../help-layout.ts';
import { act } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { allCodes, type Explained, explained } from './explain.ts';

function textOf(found: Explained): string {
  const { code, kind, status, cause, next, pays, lead, sellerMessage, docs } = found;
  return [
    `${code}: ${kind}${status === undefined ? '' : ` (${status})`}`,
    `cause   ${cause}`,
    `next    ${next}`,
    ...(pays === undefined ? [] : [`pays    ${pays}`]),
    ...(lead === undefined ? [] : [`lead    ${lead}`]),
    ...(sellerMessage === undefined ? [] : [`seller  ${sellerMessage}`]),
    `docs    consent-evidence docs ${docs.replace('/#', '#')}`,
  ].join('\n');
}

function listOf(all: readonly Explained[]): string {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const codesOf = (wanted: string): string[] =>
    all
      .filter(({ kind }) => kind === wanted)
      .map(({ code, cause }) => `  ${code}\n${wrappedText(cause, 6)}`);
  return kinds.map((kind) => [`${kind}:`, ...codesOf(kind)].join('\n')).join('\n\n');
}

/** Explains one code, or lists them all. */
export async function runExplain(code: string | undefined, json: true | undefined): Promise<void> {
  await act('explain', json, async (): Promise<Finding> => {
    if (code === undefined) {
      const codes = allCodes();
      return { ok: true, data: { codes }, text: listOf(codes) };
    }
    const found = explained(code);
    return { ok: true, data: found, text: textOf(found) };
  });
}
