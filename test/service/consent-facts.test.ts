import { expect, it } from 'vitest';
import type { CaptureInput } from '../../mock/capture/capture-input.ts';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf } from './support/parties.ts';
import type { World } from './support/world.ts';

async function recordOf(world: World, page: Partial<CaptureInput>) {
  const { producer, cdrId } = partiesOf(world, page);
  return (await world.read(producer, cdrId)).data.cdr;
}

async function derivedOf(world: World, page: Partial<CaptureInput>) {
  return (await recordOf(world, page)).detectedDisclosureDetails?.disclosures ?? [];
}

const TEXT = 'You may call me.';

eachDoor((open) => {
  it('2.3: without a detected submission there are no consent facts at all', async () => {
    const world = await open();
    const cdr = await recordOf(world, { submit: null, disclosures: [{ text: TEXT }] });
    expect(cdr).not.toHaveProperty('detectedDisclosureDetails');
  });

  it('2.3: consent facts say what was pressed, when and by which deriver they were made', async () => {
    const world = await open();
    const { detectedDisclosureDetails } = await recordOf(world, { submit: { nodeId: 'node-7' } });
    expect(detectedDisclosureDetails).toEqual({
      userSubmitted: true,
      submitNodeId: 'node-7',
      derivedAt: START,
      deriverVersion: expect.stringMatching(/./),
      disclosures: [],
    });
  });

  it('2.3: declared and derived disclosures are two lists', async () => {
    const world = await open();
    const declaredDisclosures = [{ key: 'declared', language: 'Declared.', agreed: true }];
    const cdr = await recordOf(world, { declaredDisclosures, disclosures: [{ text: TEXT }] });
    expect(cdr.disclosures).toEqual(declaredDisclosures);
    expect(cdr.detectedDisclosureDetails?.disclosures.map(({ text }) => text)).toEqual([TEXT]);
    const alone = await recordOf(world, { declaredDisclosures, submit: null });
    expect(alone.disclosures).toEqual(declaredDisclosures);
  });

  it('2.3: checkboxAffirmed is present only where checkboxDetected is true', async () => {
    const world = await open();
    const derived = await derivedOf(world, {
      disclosures: [
        { text: TEXT, checkbox: ['checked', 'unreadable'] },
        { text: TEXT, checkbox: ['checked', 'unchecked'] },
        { text: TEXT, checkbox: 'unreadable' },
        { text: TEXT },
      ],
    });
    expect(derived.map((each) => [each.checkboxDetected, each.checkboxAffirmed])).toEqual([
      [true, true],
      [true, false],
      [false, undefined],
      [false, undefined],
    ]);
    expect(derived.map((each) => 'checkboxAffirmed' in each)).toEqual([true, true, false, false]);
  });

  it('2.3: checkboxNodeId names the first bound checkbox, also an unreadable one', async () => {
    const world = await open();
    const derived = await derivedOf(world, {
      disclosures: [
        { text: TEXT, checkbox: ['checked', 'checked'] },
        { text: TEXT, checkbox: 'unreadable' },
        { text: TEXT },
      ],
    });
    const nodeIds = derived.map(({ checkboxNodeId }) => checkboxNodeId);
    expect(nodeIds).toEqual([expect.any(String), expect.any(String), undefined]);
    expect(nodeIds[0]).not.toBe(nodeIds[1]);
  });

  it('2.7: a button is a mechanism only without any box and with a label that is no refusal', async () => {
    const world = await open();
    const disclosures = [{ text: TEXT }];
    const mechanism = async (page: Partial<CaptureInput>) =>
      (await derivedOf(world, { disclosures, ...page }))[0]?.consentMechanism;
    expect(await mechanism({})).toBe('button_submission');
    expect(await mechanism({ disclosures: [{ text: TEXT, checkbox: 'checked' }] })).toBe(
      'checkbox',
    );
    expect(await mechanism({ disclosures: [{ text: TEXT, checkbox: 'unchecked' }] })).toBe(
      'checkbox',
    );
    expect(await mechanism({ disclosures: [{ text: TEXT, checkbox: 'unreadable' }] })).toBe(
      'none_detected',
    );
    expect(await mechanism({ misconfiguredCheckbox: true })).toBe('none_detected');
    expect(await mechanism({ submit: { label: 'No thanks, skip' } })).toBe('none_detected');
  });

  it('2.3: an old derivation has no consentMechanism and another deriverVersion', async () => {
    const world = await open();
    const page = { disclosures: [{ text: TEXT, checkbox: 'checked' as const }] };
    const old = await recordOf(world, { ...page, derivedBeforeMechanism: true });
    const current = await recordOf(world, page);
    expect(old.detectedDisclosureDetails?.disclosures[0]).not.toHaveProperty('consentMechanism');
    expect(old.detectedDisclosureDetails?.deriverVersion).not.toBe(
      current.detectedDisclosureDetails?.deriverVersion,
    );
  });

  it('2.3: a disclosure without a key gets one of its own', async () => {
    const world = await open();
    const derived = await derivedOf(world, {
      disclosures: [{ text: TEXT }, { key: 'disclosure-1', text: TEXT }, { text: TEXT }],
    });
    const keys = derived.map(({ key }) => key);
    expect(keys[1]).toBe('disclosure-1');
    expect(new Set(keys).size).toBe(3);
  });

  it('8: at most 50 disclosures of at most 5,000 characters, white space collapsed', async () => {
    const world = await open();
    const long = `a \n b${'x'.repeat(6000)}`;
    const derived = await derivedOf(world, {
      disclosures: Array.from({ length: 51 }, () => ({ text: long })),
    });
    expect(derived).toHaveLength(50);
    expect(derived[0]?.text).toHaveLength(5000);
    expect(derived[0]?.text).toMatch(/^a bx/);
  });

  it('2.3: declared language is stripped of markup, collapsed and cut at 5,000', async () => {
    const world = await open();
    const declared = (language: string) => ({ key: 'k', language, agreed: false });
    const cdr = await recordOf(world, {
      declaredDisclosures: [
        declared('<p>You  may <b>call</b></p>\n me.'),
        declared('y'.repeat(5001)),
      ],
    });
    expect(cdr.disclosures?.[0]?.language).toBe('You may call me.');
    expect(cdr.disclosures?.[1]?.language).toHaveLength(5000);
  });

  it('2.3: phones come from phone fields and page text, sorted, in +1 form', async () => {
    const world = await open();
    const { autoMetadata } = await recordOf(world, {
      pageText: 'Call (512) 555-0123 or 1-212-555-0199.',
      fields: [
        { name: 'phone', value: '(212) 555-0147' },
        { name: 'first_name', value: 'Zoe' },
        { name: 'first_name', value: 'Ann' },
        { name: 'last_name', value: 'Berg' },
      ],
    });
    expect(autoMetadata).toEqual({
      phones: ['+12125550147', '+12125550199', '+15125550123'],
      firstNames: ['Ann', 'Zoe'],
      lastNames: ['Berg'],
    });
  });

  it('8: autoMetadata keeps 10 phones, 5 names, and cuts titles, actions and URL values', async () => {
    const world = await open();
    const { autoMetadata } = await recordOf(world, {
      pageUrl: `https://a.example.com/?utm_source=${'s'.repeat(300)}`,
      pageTitle: 't'.repeat(300),
      formAction: `https://a.example.com/${'f'.repeat(600)}`,
      pageText: Array.from({ length: 12 }, (_, n) => `212-555-01${10 + n}.`).join(' '),
      fields: Array.from({ length: 7 }, (_, n) => ({ name: 'fname', value: `Name ${n}` })),
    });
    expect(autoMetadata?.phones).toHaveLength(10);
    expect(autoMetadata?.firstNames).toHaveLength(5);
    expect(autoMetadata?.pageTitle).toHaveLength(200);
    expect(autoMetadata?.formAction).toHaveLength(500);
    expect(autoMetadata?.utmSource).toHaveLength(200);
  });

  it('8: autoMetadata never exceeds 4,000 characters serialised', async () => {
    const world = await open();
    const { autoMetadata } = await recordOf(world, {
      pageTitle: '"'.repeat(300),
      formAction: '"'.repeat(600),
      fields: ['fname', 'lname'].flatMap((name) =>
        Array.from({ length: 5 }, (_, n) => ({ name, value: `${n}${'x'.repeat(400)}` })),
      ),
    });
    expect(JSON.stringify(autoMetadata).length).toBeLessThanOrEqual(4000);
    expect(autoMetadata?.firstNames).toHaveLength(5);
    expect(autoMetadata).not.toHaveProperty('formAction');
  });

  it('2.3: autoMetadata is absent when nothing was found', async () => {
    const world = await open();
    expect(await recordOf(world, {})).not.toHaveProperty('autoMetadata');
  });

  it('8: custom data over 16 KB is refused at the capture', async () => {
    const world = await open();
    const customOf = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
    const { producer, cdrId } = partiesOf(world, { customMetadata: customOf(16_384) });
    expect((await world.read(producer, cdrId)).data.cdr.customMetadata).toEqual(customOf(16_384));
    expect(() => partiesOf(world, { customMetadata: customOf(16_385) })).toThrow(/16 KB/);
  });
});
