/**
 * The card provider's script, of which we use little (docs.stripe.com/js): its card field lies in a frame of its own, so card
 * numbers never reach this page. It is loaded when it is needed, and only pages of billing may load it from elsewhere.
 */
import type { CardForm } from '@scanship/contracts/money/payments';

export interface ProviderError {
  readonly message?: string;
}
export interface CardElements {
  create(
    type: 'payment',
    options?: { readonly layout: 'tabs' },
  ): {
    mount(where: HTMLElement): void;
    destroy(): void;
    on(event: 'ready', listener: () => void): void;
  };
}
export interface CardProvider {
  elements(options: {
    readonly clientSecret: string;
    readonly locale: 'en' | 'fr-CA';
    readonly appearance: { readonly theme: 'stripe' | 'night' };
  }): CardElements;
  confirmSetup(options: {
    readonly elements: CardElements;
    readonly redirect: 'if_required';
    readonly confirmParams: { readonly return_url: string };
  }): Promise<{ readonly error?: ProviderError }>;
  handleNextAction(options: { readonly clientSecret: string }): Promise<{ readonly error?: ProviderError }>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => CardProvider;
  }
}

const scripts = new Map<string, Promise<void>>();

function loadScript(url: string): Promise<void> {
  const known = scripts.get(url);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      scripts.delete(url);
      script.remove();
      reject(new Error('The form of the card provider could not be loaded.'));
    });
    document.head.append(script);
  });
  scripts.set(url, loading);
  return loading;
}

/** Pages whose document may load the provider's script; the server's security header names the same. */
const PAGES = ['/account/billing', '/customer/money/account'];

/**
 * A document that was opened elsewhere is not allowed to load a foreign script: it is opened anew once, here.
 * @returns true when the page is being loaded again
 */
export function reloadsFor(scriptUrl: string): boolean {
  if (new URL(scriptUrl, location.href).origin === location.origin) return false;
  const [entry] = performance.getEntriesByType('navigation');
  const opened = entry ? new URL(entry.name).pathname : location.pathname;
  if (PAGES.some((page) => opened === page || opened.startsWith(`${page}/`))) return false;
  location.reload();
  return true;
}

export async function openCardProvider(form: CardForm): Promise<CardProvider> {
  await loadScript(form.scriptUrl);
  if (!window.Stripe) throw new Error('The form of the card provider could not be loaded.');
  return window.Stripe(form.publishableKey);
}
