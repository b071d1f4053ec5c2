/** Put in by the build; absent when the sources run as they are. */
declare const BUILT_VERSION: string | undefined;
declare const BUILT_RELEASE_KEYS: string | undefined;

export const AGENT_VERSION: string = typeof BUILT_VERSION === 'string' ? BUILT_VERSION : '0.0.1';
/** Public keys of releases, PEM, one after the other; empty: no update is taken. */
export const RELEASE_KEYS: string = typeof BUILT_RELEASE_KEYS === 'string' ? BUILT_RELEASE_KEYS : '';
