/** Text as UTF-8 bytes. */
export const utf8 = /* @__PURE__ */ new TextEncoder();
