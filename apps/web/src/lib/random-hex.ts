/** Random bytes as hexadecimal digits; also on an insecure origin, where `crypto.randomUUID` is missing. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
