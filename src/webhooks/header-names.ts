/** What a delivery carries beside its body (spec §6.2), in lower case. */
export const WEBHOOK_HEADERS = {
  id: 'x-svc-webhook-id',
  timestamp: 'x-svc-timestamp',
  signature: 'x-svc-signature',
} as const;
