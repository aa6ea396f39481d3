type Links = readonly (readonly [view: string, label: string])[];

/** The views that show the world. */
export const LOOK: Links = [
  ['organizations', 'Organizations'],
  ['records', 'Records'],
  ['tokens', 'Share tokens'],
  ['deliveries', 'Deliveries'],
  ['sink', 'Webhook sink'],
  ['requests', 'Requests'],
  ['charges', 'Charges'],
  ['readings', 'Readings'],
];

/** The views that do something to it. */
export const ACT: Links = [
  ['capture', 'Capture'],
  ['share', 'Share'],
  ['receive', 'Receive'],
  ['faults', 'Faults'],
  ['snapshots', 'Snapshots'],
];
