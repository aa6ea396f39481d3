import 'consent-evidence';
import 'consent-evidence/webhooks';
import 'consent-evidence/mock';
import 'consent-evidence/mock/node';
import 'consent-evidence/mock/simulate';

const refusal = await import('consent-evidence/mock/msw').catch((error) => error);
console.log(JSON.stringify({ code: refusal.code, namesMsw: /'msw'/.test(refusal.message) }));
