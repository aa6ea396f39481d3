import { describe, expect, it } from 'vitest';
import { domainOf } from '../../mock/capture/derive.ts';

describe('the domain a capture is filed under (spec §2.2)', () => {
  it.each([
    ['https://quotes.acme.example/solar?x=1', 'quotes.acme.example', 'acme.example'],
    ['https://a.b.c.acme.example/', 'a.b.c.acme.example', 'acme.example'],
    ['https://acme.example/', 'acme.example', 'acme.example'],
    ['https://shop.acme.co.test/', 'shop.acme.co.test', 'co.test'],
    ['https://Quotes.ACME.example/', 'quotes.acme.example', 'acme.example'],
    ['https://quotes.acme.example./', 'quotes.acme.example', 'acme.example'],
    ['http://localhost:5173/', 'localhost', 'localhost'],
    ['http://192.0.2.10:8080/', '192.0.2.10', '192.0.2.10'],
    ['http://[2001:db8::1]/', '[2001:db8::1]', '[2001:db8::1]'],
  ])('files %s', (pageUrl, domain, domainId) => {
    expect(domainOf(pageUrl)).toEqual({ domain, domainId });
  });
});
