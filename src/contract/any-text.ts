import * as z from 'zod/mini';
import { exactly, schemaOf } from './schema-of.ts';

/** Any text: one schema shared by all members that are plain strings. */
export const anyText = schemaOf(exactly<string>, () => z.string());
