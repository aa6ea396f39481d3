/** A frame of a sampling profile, as V8 names it. */
export interface Frame {
  readonly functionName: string;
  readonly url: string;
}

/** Work of the process for which V8 has no frame with a file. */
const NATIVE: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'outside JavaScript: the event loop, reading from sockets',
  writev: 'writing to the socket',
  writeBuffer: 'writing to the socket',
  writeUtf8String: 'writing to the socket',
  writeLatin1String: 'writing to the socket',
  writeAsciiString: 'writing to the socket',
};

/** Frames that are waiting, not work. */
const IDLE = new Set(['(idle)', '(root)']);

/** Patterns for file URLs; the first that matches names the part that a file belongs to. */
const FILES: readonly (readonly [RegExp, string])[] = [
  [/\/node_modules\/ky\//, 'ky'],
  [/\/node_modules\/zod\/|\/src\/contract\//, 'checking the shape (zod and the contract)'],
  [/\/node_modules\/sorted-btree\//, "the fake's tables"],
  [/\/src\/transport\//, "the client's transport: attempts, timer, key, reading the body"],
  [/\/src\/webhooks\//, 'signing'],
  [/\/src\//, "the client's resources and options"],
  [/\/mock\/journal/, 'the journal'],
  [/\/mock\/(?:node|node-)[^/]*\.ts$/, "the server's door: reading the request, writing the reply"],
  [/\/mock\/http\//, 'routing, key, headers'],
  [/\/mock\/operations\//, 'presenting the record'],
  [/\/mock\//, 'the rest of the fake'],
  [/^node:internal\/deps\/undici/, "Node's fetch"],
  [/^node:_?http|^node:internal\/http/, "Node's HTTP server"],
  [/^node:/, "Node's streams, timers and promises"],
];

/**
 * Returns the part that a frame's own time belongs to: `idle` if it is waiting, `undefined` if it
 * depends on the caller.
 */
export function partOf({ functionName, url }: Frame): string | undefined {
  if (IDLE.has(functionName)) return 'idle';
  if (url === '') return NATIVE[functionName];
  return FILES.find(([pattern]) => pattern.test(url))?.[1];
}
