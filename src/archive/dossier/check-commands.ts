import { PAYLOAD, PAYLOAD_MANIFEST, TAG_MANIFEST } from './bag.ts';
import type { NumberedSeal } from './declaration-facts.ts';

/**
 * Compares every file of the bag with its lists. A path has `%25` there for `%` (RFC 8493 §2.1.3).
 * Without `--strict` a line that is none is only warned of: its file is not compared, and the exit
 * status is 0.
 */
export const BAG_COMMANDS: readonly string[] = [
  `sha256sum -c --quiet --strict ${TAG_MANIFEST}`,
  `sed 's/%25/%/g' ${PAYLOAD_MANIFEST} | sha256sum -c --quiet --strict`,
];

/** The form of our own names. A manifest is not trusted, and any other name could be a command. */
const SEAL_PATH = /^seals\/\d+(?:~\d+)?\.[a-z]+$/;

/** Compares a seal with its line, and checks its signature and its time stamp. */
export function sealCommands({ number, line }: NumberedSeal): readonly string[] {
  const { head, signature, timestamp } = line;
  const paths = [head, signature, timestamp].flatMap((file) => file?.path ?? []);
  if (!paths.every((path) => SEAL_PATH.test(path))) return [];
  const [digits = '', signed, token] = [head, signature, timestamp].map(
    (file) => file && PAYLOAD + file.path,
  );
  return [
    `sed -n ${number - 1}p ${PAYLOAD}manifest.ndjson | tr -d '\\n' | sha256sum`,
    `cat ${digits}`,
    ...(signed === undefined
      ? []
      : [
          `openssl pkeyutl -verify -pubin -inkey PUBLIC-KEY.pem -rawin -in ${digits} -sigfile ${signed}`,
        ]),
    ...(token === undefined
      ? []
      : [
          `at=$(openssl ts -reply -in ${token} -text | sed -n 's/^Time stamp: //p')`,
          `openssl ts -verify -digest "$(cat ${digits})" -in ${token} -CAfile AUTHORITY.pem -attime $(date -d "$at" +%s)`,
        ]),
  ];
}
