import { isBuilt } from '../../scripts/built.ts';

/** The variable that is set where `dist` is not of these sources. */
export const STALE_BUILD = 'TEST_STALE_BUILD';

/** Says so when the build is of other sources, on which no test of the built command line runs. */
export default function tellStaleBuild(): void {
  Reflect.deleteProperty(process.env, STALE_BUILD);
  if (isBuilt()) return;
  process.env[STALE_BUILD] = '1';
  console.warn('dist is not of these sources: npm run build');
}
