import type { Rule } from '../rule.ts';

export const envelopeRules: readonly Rule[] = [
  {
    section: '1',
    rule: 'A body of null is as good as none.',
    proof: { file: 'receive-body', title: '4.6: the body "null" receives' },
    mutation: {
      file: 'mock/http/read-body.ts',
      find: 'if (body === null) return undefined;',
      replace:
        "if (body === null) throw invalidBody('the body is an object', 'null is no object');",
    },
  },
  {
    section: '1',
    rule: 'A body that is a list is 400.',
    proof: { file: 'receive-body', title: '4.6: the body "[]" is no JSON object: 400' },
    mutation: {
      file: 'mock/http/read-body.ts',
      find: ' && !Array.isArray(body)',
      replace: '',
    },
  },
  {
    section: '1',
    rule: 'A body that is not JSON is 400 on receive and share.',
    proof: { file: 'share', title: '4.5: the body { not json is no object: 400 INVALID_ARGUMENT' },
    mutation: {
      file: 'mock/http/read-body.ts',
      find: "throw invalidBody('the body is JSON', 'the body is not JSON; send an object, or nothing');",
      replace: 'return undefined;',
    },
  },
  {
    section: '1',
    rule: 'A body over the bound is 400.',
    proof: {
      file: 'receive-body',
      title: '4.6: a body over the bound is 400 and receives nothing',
    },
    mutation: {
      file: 'mock/http/read-body.ts',
      find: "throw invalidBody('the body is within bounds', `the body is longer than ${maxBytes} bytes`);",
      replace: 'return undefined;',
    },
  },
  {
    section: '2.1',
    rule: 'A success has its requestId at the top and nowhere else.',
    proof: {
      file: 'routing',
      title: '2.1: requestId stands at the top of a success and nowhere else',
    },
    mutation: {
      file: 'mock/http/write-reply.ts',
      find: '"data":${JsonText.of(data)},"requestId":"${requestId}"}',
      replace: '"data":${JsonText.of({ ...data, requestId })}}',
    },
  },
  {
    section: '2.1',
    rule: 'A failure has its requestId inside error and nowhere else.',
    proof: {
      file: 'routing',
      title: '2.1: requestId stands inside error of a failure and nowhere else',
    },
    mutation: {
      file: 'mock/http/write-reply.ts',
      find: '{ ok: false, error };',
      replace: '{ ok: false, error, requestId } as never;',
    },
  },
  {
    section: '2.1',
    rule: 'Every response has a requestId of its own.',
    proof: { file: 'envelope', title: '2.1: every answer has a requestId of its own' },
    mutation: {
      file: 'mock/journal.ts',
      find: "`req_${engine.world.sequence.toString(36)}_${engine.ids.next('r').slice(2, 12)}`",
      replace: '`req_${(1).toString(36)}_same`',
    },
  },
  {
    section: '2.1',
    rule: 'The redirect has neither an envelope nor a requestId.',
    proof: { file: 'routing', title: '2.1: the redirect has neither an envelope nor a requestId' },
    mutation: {
      file: 'mock/operations/open-share.ts',
      find: 'body: null',
      replace: "body: '{}'",
    },
  },
  {
    section: '2.1',
    rule: 'ok tells success; a status of 2xx does not.',
    proof: { file: 'error-codes', title: '2.1: ok tells success, the status does not' },
    mutation: {
      file: 'mock/http/write-reply.ts',
      find: '{ ok: false, error };',
      replace: '{ ok: (status < 300) as false, error };',
    },
  },
  {
    section: '2.1',
    rule: 'details stand on rejected criteria and failed acceptance alone.',
    proof: {
      file: 'error-codes',
      title: '2.1: details stand on rejected criteria and failed acceptance, and on nothing else',
    },
    mutation: {
      file: 'mock/failure.ts',
      find: 'this.details = options.details;',
      replace: 'this.details = options.details ?? options.values;',
    },
  },
  {
    section: '3',
    rule: 'Every decision of a request is of one instant.',
    proof: {
      file: 'time',
      title: 'every decision of one request is of one instant: that at which its body was there',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "{ cause: 'receive', at: now, requestId }",
      replace: "{ cause: 'receive', at: now + 1, requestId }",
    },
  },
  {
    section: '4.8',
    rule: 'GET /v1/packages/<package_id> is announced and not there: 404.',
    proof: { file: 'routing', title: '4.8: GET /v1/packages/pkg_1 is not available yet' },
    mutation: {
      file: 'mock/http/route.ts',
      find: "const message = 'no such path; every path begins with /v1/, see the list of endpoints';",
      replace:
        "if (path.includes('package')) {\n    const announced = { check: 'the path is announced', section: '4.8' };\n    throw new ServiceFailure('FAILED_PRECONDITION', 'not available yet', announced);\n  }\n  const message = 'no such path; every path begins with /v1/, see the list of endpoints';",
    },
  },
  {
    section: '4.8',
    rule: 'POST /v1/packages/<package_id>/share is announced and not there: 404.',
    proof: { file: 'routing', title: '4.8: POST /v1/packages/pkg_1/share is not available yet' },
    mutation: {
      file: 'mock/http/route.ts',
      find: "const message = 'no such path; every path begins with /v1/, see the list of endpoints';",
      replace:
        "if (path.includes('package')) {\n    const announced = { check: 'the path is announced', section: '4.8' };\n    throw new ServiceFailure('FAILED_PRECONDITION', 'not available yet', announced);\n  }\n  const message = 'no such path; every path begins with /v1/, see the list of endpoints';",
    },
  },
  {
    section: '4.8',
    rule: 'POST /v1/package-shares/<token> is announced and not there: 404.',
    proof: { file: 'routing', title: '4.8: POST /v1/package-shares/tok_1 is not available yet' },
    mutation: {
      file: 'mock/http/route.ts',
      find: "const message = 'no such path; every path begins with /v1/, see the list of endpoints';",
      replace:
        "if (path.includes('package')) {\n    const announced = { check: 'the path is announced', section: '4.8' };\n    throw new ServiceFailure('FAILED_PRECONDITION', 'not available yet', announced);\n  }\n  const message = 'no such path; every path begins with /v1/, see the list of endpoints';",
    },
  },
  {
    section: '9',
    rule: 'Every path is under /v1/.',
    proof: {
      file: 'routing',
      title: '5.7: the unknown path /v2/domains is 404 before any key is looked at',
    },
    mutation: {
      file: 'src/contract/path.ts',
      find: 'if (segment !== part) return undefined;',
      replace: 'if (segment !== part && index !== 1) return undefined;',
    },
  },
  {
    section: '9',
    rule: 'The older receive path is still supported.',
    proof: { file: 'receive', title: '4.6: the claim path is the same in every respect' },
    mutation: {
      file: 'src/contract/endpoints.ts',
      find: "aliases: ['/v1/shares/:token/claim'],",
      replace: 'aliases: [],',
    },
  },
];
