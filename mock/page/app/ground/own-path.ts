const OWN = /^((?:\/_mock\/worlds\/[^/]+)?)\/_mock(?:\/|$)/;

/** The path of the service whose page this is: `''`, or that of a world beside the server's own. */
export const SERVICE_PATH = OWN.exec(location.pathname)?.[1] ?? '';

/** The path below which this page is served. */
export const OWN_PATH = `${SERVICE_PATH}/_mock`;
