import { Ajv2020 } from 'ajv/dist/2020.js';
import { calibrationJsonSchema } from '../../../scripts/calibration-schema.ts';
import { reportSchema } from '../../../src/calibrate/report-schema.ts';
import { issuesOf } from '../../../src/contract/issue.ts';

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
});
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const isValid = ajv.compile(calibrationJsonSchema());

/**
 * Returns the faults that an independent validator and the package's own check find in a report.
 */
export function faults(report: unknown) {
  const stored: unknown = JSON.parse(JSON.stringify(report));
  isValid(stored);
  return { file: isValid.errors ?? [], own: issuesOf(reportSchema(), stored) };
}
