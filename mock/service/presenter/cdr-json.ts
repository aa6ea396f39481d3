import type { CdrAccess } from '../../../src/contract/cdr.ts';
import { jsonText } from '../../../src/texts/json-text.ts';
import type { DetailText } from '../../engine/detail-texts.ts';
import { isAscii } from '../../ground/is-ascii.ts';
import type { StoredCdr } from '../../world/entities.ts';
import { packageIdOf, presentDetail, type Viewer } from './present.ts';

/** ASCII text that JSON does not escape. */
const PLAIN = /^[ !#-[\]-~]*$/;

/**
 * Returns the access as the last members of the record, with the closing brace. The fake's download
 * URLs need no escaping, except for what their host or the record's id contains.
 */
function accessEnd(access: CdrAccess): DetailText {
  const { collected, downloadUrl } = access;
  if (collected && downloadUrl !== undefined && PLAIN.test(downloadUrl)) {
    return { json: `"collected":true,"downloadUrl":"${downloadUrl}"}`, isAscii: true };
  }
  const json = JSON.stringify(access).slice(1);
  return { json, isAscii: isAscii(json) };
}

/**
 * Returns the record as JSON, as this organization sees it (spec §2.3). Only the access to the
 * image, which depends on the time, is made again for each reply.
 */
export function cdrJson(viewer: Viewer, cdr: StoredCdr, access: CdrAccess): DetailText {
  const { engine, organization } = viewer;
  const holding = engine.world.holdings.get(cdr.cdrId, organization.organizationId);
  const packageId = packageIdOf(viewer, cdr);
  // Without its closing brace, because the access to the image follows.
  const detail = engine.detailTexts.of({ cdr, organization, holding, packageId }, () =>
    jsonText(presentDetail(viewer, cdr)).slice(0, -1),
  );
  const end = accessEnd(access);
  return { json: `${detail.json},${end.json}`, isAscii: detail.isAscii && end.isAscii };
}
