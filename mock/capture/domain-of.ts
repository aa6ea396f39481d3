/** Where a capture is filed (spec §2.2, §2.3). */
export interface CaptureDomain {
  /** The host of the captured page, lower-case. */
  domain: string;
  /** Its last two labels. */
  domainId: string;
}

const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

/**
 * Files a page under the last two labels of its host, literally: `shop.example.co.uk` goes under
 * `co.uk` (spec §2.2). A host of one label and an IP address are filed as they are.
 */
export function domainOf(pageUrl: string): CaptureDomain {
  const domain = new URL(pageUrl).hostname.toLowerCase().replace(/\.$/, '');
  const domainId = IP_ADDRESS.test(domain) ? domain : domain.split('.').slice(-2).join('.');
  return { domain, domainId };
}
