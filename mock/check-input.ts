import * as z from 'zod';
import { issuesOf } from '../src/contract/issue.ts';
import { InvalidInputError } from '../src/errors/invalid-input-error.ts';
import { nearestName } from './nearest-name.ts';

/** The schemas that a value at one place may have, with every wrapper taken off. */
function variants(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return variants(schema.unwrap());
  }
  return schema instanceof z.ZodUnion ? schema.options.flatMap(variants) : [schema];
}

function step(schema: z.core.$ZodType, segment: string): z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Readonly<Record<string, z.core.$ZodType>>;
    const member = Object.hasOwn(shape, segment) ? shape[segment] : undefined;
    return member === undefined ? [] : variants(member);
  }
  return schema instanceof z.ZodArray ? variants(schema.element) : [];
}

/** The names that an object at `path` may have. */
function namesAt(schema: z.ZodType, path: readonly string[]): string[] {
  const here = path.reduce<z.core.$ZodType[]>(
    (schemas, segment) => schemas.flatMap((each) => step(each, segment)),
    variants(schema),
  );
  return here.flatMap((each) => (each instanceof z.ZodObject ? Object.keys(each.shape) : []));
}

/**
 * Refuses what does not fit, with the path of each fault, what was expected, and for a misspelt
 * field the name that was probably meant.
 */
export function checkInput(schema: z.ZodType, value: unknown): void {
  const issues = issuesOf(schema, value).map((issue) => {
    if (!issue.message.endsWith('is not a field here')) return issue;
    const path = issue.path.split('.');
    const near = nearestName(path.at(-1) ?? '', namesAt(schema, path.slice(0, -1)));
    return near ? { ...issue, message: `${issue.message}; did you mean "${near}"?` } : issue;
  });
  if (issues.length > 0) throw new InvalidInputError(issues);
}
