import { isBuilt } from '../../scripts/built.ts';

/** Says so when tests of the built package would run on a build of other sources. */
export default function tellStaleBuild(): void {
  if (!isBuilt()) console.warn('dist is not of these sources: npm run build');
}
