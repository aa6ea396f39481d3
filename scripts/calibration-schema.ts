import * as z from 'zod';
import { reportSchema } from '../src/calibrate/report-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** The member that each `verdict` requires, which the type only states in its docstrings. */
const VERDICTS = [
  ['differs', 'saw'],
  ['not measured', 'why'],
] as const;

const onlyWith = (verdict: string, member: string): Json => ({
  if: { properties: { verdict: { const: verdict } } },
  then: { required: [member] },
  else: { properties: { [member]: false } },
});

const onlyAtTier = (tiers: readonly number[], member: string): Json => ({
  if: { properties: { tier: { enum: tiers } } },
  then: { required: [member] },
  else: { properties: { [member]: false } },
});

function verdictRules(properties: Json): Json[] {
  const values = 'value' in properties ? [onlyWith('as documented', 'value')] : [];
  return [...values, ...VERDICTS.map(([verdict, member]) => onlyWith(verdict, member))];
}

/** The JSON Schema (draft 2020-12) of a calibration's report. */
export function calibrationJsonSchema(): Json {
  const schema = z.toJSONSchema(reportSchema(), {
    override({ jsonSchema }) {
      const { properties = {} } = jsonSchema;
      if ('verdict' in properties) Object.assign(jsonSchema, { allOf: verdictRules(properties) });
    },
  });
  const { $schema, ...rest } = schema;
  return {
    $schema,
    title: 'Report of a calibration',
    description: 'What `calibrate` of the package `consent-evidence` found, as plain JSON.',
    ...rest,
    allOf: [onlyAtTier([1, 2, 3, 4], 'inventory'), onlyAtTier([4], 'charges')],
  };
}
