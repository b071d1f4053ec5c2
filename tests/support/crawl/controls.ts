/** The controls of a page or of the layer on top of it, as somebody would find them, and which of them are left alone. */
import type { Page } from 'playwright-core';
import { namesLike } from '../catalogue.ts';

export type ControlKind = 'press' | 'toggle' | 'choose' | 'type' | 'file';

export interface Control {
  /** Finds it until the controls are read again. */
  readonly selector: string;
  readonly kind: ControlKind;
  readonly name: string;
  /** The same control at another time, or another one of the same sort in a long table, has the same key. */
  readonly key: string;
  /** Of the frame around every page, not of the page. */
  readonly shell: boolean;
  /** It says of itself that it opens a menu, a list or a dialog. */
  readonly opens: boolean;
  /** What a form or a dialog is there for: afterwards it may not come again. */
  readonly primary: boolean;
}

export interface Scene {
  /** Name of the layer on top; empty: none is open. */
  readonly layer: string;
  readonly layers: number;
  readonly controls: readonly Control[];
  /** Addresses that links lead to, inside the product. */
  readonly links: readonly string[];
}

/** Rows of a table that are tried; the others are like them. */
const ROWS_TRIED = 2;

/** Marks and answers what can be pressed or filled in now. */
export const readScene = (page: Page): Promise<Scene> => page.evaluate(read, ROWS_TRIED);

/** Runs in the page. */
function read(rowsTried: number): Scene {
  const textOf = (element: Element | null | undefined): string =>
    (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const seen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.closest('[inert]') === null;
  const plain = (text: string): string => text.replaceAll(/[\d.,#]*\d/g, '#').slice(0, 80);
  const byIds = (ids: string | null): string =>
    (ids ?? '')
      .split(' ')
      .map((id) => textOf(document.getElementById(id)))
      .join(' ')
      .trim();
  function nameOf(element: Element): string {
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])].map(textOf).join(' ') : '';
    const inside = element.matches('input, select, textarea') ? '' : textOf(element);
    const image = element.querySelector('[aria-label], [title], img[alt]');
    const names = [
      element.getAttribute('aria-label'),
      byIds(element.getAttribute('aria-labelledby')),
      labels,
      inside,
      element.getAttribute('title'),
      element.getAttribute('placeholder'),
      image?.getAttribute('aria-label') ?? image?.getAttribute('title'),
    ];
    return (names.find((name) => name !== null && name !== undefined && name !== '') ?? '').slice(0, 120);
  }

  for (const old of document.querySelectorAll('[data-crawl]')) old.removeAttribute('data-crawl');
  const open = [
    ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox], dialog[open]'),
  ].filter(
    (layer) =>
      seen(layer) &&
      layer.getBoundingClientRect().height > 0 &&
      layer.closest('#root [data-testid=shipping-panel]') === null,
  );
  const top = open.at(-1);
  const layerName = (layer: Element): string =>
    plain(
      layer.getAttribute('aria-label') ??
        (byIds(layer.getAttribute('aria-labelledby')) || textOf(layer.querySelector('h1, h2, h3'))),
    ) || `${layer.getAttribute('role') ?? 'dialog'} of ${plain(textOf(layer)).slice(0, 30)}`;

  const kindOf = (element: Element): ControlKind | undefined => {
    if (element instanceof HTMLInputElement) {
      if (['checkbox', 'radio'].includes(element.type)) return 'toggle';
      if (element.type === 'file') return 'file';
      if (['button', 'submit', 'reset', 'image'].includes(element.type)) return 'press';
      return element.readOnly ? 'press' : 'type';
    }
    if (element instanceof HTMLTextAreaElement) return element.readOnly ? undefined : 'type';
    if (element instanceof HTMLSelectElement) return 'choose';
    return 'press';
  };

  const WANTED =
    'button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=switch], [role=checkbox]';
  const within: ParentNode = top ?? document.body;
  /** Of several with one name in one place. */
  const SAME_TRIED = 2;
  const rows = new Map<string, Set<Element>>();
  const controls: Control[] = [];
  for (const [at, element] of [...within.querySelectorAll(WANTED)].entries()) {
    const kind = kindOf(element);
    // A switch's box has no size, and a button stands for a field of files.
    const aside = kind === 'toggle' || kind === 'file';
    const shown = seen(element) || (aside && seen(element.parentElement ?? element));
    if (!kind || !shown || element.matches(':disabled, [aria-disabled=true], [data-disabled=true]')) continue;
    // A notice goes by itself, and is not of the page.
    if (
      element.closest('.toasts') ||
      element.parentElement?.closest('button, [role=button], [role=menuitem], [role=option]')
    )
      continue;
    const name = nameOf(element);
    const part = element.closest('section, form, fieldset, [role=tabpanel], [role=region], [role=group]');
    const place =
      part && within.contains(part)
        ? plain(
            part.getAttribute('aria-label') ??
              (byIds(part.getAttribute('aria-labelledby')) || textOf(part.querySelector('h1, h2, h3, legend'))),
          )
        : '';
    const row = element.closest('tr, [role=row], [role=option], li, article');
    const siblings = row?.parentElement?.childElementCount ?? 0;
    let sort = plain(name);
    if (row && within.contains(row) && siblings > 6 && !element.matches('[role=menuitem], [role=tab], nav *')) {
      // One of many rows: known by its shape, not by the row's own words.
      sort = `row: ${element.tagName} ${[...element.classList].filter((each) => !each.startsWith('m_')).join('.')} ${kind}`;
      const tried = rows.get(`${place}${sort}`) ?? new Set();
      rows.set(`${place}${sort}`, tried.add(row));
      if (tried.size > rowsTried) continue;
      sort = `${sort} ${tried.size}`;
    }
    const shell = top === undefined && element.closest('main') === null;
    element.setAttribute('data-crawl', String(at));
    const key = `${place} / ${kind} ${sort}`;
    const same = controls.filter((each) => each.key.startsWith(key)).length;
    if (same < SAME_TRIED)
      controls.push({
        selector: `[data-crawl="${at}"]`,
        kind,
        name,
        key: `${key} ${same}`,
        shell,
        opens: element.hasAttribute('aria-haspopup'),
        primary: element.matches('[type=submit], [data-variant=filled]'),
      });
  }
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    .filter(
      (link) => link.origin === location.origin && !link.hasAttribute('download') && !link.pathname.startsWith('/api'),
    )
    .map((link) => link.pathname + link.search);
  return { layer: top ? layerName(top) : '', layers: open.length, controls, links: [...new Set(links)] };
}

/** Ends the session, changes who is signed in, or the language that is judged: never pressed. */
const LEAVES =
  /^(?:Sign out|Sign in|Act (?:as|for)|Lock the screen|Log out|Français|English|Reload$|Close the browser|Start recording)/i;
/** Cannot be taken back or costs money: pressed only to see what they ask, with nothing let through to the server. */
const DESTROYS =
  /^(?:Delete|Remove|Void|Cancel (?:label|labels|the|this|order)|Revoke|End |Disconnect|Archive|Reset|Suspend|Deactivate|Buy|Pay |Charge|Refund|Close the (?:month|day)|Stop|Discard|Empty|Erase|Withdraw|Merge|Replace|Forget|Turn off|Switch off|Unlink|Top up|Take out|Take .* away|Hand over)/i;

export interface Manners {
  readonly leaves: (name: string) => boolean;
  readonly destroys: (name: string) => boolean;
}
export const manners = (): Manners => ({ leaves: namesLike(LEAVES), destroys: namesLike(DESTROYS) });
