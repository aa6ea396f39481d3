// A hand-written type and its schema cannot diverge: every difference is an error.
import * as z from 'zod/mini';
import { exactly, schemaOf } from '../../src/contract/schema-of.ts';

interface Plain {
  id: string;
  size?: number;
}
const id = z.string();
const size = z.exactOptional(z.number());
schemaOf(exactly<Plain>, () => z.object({ id, size }));

// @ts-expect-error -- missing in the schema
schemaOf(exactly<Plain>, () => z.object({ size }));
// @ts-expect-error -- missing in the schema, and optional
schemaOf(exactly<Plain>, () => z.object({ id }));
// @ts-expect-error -- missing in the type
schemaOf(exactly<Plain>, () => z.object({ id, size, name: z.string() }));
// @ts-expect-error -- missing in the type, and optional
schemaOf(exactly<Plain>, () => z.object({ id, size, name: z.exactOptional(z.string()) }));
// @ts-expect-error -- optional in the type alone
schemaOf(exactly<Plain>, () => z.object({ id, size: z.number() }));
// @ts-expect-error -- optional in the schema alone
schemaOf(exactly<Plain>, () => z.object({ id: z.exactOptional(id), size }));
// @ts-expect-error -- may be there as undefined, which the type does not say
schemaOf(exactly<Plain>, () => z.object({ id, size: z.optional(z.number()) }));
// @ts-expect-error -- another type
schemaOf(exactly<Plain>, () => z.object({ id: z.number(), size }));
// @ts-expect-error -- a wider type
schemaOf(exactly<Plain>, () => z.object({ id: z.nullable(id), size }));
// @ts-expect-error -- a narrower type
schemaOf(exactly<Plain>, () => z.object({ id: z.literal('a'), size }));
// @ts-expect-error -- any value
schemaOf(exactly<Plain>, () => z.object({ id: z.any(), size }));

// The same at deeper levels: in a list, in a union, in an intersection.
schemaOf(exactly<{ list: Plain[] }>, () => z.object({ list: z.array(z.object({ id, size })) }));
// @ts-expect-error -- an optional member of an entry
schemaOf(exactly<{ list: Plain[] }>, () => z.object({ list: z.array(z.object({ id })) }));

type Choice = { on: true; at?: number } | { on: false; why?: string };
const on = z.object({ on: z.literal(true), at: z.exactOptional(z.number()) });
const off = z.object({ on: z.literal(false), why: z.exactOptional(z.string()) });
schemaOf(exactly<Choice>, () => z.discriminatedUnion('on', [on, off]));
schemaOf(exactly<Plain & { extra: null }>, () => z.object({ id, size, extra: z.null() }));
const onSwapped = z.object({ on: z.literal(true), why: z.exactOptional(z.string()) });
const offSwapped = z.object({ on: z.literal(false), at: z.exactOptional(z.number()) });
// @ts-expect-error -- each optional member in the other choice
schemaOf(exactly<Choice>, () => z.discriminatedUnion('on', [onSwapped, offSwapped]));
// @ts-expect-error -- a choice is missing
schemaOf(exactly<Choice>, () => on);

// For a schema, an open set of literals is any string.
schemaOf(exactly<{ code: 'A' | (string & {}) }>, () => z.object({ code: z.string() }));
// @ts-expect-error -- closed ones are not
schemaOf(exactly<{ code: 'A' }>, () => z.object({ code: z.string() }));

// `unknown` is not any other type.
schemaOf(exactly<{ raw?: unknown }>, () => z.object({ raw: z.optional(z.unknown()) }));
// @ts-expect-error -- known in the schema alone
schemaOf(exactly<{ raw?: unknown }>, () => z.object({ raw: z.exactOptional(z.string()) }));
