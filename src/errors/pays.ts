// Who pays where many codes and classes have the same answer. Constants: with members of an object, a
// bundler could not leave out a table that has them.
export const UNSENT_PAYS = 'No one. Nothing was sent.';
export const PERHAPS_PAYS =
  'Your organization, perhaps, and at most once: `outcome` is `unknown`. With `not_sent` or `refused`, no one.';
export const REFUSAL_PAYS = 'No one. A refusal charges nothing.';
export const CRITERIA_PAYS = 'No one. The share token stays usable.';
export const READ_PAYS = 'No one. Reading and downloading charge nothing.';
export const DELIVERY_PAYS = 'No one. A webhook charges nothing.';
