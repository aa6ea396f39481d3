import type { Ask } from '../../../src/calibrate/ask.ts';
import { Asker, type AskerOptions, type CalibrationRequest } from '../../../src/calibrate/asker.ts';
import type { Outgoing } from '../../../src/transport/outgoing.ts';
import type { RawReply } from '../../../src/transport/raw-call.ts';
import { PHRASE, type Reply } from './crafted-run.ts';

const rawOf = ({ status = 200, body, headers = {} }: Reply): RawReply => {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return { status, text, bytes: text.length, headers: new Map(Object.entries(headers)) };
};

/** Makes an asker whose wires give these replies, one after the other, the last one again. */
export function askerOf(replies: readonly (Reply | Error)[], options: Partial<AskerOptions> = {}) {
  const calls: (Outgoing<RawReply> & { readonly by: string })[] = [];
  const observed: Ask[] = [];
  const announced: CalibrationRequest[] = [];
  const wire = (by: string) => ({
    send: async (call: Outgoing<RawReply>) => {
      const reply = replies[Math.min(calls.length, replies.length - 1)] ?? {};
      calls.push({ ...call, by });
      if (reply instanceof Error) throw reply;
      return { data: rawOf(reply) };
    },
    clock: undefined,
    baseUrl: () => ({ origin: 'https://api.example.com', prefix: '' }),
  });
  const asker = new Asker({
    wires: { sender: wire('sender'), receiver: wire('receiver') } as never,
    facts: {
      ...{ tier: 3, phrase: PHRASE, tokens: new Set(['tok_1']), openable: new Set() },
      ...{ shareable: new Set(['cdr_1']), receives: { isProbed: true, isOver: false } },
    },
    signal: undefined,
    onRequest: (request) => void announced.push(request),
    observe: (ask) => void observed.push(ask),
    ...options,
  });
  return { asker, calls, observed, announced };
}
