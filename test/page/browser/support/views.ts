/** Every view of the demo: its address, its heading, and a text that comes last. */
export const VIEWS: readonly [path: string, heading: string, text: string][] = [
  ['/_mock/', 'Organizations', 'Who holds, pays and downloads'],
  ['/_mock/#/records', 'Records', 'Newest first'],
  ['/_mock/#/records/cdr_demo_solar', 'Record cdr_demo_solar', 'Handoffs'],
  ['/_mock/#/tokens', 'Share tokens', 'Newest first'],
  ['/_mock/#/deliveries', 'Webhook deliveries', 'Newest first'],
  ['/_mock/#/sink', 'Webhook sink', 'No messages yet.'],
  ['/_mock/#/requests', 'Requests', 'Newest first'],
  ['/_mock/#/charges', 'Charges', 'Newest first'],
  ['/_mock/#/readings', 'Readings', 'All at their defaults'],
  ['/_mock/#/capture', 'Capture', 'A full disclosure with one checked checkbox'],
  ['/_mock/#/share', 'Share', 'Lifetime (days)'],
  ['/_mock/#/receive?token=shr_demo_live', 'Receive', 'Acceptance criteria'],
  ['/_mock/#/faults', 'Faults', 'No active faults.'],
  ['/_mock/#/snapshots', 'Snapshots', 'No snapshots yet.'],
  ['/_mock/dashboard/claim/shr_demo_live', 'Receive a shared record', 'shares a record with you'],
];
