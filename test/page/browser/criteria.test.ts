import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import type { Readings } from '../../../src/readings/readings.ts';
import { chromiumPath } from './support/browser.ts';
import { cellsOf, shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

const criteriaOn = async (page: Page): Promise<unknown> => {
  const text = await page.getByLabel('As JSON').inputValue();
  return text === '' ? undefined : JSON.parse(text);
};

describe.skipIf(chromiumPath === undefined)('acceptance criteria', () => {
  const visit = useBrowser();

  async function opened(preset = presets.checkedBox, readings: Partial<Readings> = {}) {
    const there = await visit({ readings });
    const { mock } = there;
    const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
    const buyer = mock.addOrganization({ name: 'Acme Solar' });
    const { shareUrl } = mock.capture(producer, preset({ autoShare: true }));
    const token = new URL(shareUrl).pathname.split('/').at(-1) ?? '';
    await there.go(`/_mock/#/receive?token=${token}`, 'Receive');
    await there.page.getByLabel('Receive as').selectOption({ label: 'Acme Solar' });
    const receive = () => there.page.getByRole('button', { name: 'Receive', exact: true }).click();
    return { ...there, producer, buyer, receive };
  }

  it('§2.7: fields make the JSON, and JSON fills the fields', async () => {
    const { page } = await opened();
    await page.getByLabel('Maximum age (seconds)').fill('3600');
    await page.getByRole('button', { name: 'Add a required phrase' }).click();
    // The new phrase has the focus.
    await page.keyboard.type('Sunroof Demo LLC\nPlan Helper Demo');
    await page.getByLabel('Where').selectOption('in every disclosure');
    expect(await criteriaOn(page)).toEqual({
      schemaVersion: 1,
      record: { maxAgeSeconds: 3600 },
      disclosure: {
        requiredText: [
          {
            ...{ ruleId: 'required-1', scope: 'every_disclosure' },
            anyOf: ['Sunroof Demo LLC', 'Plan Helper Demo'],
          },
        ],
      },
    });
    await page
      .getByLabel('As JSON')
      .fill(
        '{"schemaVersion":1,"disclosure":{"requirePresent":true},"leadMatch":{"phone":"2125550147"}}',
      );
    expect(await page.getByLabel('At least one disclosure was found').isChecked()).toBe(true);
    expect(await page.getByLabel("The lead's phone number").inputValue()).toBe('2125550147');
    expect(await page.getByLabel('Maximum age (seconds)').inputValue()).toBe('');
    await page.getByLabel("The lead's phone number").fill('');
    await page.getByLabel('At least one disclosure was found').uncheck();
    expect(await criteriaOn(page)).toBeUndefined();
  });

  it('§2.7: what the fields cannot show stays in the JSON', async () => {
    const { page } = await opened();
    await page
      .getByLabel('As JSON')
      .fill('{"schemaVersion":2,"disclosure":{"requirePrsent":true}}');
    await page.getByLabel('A submission was observed').check();
    expect(await criteriaOn(page)).toEqual({
      schemaVersion: 2,
      disclosure: { requirePrsent: true, requireUserSubmission: true },
    });
  });

  it("says at the field what the package's check finds", async () => {
    const { page } = await opened();
    const age = page.getByLabel('Maximum age (seconds)');
    await age.fill('86400000');
    const said = page.locator('.field', { has: age }).locator('.notes');
    await expect.poll(() => said.innerText()).toContain('if 1 day was meant, write 86400');
    await age.fill('soon');
    await expect.poll(() => said.innerText()).toBe('expected a whole number of seconds');
    expect(await age.getAttribute('aria-invalid')).toBe('true');
    await shown(page.getByRole('list', { name: 'Check results' }), 'record.maxAgeSeconds');
    await age.fill('');
    await expect.poll(() => page.locator('.notes li').count()).toBe(0);
    await page.getByLabel('As JSON').fill('{\n  "schemaVersion": 1,\n}');
    await shown(page, 'not valid JSON at line 3, column 1: expected');
    expect(await age.isDisabled()).toBe(true);
  });

  it.each(['perRule', 'once'] as const)(
    '§7.1: no rule that could not be judged counts as met, where failures come %s',
    async (detailsUnavailable) => {
      const { page, receive } = await opened(presets.noSubmission, { detailsUnavailable });
      const disclosure = {
        ...{ requirePresent: true, requireUserSubmission: true, requireCheckboxPresent: true },
        requiredText: [{ ruleId: 'names-us', anyOf: ['Acme'] }],
      };
      const record = { maxAgeSeconds: 3600 };
      const criteria = { schemaVersion: 1, record, disclosure };
      await page.getByLabel('As JSON').fill(JSON.stringify(criteria));
      await receive();
      await shown(page, '422 CDR_ACCEPTANCE_FAILED');
      const rows = page.getByRole('region', { name: 'Rule by rule' }).locator('tbody tr');
      const verdicts = await rows.allInnerTexts();
      expect(verdicts.map((row) => row.split('\t')[1])).toEqual([
        'met',
        'unavailable',
        'failed',
        'unavailable',
        'unavailable',
      ]);
    },
  );

  it('§4.6 rule 5: are asked as they stand, and the service names what is wrong', async () => {
    const { page, receive, mock, buyer } = await opened();
    await page
      .getByLabel('As JSON')
      .fill('{"schemaVersion":1,"disclosure":{"requirePrsent":true}}');
    await receive();
    await shown(page, '400 INVALID_ARGUMENT');
    await shown(page.locator('.result'), 'disclosure.requirePrsent');
    await page.getByLabel('As JSON').fill('{');
    await receive();
    await shown(page, 'Not sent: the criteria are not valid JSON');
    expect(mock.requests()).toHaveLength(1);
    expect(mock.charges({ organization: buyer })).toEqual([]);
  });

  it('§4.6 rule 5: typical ones are chosen, judged and shown rule by rule', async () => {
    const { page, receive } = await opened();
    await page.getByLabel('Typical criteria').selectOption('The wording names the caller');
    await page.getByRole('button', { name: 'Remove No disclosure may say (1)' }).click();
    expect(await page.getByLabel('Typical criteria').inputValue()).toBe('Custom');
    await page.getByLabel('Typical criteria').selectOption("The lead's own number, with consent");
    await receive();
    await shown(page, 'Share event: ');
    const phone = await cellsOf(page, "The lead's number was entered in a phone field");
    expect(phone[0]).toBe('met');
  });

  it('no verdict is shown where a fault answered instead of the service', async () => {
    const { page, receive, mock } = await opened();
    mock.addFault({ operation: 'shares.receive', status: 422, code: 'REFUSED_ON_THE_WAY' });
    await page.getByLabel('Typical criteria').selectOption('A checkbox was checked');
    await receive();
    await shown(page, '422 REFUSED_ON_THE_WAY');
    expect(await page.getByRole('region', { name: 'Rule by rule' }).count()).toBe(0);
  });
});
