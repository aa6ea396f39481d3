/** The meanings of inputs that more than one endpoint takes. */

export const CDR_ID_MEANS = 'The identifier of the record (spec §2.3).';

export const TOKEN_MEANS = 'The share token: the last segment of a share URL (spec §2.5).';
