import type { Json } from './json-schemas.ts';

function header(name: string, required: boolean, description: string): Json {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

/** The tag of what the service sends. */
export const webhookTag = {
  name: 'webhooks',
  description: 'What the service sends to your server.',
};

/** The only event, as `webhooks` of an OpenAPI 3.1 document (spec §6). */
export const webhooks: Json = {
  'cdr.completed': {
    post: {
      operationId: 'cdrCompleted',
      tags: [webhookTag.name],
      summary: 'A record is fully processed and its image is ready',
      description:
        'Sent to the URL that is configured in the dashboard. Up to 5 attempts of 20 seconds each; respond first and work later. Verify the signature over the raw body, and de-duplicate by `webhookId` (spec §6).',
      parameters: [
        header(
          'X-SVC-Webhook-Id',
          true,
          'The id of the delivery; use the one in the body (spec §6.2).',
        ),
        header(
          'X-SVC-Timestamp',
          false,
          'Unix seconds of the signature; present if a signing secret is set (spec §6.2).',
        ),
        header(
          'X-SVC-Signature',
          false,
          '`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` with the signing secret; present if one is set (spec §6.2).',
        ),
      ],
      // No API key: the signature says who sends it.
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/CdrCompletedEvent' } },
        },
      },
      responses: {
        '2XX': { description: 'Delivered: the event is not sent again (spec §6.3).' },
        default: { description: 'Not delivered: the event is sent again later (spec §6.3).' },
      },
    },
  },
};
