import * as z from 'zod/mini';
import { anyText } from './any-text.ts';
import { exactly, schemaOf } from './schema-of.ts';

/** How a disclosure was agreed to (spec §2.3). Mechanisms not yet documented are accepted. */
export type ConsentMechanism = 'checkbox' | 'button_submission' | 'none_detected' | (string & {});

/** One disclosure that the service read from the page (spec §2.3). */
export interface DetectedDisclosure {
  /** The value of the disclosure tag attribute, or a generated one. */
  key: string;
  /** The language as shown, with white space collapsed, cut at 5,000 characters. */
  text: string;
  /** Whether a readable consent checkbox was bound to it. */
  checkboxDetected: boolean;
  /** Whether every readable bound checkbox was checked. Present only if `checkboxDetected` is `true`. */
  checkboxAffirmed?: boolean;
  /** The first bound checkbox element. */
  checkboxNodeId?: string;
  /** Prefer this to the booleans. Absent only on records derived before the field existed. */
  consentMechanism?: ConsentMechanism;
}

/**
 * The consent facts that the service derived at the moment of submission (spec §2.3). The object
 * is absent if no submission was detected, which is the weakest evidence. The types of
 * `submitNodeId`, `derivedAt` and `deriverVersion` are not documented.
 */
export interface DetectedDisclosureDetails {
  /** Always `true`. Test for the object's presence instead. */
  userSubmitted: boolean;
  /** The control that was pressed. */
  submitNodeId?: unknown;
  /** When the facts were derived. */
  derivedAt?: unknown;
  /** The version of the service's deriver. */
  deriverVersion?: unknown;
  /** At most 50. */
  disclosures: DetectedDisclosure[];
}

/**
 * What the capturing integration declared (spec §2.3): a claim of the integration, not an attestation
 * by the service. Acceptance criteria never read it.
 */
export interface DeclaredDisclosure {
  /** The integration's name for it. */
  key: string;
  /** At most 5,000 characters, markup stripped, white space normalized. */
  language: string;
  /** Whether the integration says that the person agreed. */
  agreed: boolean;
}

/** One derived disclosure (spec §2.3). */
export const detectedDisclosureSchema = schemaOf(exactly<DetectedDisclosure>, () =>
  z.object({
    key: anyText(),
    text: anyText(),
    checkboxDetected: z.boolean(),
    checkboxAffirmed: z.exactOptional(z.boolean()),
    checkboxNodeId: z.exactOptional(anyText()),
    // Any text: a mechanism that is not yet documented must not make a record unreadable.
    consentMechanism: z.exactOptional(anyText()),
  }),
);

/** The derived facts (spec §2.3). */
export const detectedDisclosureDetailsSchema = schemaOf(exactly<DetectedDisclosureDetails>, () =>
  z.object({
    userSubmitted: z.boolean(),
    submitNodeId: z.optional(z.unknown()),
    derivedAt: z.optional(z.unknown()),
    deriverVersion: z.optional(z.unknown()),
    disclosures: z.array(detectedDisclosureSchema()),
  }),
);

/** An entry of the declared `disclosures`, in the record and in the webhook (spec §2.3, §6.1). */
export const declaredDisclosureSchema = schemaOf(exactly<DeclaredDisclosure>, () =>
  z.object({
    key: anyText(),
    language: anyText(),
    agreed: z.boolean(),
  }),
);
