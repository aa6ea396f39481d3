import type { Rule } from '../rule.ts';

export const routingRules: readonly Rule[] = [
  {
    section: '5.7',
    rule: 'An unknown path is 404 before any key is looked at.',
    proof: {
      file: 'routing',
      title: '5.7: the unknown path /v1/nothing is 404 before any key is looked at',
    },
    mutation: {
      file: 'mock/http/dispatch.ts',
      find: 'const route = routeOf(request.method, request.path);',
      replace:
        "authenticate(engine, request.header('x-api-key'), trail.at);\n  const route = routeOf(request.method, request.path);",
    },
  },
  {
    section: '5.7',
    rule: 'A wrong method is 405 before any key is looked at.',
    proof: {
      file: 'routing',
      title: '5.7: a wrong method on /v1/domains is 405 before any key, with Allow: GET',
    },
    mutation: {
      file: 'mock/http/dispatch.ts',
      find: 'const route = routeOf(request.method, request.path);',
      replace:
        "authenticate(engine, request.header('x-api-key'), trail.at);\n  const route = routeOf(request.method, request.path);",
    },
  },
  {
    section: '1',
    rule: 'A path that no endpoint has is 404 NOT_FOUND.',
    proof: {
      file: 'routing',
      title: '5.7: the unknown path /v1/domains/example.com is 404 before any key is looked at',
    },
    mutation: {
      file: 'mock/http/route.ts',
      find: "throw new ServiceFailure('NOT_FOUND', message, { check: 'the path is known', section: '1' });",
      replace:
        "throw new ServiceFailure('INVALID_ARGUMENT', message, { check: 'the path is known', section: '1' });",
    },
  },
  {
    section: '1',
    rule: 'A 405 lists in Allow every method that the path accepts.',
    proof: {
      file: 'routing',
      title: '5.7: a wrong method on /v1/shares/shr_1 is 405 before any key, with Allow: GET, POST',
    },
    mutation: {
      file: 'mock/http/route.ts',
      find: "const allow = [...methods.keys()].sort().join(', ');",
      replace: "const allow = [...methods.keys()].sort().slice(0, 1).join(', ');",
    },
  },
  {
    section: '1',
    rule: 'The claim path accepts POST alone.',
    proof: { file: 'routing', title: '1: GET on the claim path is 405, for it accepts POST alone' },
    mutation: {
      file: 'mock/http/route.ts',
      find: 'const name = methods.get(method);',
      replace: "const name = methods.get(method) ?? methods.get('POST');",
    },
  },
  {
    section: '1',
    rule: 'HEAD is a wrong method like any other.',
    proof: {
      file: 'routing',
      title: '1: HEAD is a wrong method as any other, without CORS headers',
    },
    mutation: {
      file: 'mock/http/route.ts',
      find: 'const name = methods.get(method);',
      replace: "const name = methods.get(method === 'HEAD' ? 'GET' : method);",
    },
  },
  {
    section: '1',
    rule: 'OPTIONS is a wrong method like any other.',
    proof: {
      file: 'routing',
      title: '1: OPTIONS is a wrong method as any other, without CORS headers',
    },
    mutation: {
      file: 'mock/http/route.ts',
      find: 'const name = methods.get(method);',
      replace: "const name = methods.get(method === 'OPTIONS' ? 'GET' : method);",
    },
  },
  {
    section: '1',
    rule: 'No response has a CORS header.',
    proof: { file: 'routing', title: '1: a CORS request is answered without CORS headers' },
    mutation: {
      file: 'mock/http/write-reply.ts',
      find: "'cache-control': 'no-store', date:",
      replace: "'cache-control': 'no-store', 'access-control-allow-origin': '*', date:",
    },
  },
  {
    section: '1',
    rule: 'Every response carries Cache-Control: no-store.',
    proof: { file: 'routing', title: '1: every kind of answer carries Cache-Control: no-store' },
    mutation: {
      file: 'mock/http/write-reply.ts',
      find: "'cache-control': 'no-store', date:",
      replace: 'date:',
    },
  },
  {
    section: '1',
    rule: 'All trailing slashes of a path are ignored, not one.',
    proof: {
      file: 'routing',
      title: '1: trailing slashes are ignored, all of them: /v1/domains//',
    },
    mutation: {
      file: 'src/contract/path.ts',
      find: "pathname.replace(/\\/+$/, '')",
      replace: "pathname.replace(/\\/$/, '')",
    },
  },
  {
    section: '1',
    rule: 'An empty inner segment is no parameter and makes an unknown path.',
    proof: {
      file: 'routing',
      title: '1: the empty inner segment of /v1/cdrs//collect makes an unknown path',
    },
    mutation: {
      file: 'src/contract/path.ts',
      find: "value === '' || ",
      replace: '',
    },
  },
  {
    section: '1',
    rule: 'A parameter is one segment: a value that holds a slash does not match, not even encoded.',
    proof: {
      file: 'routing',
      title: '1: a parameter that holds a slash does not match, encoded or not: /v1/cdrs/a%2Fb',
    },
    mutation: {
      file: 'src/contract/path.ts',
      find: " || value.includes('/')",
      replace: '',
    },
  },
  {
    section: '1',
    rule: 'Malformed percent coding is an unknown path, not a crash.',
    proof: {
      file: 'routing',
      title:
        '1: malformed percent coding is 404 and no crash, with a key and without: /v1/cdrs/%ZZ',
    },
    mutation: {
      file: 'src/contract/path.ts',
      find: 'return undefined; // malformed percent coding matches nothing',
      replace: 'return segment;',
    },
  },
  {
    section: '1',
    rule: 'A parameter is percent-decoded exactly once.',
    proof: { file: 'routing', title: '1: a parameter is decoded once' },
    mutation: {
      file: 'src/contract/path.ts',
      find: 'return decodeURIComponent(segment);',
      replace: 'return decodeURIComponent(decodeURIComponent(segment));',
    },
  },
  {
    section: '1',
    rule: 'Paths are case-sensitive.',
    proof: { file: 'routing', title: '1: paths are case-sensitive: /V1/domains is unknown' },
    mutation: {
      file: 'src/contract/path.ts',
      find: 'if (segment !== part) return undefined;',
      replace: 'if (segment.toLowerCase() !== part) return undefined;',
    },
  },
  {
    section: '1',
    rule: 'A body needs no content type to be read as JSON.',
    proof: {
      file: 'share',
      title: '1: a body needs no content type and is JSON whatever that says',
    },
    mutation: {
      file: 'mock/http/read-body.ts',
      find: "if (text.trim() === '') return undefined;",
      replace:
        "if (text.trim() === '' || !request.header('content-type')?.includes('json')) return undefined;",
    },
  },
  {
    section: '1',
    rule: 'Every POST body is optional.',
    proof: { file: 'receive-body', title: '4.6: the body "" receives' },
    mutation: {
      file: 'mock/http/read-body.ts',
      find: "if (text.trim() === '') return undefined;",
      replace: '',
    },
  },
];
