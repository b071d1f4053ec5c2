/** The cookies of one browser at one site, for tests that call over HTTP. */
export interface CookieJar {
  /** For the `cookie` header. */
  header(): string;
  set(name: string, value: string): void;
  /** Takes what an answer sets. */
  keep(answer: { readonly headers: Headers }): void;
  /** Asks as this browser does; redirects are not followed. */
  fetch(address: string | URL, init?: RequestInit): Promise<Response>;
}

export const createCookieJar = (): CookieJar => {
  const cookies = new Map<string, string>();
  const jar: CookieJar = {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set: (name, value) => void cookies.set(name, value),
    keep({ headers }) {
      for (const line of headers.getSetCookie()) {
        const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) cookies.set(name, value);
      }
    },
    async fetch(address, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('cookie', jar.header());
      const answer = await fetch(address, { ...init, headers, redirect: 'manual' });
      jar.keep(answer);
      return answer;
    },
  };
  return jar;
};
