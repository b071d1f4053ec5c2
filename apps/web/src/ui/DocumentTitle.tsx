import { useEffect } from 'react';

/** The title of the document; the one that index.html begins with goes, so that there is one. */
export function DocumentTitle({ text }: { readonly text: string }) {
  useEffect(() => document.querySelector('title[data-first]')?.remove(), []);
  return <title>{text}</title>;
}
