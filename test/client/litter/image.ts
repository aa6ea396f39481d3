/** The bytes of every download here: enough that writing them takes a while. */
export const image = new Uint8Array(256 * 1024).map((_, index) => index % 251);
