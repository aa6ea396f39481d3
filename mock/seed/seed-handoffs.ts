import type { ShareCdrData } from '../../src/contract/endpoints/share-cdr.ts';
import { millisecondsOf } from '../ground/duration.ts';
import { collectCdr } from '../service/operations/collect-cdr.ts';
import { receiveShare } from '../service/operations/receive-share.ts';
import { shareCdr } from '../service/operations/share-cdr.ts';
import { type Action, callBy, instantBefore, wishing } from './scene.ts';
import type { Seed, SeedShare } from './seed.ts';

type CdrIdOf = (captureName: string) => string;

/** Returns an action for each collect. */
export function collectActions({ collects = [] }: Seed, begin: number, cdrIdOf: CdrIdOf): Action[] {
  return collects.map(({ capture, organization, age = 0 }, index) => {
    const path = `collects.${index}`;
    return {
      at: instantBefore(begin, millisecondsOf(age), `${path}.age`),
      path,
      run: (scene) => {
        const params = { cdrId: cdrIdOf(capture) };
        collectCdr(callBy(scene, organization, { params, body: undefined }));
      },
    };
  });
}

function actionsOfShare(share: SeedShare, path: string, begin: number, cdrIdOf: CdrIdOf): Action[] {
  const { capture, from, age = 0, expiresIn, token: wish, receivedBy = [] } = share;
  const at = instantBefore(begin, millisecondsOf(age), `${path}.age`);
  let token = '';
  const made: Action = {
    at,
    path,
    run: (scene) => {
      const params = { cdrId: cdrIdOf(capture) };
      const body = expiresIn === undefined ? {} : { expiresInMs: millisecondsOf(expiresIn) };
      const { data } = shareCdr(callBy(wishing(scene, { shr: wish }), from, { params, body }));
      ({ token } = data as ShareCdrData);
    },
  };
  const receives = receivedBy.map((each, index): Action => {
    const receive = typeof each === 'string' ? { organization: each } : each;
    const { organization, age: own, collect } = receive;
    const body = collect === undefined ? undefined : { collect };
    return {
      at: own === undefined ? at : begin - millisecondsOf(own),
      path: `${path}.receivedBy.${index}`,
      run: (scene) => void receiveShare(callBy(scene, organization, { params: { token }, body })),
    };
  });
  return [made, ...receives];
}

/** Returns an action for each share, followed by one for each of its receives. */
export function shareActions({ shares = [] }: Seed, begin: number, cdrIdOf: CdrIdOf): Action[] {
  return shares.flatMap((share, index) => actionsOfShare(share, `shares.${index}`, begin, cdrIdOf));
}
