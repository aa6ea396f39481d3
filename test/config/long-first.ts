import { accessSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Small files whose tests take long: worlds, kills, outages, other programs. By size, which is all that
 * a clean checkout tells of a file, they would begin last, and the other workers would wait for them.
 */
const LONG = new Set(
  [
    ...['archive/failing-disk', 'archive/kill', 'archive/plain-tools', 'conformance/conformance'],
    ...['control/examples', 'control/languages', 'docs/compiled-code', 'docs/generated'],
    ...['examples/every-example', 'examples/programs', 'examples/queues', 'inbox/engines'],
    ...['inbox/outage', 'intake/fleet', 'intake/kill', 'intake/old-snapshot', 'package/hovers'],
    ...['package/tarball', 'simulate/examples', 'simulate/inbox', 'simulate/machines'],
    ...['simulate/planted', 'simulate/postgres', 'simulate/subjects', 'sql/pglite'],
    ...['webhooks/kill', 'webhooks/postgres-deaths'],
  ].map((name) => path.resolve('test', `${name}.test.ts`)),
);

for (const file of LONG) accessSync(file); // a renamed one would begin last again

const rank = ({ moduleId }: TestSpecification): number =>
  LONG.has(path.resolve(moduleId)) ? 0 : 1;

/** Begins the long files of each project first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const order = (file: TestSpecification): number =>
      2 * projects.indexOf(file.project.name) + rank(file);
    return sorted.sort((one, other) => order(one) - order(other));
  }
}
