import { ConsentEvidence } from 'consent-evidence';

export const list = new ConsentEvidence().cdrs.list('example.com', { pagesize: 100 });
