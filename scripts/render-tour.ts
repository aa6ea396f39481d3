import { readFileSync } from 'node:fs';

/** A piece of the source: from the line that begins so to the first line that is `last`. */
interface Piece {
  readonly says: string;
  readonly file: string;
  readonly first: string;
  readonly last: string;
}

const PIECES: readonly Piece[] = [
  {
    says: '**The row.** One constant for each endpoint. The client sends from it, the fake serves from it, and the OpenAPI document and the retry table are generated from it.',
    file: 'src/contract/endpoints/collect-cdr.ts',
    first: '/** `data` of `POST',
    last: '});',
  },
  {
    says: '**The method.** A resource checks its inputs and hands the call to `send`. It never holds the client.',
    file: 'src/resources/cdrs.ts',
    first: '  collect(cdrId',
    last: '  }',
  },
  {
    says: '**The call.** The row and the inputs become one outgoing call, which lists the secrets that no error can show.',
    file: 'src/transport/endpoint-call.ts',
    first: '/** Builds the call of an endpoint',
    last: '}',
  },
  {
    says: '**Sending.** A call repeats its attempts until one succeeds, or until the retry rule of the row says to give up.',
    file: 'src/transport/call.ts',
    first: '  /** Repeats the attempt until',
    last: '  }',
  },
  {
    says: '**One attempt.** This is where ky is used.',
    file: 'src/transport/attempt.ts',
    first: '/**\n * Makes exactly one attempt',
    last: '}',
  },
  {
    says: '**The fake, from outside.** Every way in ends here: MSW, `fetch`, the HTTP server.',
    file: 'mock/api/dispatch.ts',
    first: '/**\n * Answers one request.',
    last: '}',
  },
  {
    says: '**The operation.** One file for each endpoint, named after it. It reads the row’s types, and the stored world is one value.',
    file: 'mock/service/operations/collect-cdr.ts',
    first: '/** `POST /v1/cdrs',
    last: '}',
  },
  {
    says: '**A rule** is a pure function of the world and the instant.',
    file: 'mock/service/rules/access.ts',
    first: 'export function chargeOnce(',
    last: '}',
  },
  {
    says: '**The test** speaks HTTP and has the section of the specification in its title. It runs at each way into the fake.',
    file: 'test/service/collect-cdr.test.ts',
    first: "  it('4.4: repeating is safe",
    last: '  });',
  },
];

function codeOf({ file, first, last }: Piece): string {
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(first);
  const to = text.indexOf(`\n${last}\n`, from);
  if (from === -1 || to === -1) throw new Error(`${file} no longer has the piece ${first}`);
  const lines = text.slice(from, to + last.length + 1).split('\n');
  const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  return lines.map((line) => line.slice(indent)).join('\n');
}

/** Returns one endpoint's way through the package, as the source has it now. */
export function renderTour(): string {
  const parts = PIECES.map(
    (piece) =>
      `${piece.says} [\`${piece.file}\`](../${piece.file})\n\n\`\`\`ts\n${codeOf(piece)}\n\`\`\``,
  );
  return `# The package in 300 lines

Collecting a record (spec §4.4), from the row of its endpoint to its test. Every endpoint takes this path, through files of the same names. \`npm run generate\` quotes the code from the files that run.

${parts.join('\n\n')}
`;
}
