import { digestOf } from './digest.ts';
import type { ManifestLine, NewLine } from './manifest-line.ts';
import type { ManifestLog } from './manifest-log.ts';
import type { Appender } from './manifest-writer.ts';
import type { ManifestState } from './open-manifest.ts';
import type { PlacedLine } from './search/index-rows.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Chains lines to the last one, appends them, and moves the state behind them.
 *
 * @returns the lines, and where they are.
 */
export async function appendLines(
  log: ManifestLog,
  state: ManifestState,
  batch: readonly NewLine[],
): Promise<readonly PlacedLine[]> {
  const { lines: linesBefore } = state;
  const placed: PlacedLine[] = [];
  let { head } = state;
  let text = '';
  let length = 0;
  for (const each of batch) {
    const line = { ...each, previous: head } as ManifestLine;
    const json = JSON.stringify(line);
    const bytes = encode(json);
    head = digestOf(bytes);
    text += `${json}\n`;
    const begin = length;
    length += bytes.byteLength + 1;
    placed.push({ line, number: linesBefore + placed.length + 1, part: 0, begin, end: length });
  }
  const number = await log.append(encode(text), head, state);
  const isNew = number !== state.number;
  const begin = isNew ? 0 : state.end;
  Object.assign(state, {
    number,
    head,
    end: begin + length,
    lines: linesBefore + batch.length,
    ...(isNew && { linesBefore }),
    seal: undefined,
  });
  for (const { line } of placed) {
    if (line.kind === 'account') state.account = line.organizationName;
    if (line.kind === 'seal') Object.assign(state, { seals: state.seals + 1, seal: line });
  }
  return placed.map((each) => ({
    ...each,
    part: number,
    begin: begin + each.begin,
    end: begin + each.end,
  }));
}

/** Appends to the manifest of a dossier, which one process writes, and no index follows. */
export function plainAppender(log: ManifestLog, state: ManifestState): Appender {
  return {
    linesAtOnce: log.linesAtOnce,
    state,
    inTurn: (work) =>
      work(async (batch) => {
        await appendLines(log, state, batch);
        return batch.map(() => 'durable' as const);
      }),
  };
}
