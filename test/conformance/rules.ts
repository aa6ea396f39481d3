import type { Rule } from './rule.ts';
import { autoMetadataRules } from './rules/auto-metadata.ts';
import { collectRules } from './rules/collect.ts';
import { consentFactsRules } from './rules/consent-facts.ts';
import { criteriaBoundsRules } from './rules/criteria-bounds.ts';
import { criteriaShapeRules } from './rules/criteria-shape.ts';
import { deliveriesRules } from './rules/deliveries.ts';
import { envelopeRules } from './rules/envelope.ts';
import { errorCodesRules } from './rules/error-codes.ts';
import { eventRules } from './rules/event.ts';
import { evidenceImageRules } from './rules/evidence-image.ts';
import { judgedConsentRules } from './rules/judged-consent.ts';
import { judgedTextRules } from './rules/judged-text.ts';
import { keysRules } from './rules/keys.ts';
import { listMetadataRules } from './rules/list-metadata.ts';
import { listPagesRules } from './rules/list-pages.ts';
import { listsRules } from './rules/lists.ts';
import { readingOrdersRules } from './rules/reading-orders.ts';
import { readingsRules } from './rules/readings.ts';
import { receiveOrderRules } from './rules/receive-order.ts';
import { receiveRefusalsRules } from './rules/receive-refusals.ts';
import { receiveTransferRules } from './rules/receive-transfer.ts';
import { recordsRules } from './rules/records.ts';
import { redirectRules } from './rules/redirect.ts';
import { routingRules } from './rules/routing.ts';
import { sharingRules } from './rules/sharing.ts';

/** Every rule of the service that the fake keeps, in the order in which a request meets them. */
export const rules: readonly Rule[] = [
  ...routingRules,
  ...envelopeRules,
  ...keysRules,
  ...listsRules,
  ...listPagesRules,
  ...listMetadataRules,
  ...recordsRules,
  ...evidenceImageRules,
  ...consentFactsRules,
  ...autoMetadataRules,
  ...collectRules,
  ...sharingRules,
  ...redirectRules,
  ...receiveOrderRules,
  ...receiveTransferRules,
  ...receiveRefusalsRules,
  ...criteriaShapeRules,
  ...criteriaBoundsRules,
  ...judgedConsentRules,
  ...judgedTextRules,
  ...eventRules,
  ...deliveriesRules,
  ...readingsRules,
  ...readingOrdersRules,
  ...errorCodesRules,
];
