/** Nonce of this page's content security policy: the server writes it into `<meta property="csp-nonce" nonce="…">`. */
export const cspNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

declare global {
  // Read by the library that locks scrolling behind dialogs when it adds its style element.
  var __webpack_nonce__: string | undefined;
}

/** Gives the nonce to code that adds style elements by itself. */
export function shareNonce(): void {
  globalThis.__webpack_nonce__ = cspNonce() || undefined;
}
