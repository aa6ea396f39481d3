import * as z from 'zod/mini';
import { exactly, schemaOf } from './schema-of.ts';

/** Any text: one schema for all members that are no more than that. */
export const anyText = schemaOf(exactly<string>, () => z.string());
