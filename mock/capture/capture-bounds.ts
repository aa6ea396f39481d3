/**
 * Bounds of a described page. The service cuts what it derives (spec §8). These bounds are the
 * fake's own: wide enough to exceed each of the service's, but finite.
 */
export const PAGE_URL_MAX_CHARS = 8192;
export const PAGE_TITLE_INPUT_MAX_CHARS = 2000;
export const FORM_ACTION_INPUT_MAX_CHARS = 8192;
export const PAGE_TEXT_MAX_CHARS = 200_000;
export const FIELDS_MAX = 500;
export const FIELD_VALUE_MAX_CHARS = 10_000;
export const DISCLOSURES_INPUT_MAX = 500;
export const DISCLOSURE_INPUT_MAX_CHARS = 50_000;
export const CHECKBOXES_PER_DISCLOSURE_MAX = 50;
export const DECLARED_DISCLOSURES_MAX = 200;
export const SUB_GROUP_IDS_MAX = 100;
export const IP_CHAIN_MAX = 50;
export const NAME_MAX_CHARS = 200;
export const LABEL_MAX_CHARS = 500;
export const USER_AGENT_MAX_CHARS = 2000;
export const IMAGE_BASE64_MAX_CHARS = 16 * 1024 * 1024;
export const PENDING_RECEIVES_MAX = 10_000;
