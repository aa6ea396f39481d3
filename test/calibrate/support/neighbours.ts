import { type Ask, MADE_UP_KEYS } from '../../../src/calibrate/ask.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Returns a body with one member taken away, renamed, added or of another type, at every place. */
function bodiesNear(body: unknown, at = ''): (readonly [string, unknown])[] {
  if (typeof body !== 'object' || body === null) {
    const others = [null, true, 0, 'x', [], {}].filter((each) => typeof each !== typeof body);
    return others.map((each) => [`member ${at} is ${JSON.stringify(each)}`, each] as const);
  }
  if (Array.isArray(body)) {
    const items: readonly unknown[] = body;
    const within = items.flatMap((item, index) =>
      bodiesNear(item, `${at}.${index}`).map(
        ([name, near]) => [name, items.with(index, near)] as const,
      ),
    );
    return [[`member ${at} is empty`, []], [`member ${at} has more`, [...items, 'x']], ...within];
  }
  const members = body as Readonly<Record<string, unknown>>;
  const more = [[`member ${at}.extra`, { ...members, extra: true }]] as const;
  const within = Object.entries(members).flatMap(([name, value]) => {
    const { [name]: _, ...rest } = members;
    const place = `${at}.${name}`;
    return [
      [`member ${place} away`, rest] as const,
      [`member ${place} renamed`, { ...rest, [`${name}s`]: value }] as const,
      ...bodiesNear(value, place).map(
        ([what, near]) => [what, { ...members, [name]: near }] as const,
      ),
    ];
  });
  return [...more, ...within];
}

/** Returns paths that differ from this one in one part. */
function pathsNear(path: string): (readonly [string, string])[] {
  const parts = path.split('/');
  const changed = parts.flatMap((part, index) =>
    ['', 'other', `${part}x`, part.toUpperCase(), `${part}%2F..%2Fother`, `${part}?x`, `..`]
      .filter((each) => each !== part && index > 0)
      .map((each) => [`path ${index} ${each}`, parts.with(index, each).join('/')] as const),
  );
  const cut = [`path cut`, parts.slice(0, -1).join('/')] as const;
  const longer = ['', 'x', 'claim', 'collect', 'share', 'cdrs'].map(
    (part) => [`path + ${part}`, `${path}/${part}`] as const,
  );
  return [cut, ...changed, ...longer];
}

/** Returns every request that differs from this one in one method, party, path, query, key or body. */
export function neighboursOf(ask: Ask): (readonly [name: string, ask: Ask])[] {
  const bodies: (readonly [string, unknown])[] = [
    ...[['body {}', {}] as const, ['body []', []] as const, ['body null', null] as const],
    ...[['body text', JSON.stringify(ask.body ?? {})] as const, ['body none', undefined] as const],
    ...(ask.body === undefined ? [] : bodiesNear(ask.body)),
  ];
  const near: (readonly [string, Ask])[] = [
    ...METHODS.map((method) => [`method ${method}`, { ...ask, method }] as const),
    ...(['nobody', 'sender', 'receiver'] as const).map(
      (as) => [`as ${as}`, { ...ask, as }] as const,
    ),
    ...pathsNear(ask.path).map(([name, path]) => [name, { ...ask, path }] as const),
    ['query', { ...ask, query: { collect: 'true' } }],
    ...[MADE_UP_KEYS.noDot, 'real.key', ''].map((key) => [`key ${key}`, { ...ask, key }] as const),
    ...bodies.map(([name, body]) => [name, { ...ask, body }] as const),
  ];
  const own = JSON.stringify(ask);
  return near.filter(([, each]) => JSON.stringify(each) !== own);
}
