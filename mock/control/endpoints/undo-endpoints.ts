import * as z from 'zod';
import { control } from '../control-endpoint.ts';
import { instant } from '../control-schemas.ts';

const LABEL_MAX_CHARS = 200;

const pointSchema = z.strictObject({
  undoId: z.string(),
  label: z.string(),
  now: instant.describe("The fake's time before the act."),
});

const label = z
  .string({ error: 'expected a string' })
  .min(1, 'expected at least 1 character')
  .max(LABEL_MAX_CHARS, `expected at most ${LABEL_MAX_CHARS} characters`);

const beginSchema = z.strictObject(
  { label: label.describe('What you are about to do.') },
  { error: 'expected { label }' },
);

const endSchema = z.strictObject(
  { label: label.optional().describe('What was done, if you can describe it better now.') },
  { error: 'expected { label? }' },
);

const undoSchema = z.strictObject(
  {
    anyway: z
      .boolean({ error: 'expected true or false' })
      .optional()
      .describe('Undo even if that also undoes later changes; default: false.'),
  },
  { error: 'expected { anyway? }' },
);

/** Undo: the state before each of the latest acts is kept. */
export const undoEndpoints = {
  beginAct: control({
    method: 'POST',
    path: '/undo',
    summary: 'Save the state before an act, so that it can be undone; the last 20 are kept',
    query: null,
    body: beginSchema,
    reply: pointSchema,
    act: ({ mock, engine, undos, body }) => undos.begin(mock, engine, body.label),
  }),
  listActs: control({
    method: 'GET',
    path: '/undo',
    summary: 'The acts that can be undone, oldest first',
    query: null,
    body: null,
    reply: z.strictObject({ acts: z.array(pointSchema) }),
    act: ({ undos }) => ({ acts: undos.list() }),
  }),
  endAct: control({
    method: 'POST',
    path: '/undo/:undoId/done',
    summary:
      'Mark an act as done: later changes do not belong to it. An act that changed nothing is dropped',
    query: null,
    body: endSchema,
    reply: z.strictObject({ kept: z.boolean() }),
    act: ({ mock, engine, undos, feed, params, body }) => {
      const kept = undos.done(mock, engine, params['undoId'] ?? '', body.label);
      if (kept) feed.touch();
      return { kept };
    },
  }),
  readUndo: control({
    method: 'GET',
    path: '/undo/:undoId',
    summary: 'What undoing an act would change',
    query: null,
    body: null,
    reply: z.strictObject({
      changes: z.array(z.string()).describe('In words, at most 20.'),
      total: z.number().describe('The total number of changes.'),
      requestsSince: z.number().describe('Requests that came in after the act.'),
      changesSince: z.number().describe('Records, organizations, keys and faults changed since.'),
    }),
    act: ({ mock, undos, params }) => {
      const { changes, ...effect } = undos.effect(mock, params['undoId'] ?? '');
      return { ...effect, changes: [...changes] };
    },
  }),
  undoAct: control({
    method: 'POST',
    path: '/undo/:undoId/restore',
    summary:
      'Restore the state before the act, including the time; refused with CHANGED_SINCE if something changed since',
    query: null,
    body: undoSchema,
    reply: z.strictObject({ undone: z.string(), now: instant }),
    act: ({ mock, engine, undos, params, body }) => {
      const { label } = undos.undo(mock, params['undoId'] ?? '', body.anyway === true);
      return { undone: label, now: engine.clock.now() };
    },
  }),
};
