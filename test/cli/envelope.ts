import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** The line that `--json` prints. */
export interface Envelope {
  readonly ok: boolean;
  readonly command: string;
  readonly version: string;
  readonly at: string;
  readonly data?: Record<string, unknown>;
  readonly error?: { readonly name: string; readonly message: string };
}

interface Shape {
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Schema {
  readonly allOf: readonly {
    readonly if: { readonly properties: { readonly command: { readonly const: string } } };
    readonly then: { readonly properties: { readonly data: Shape } };
  }[];
}

const schema = JSON.parse(
  readFileSync(new URL('../../dist/cli-output.schema.json', import.meta.url), 'utf8'),
) as Schema;

/** The members that `data` has by the shipped schema, by the command. */
export const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map(
  schema.allOf.map((each) => [
    each.if.properties.command.const,
    Object.keys(each.then.properties.data.properties),
  ]),
);

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
ajv.addFormat('date-time', true); // the pattern beside it says more
const validate = ajv.compile<Envelope>(schema);

/** Returns what an independent validator with the shipped schema has against a value. */
export function faultsOf(value: unknown): readonly ErrorObject[] {
  validate(value);
  return validate.errors ?? [];
}

/** Parses the only line that a command printed. Throws if it is not as the shipped schema has it. */
export function envelopeOf(printed: string): Envelope {
  const lines = printed.trimEnd().split('\n');
  if (lines.length !== 1) throw new Error(`expected one line, not ${lines.length}: ${printed}`);
  const told: unknown = JSON.parse(printed);
  if (validate(told)) return told;
  throw new Error(`${ajv.errorsText(validate.errors)}: ${printed}`);
}

/** Returns what a line says about success, and its `data` or its `error`. */
export function reportIn(printed: string): Record<string, unknown> {
  const { ok, data, error } = envelopeOf(printed);
  return { ok, ...data, ...(error !== undefined && { error }) };
}
