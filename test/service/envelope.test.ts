import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { sharedBy } from './support/parties.ts';

eachDoor((open) => {
  it('2.1: every answer has a requestId of its own', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    const replies = [
      await world.domains(producer),
      await world.domains(producer),
      await world.domains(null),
      await world.read(buyer, cdrId),
      await world.receive(buyer, token),
      await world.receive(buyer, token),
      await world.request('GET', '/v1/nothing'),
    ];
    const requestIds = replies.map(({ requestId }) => requestId);
    expect(requestIds).not.toContain('');
    expect(new Set(requestIds).size).toBe(replies.length);
  });
});
