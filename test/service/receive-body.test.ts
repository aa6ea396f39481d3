import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { sharedBy } from './support/parties.ts';

eachDoor((open) => {
  it.each(['', '{}', 'null', '{"collect":true}', '{"acceptance":{"schemaVersion":1}}', ' \n'])(
    '4.6: the body %j receives',
    async (body) => {
      const world = await open();
      const { buyer, token } = await sharedBy(world);
      expect((await world.receive(buyer, token, body)).status).toBe(200);
    },
  );

  it.each(['{ not json', '[]', '"x"', '1', 'true', '\ufeff{}', '\ufeff{}{}'])(
    '4.6: the body %j is no JSON object: 400',
    async (body) => {
      const world = await open();
      const { buyer, token } = await sharedBy(world);
      const reply = await world.receive(buyer, token, body);
      expect(reply).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
      expect(reply.error).not.toHaveProperty('details');
      expect(/PHP/.test(reply.error.message)).toBe(body === '[]');
    },
  );

  it.each(['latin1', 'utf16le'] as const)(
    '4.6: a body in %s is 400, since JSON is UTF-8, and receives nothing',
    async (encoding) => {
      const world = await open();
      const { buyer, token } = await sharedBy(world);
      // With a replacement character in it, the phrase would forbid nothing.
      const forbiddenText = [{ ruleId: 'prize', anyOf: ['prämie'] }];
      const acceptance = { schemaVersion: 1, disclosure: { forbiddenText } };
      const body = new Uint8Array(Buffer.from(JSON.stringify({ acceptance }), encoding));
      const reply = await world.receive(buyer, token, body);
      expect(reply).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
      expect(reply.error.message).toContain('UTF-8');
      expect(world.mock.shareEvents()).toEqual([]);
    },
  );

  it.each(['colect', 'Collect', 'expiresInMs', '__proto__', 'constructor', ''])(
    '4.6: the unknown key %j is 400 and the message names it',
    async (key) => {
      const world = await open();
      const { buyer, token } = await sharedBy(world);
      const reply = await world.receive(buyer, token, `{${JSON.stringify(key)}:true}`);
      expect(reply).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
      expect(reply.error.message).toContain(`"${key}"`);
      expect(reply.error).not.toHaveProperty('details');
    },
  );

  it.each(['null', '"true"', '0', '1', '[]', '{}'])(
    '4.6: collect: %s is no boolean: 400 without details',
    async (collect) => {
      const world = await open();
      const { buyer, token } = await sharedBy(world);
      const reply = await world.receive(buyer, token, `{"collect":${collect}}`);
      expect(reply).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
      expect(reply.error.message).toContain('collect');
      expect(reply.error).not.toHaveProperty('details');
    },
  );

  it('4.6: a body over the bound is 400 and receives nothing', async () => {
    const world = await open({ maxBodyBytes: 100 });
    const { buyer, token } = await sharedBy(world);
    const fits = `{}${' '.repeat(98)}`;
    const reply = await world.receive(buyer, token, `${fits} `);
    expect(reply).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
    expect(reply.error.message).toContain('100 bytes');
    expect((await world.receive(buyer, token, fits)).data.alreadyClaimed).toBe(false);
  });
});
