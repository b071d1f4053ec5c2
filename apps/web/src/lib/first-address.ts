/**
 * The query the page was opened with, character by character. The router reads numbers out of a query and writes it anew,
 * but what another site signed must go to the server as it came. Loaded with the entry, before there is a router.
 */
export const firstQuery: string = globalThis.location?.search.slice(1) ?? '';
