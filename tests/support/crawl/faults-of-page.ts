/**
 * What is wrong with a page as it stands: what could not be drawn, classes without a rule, controls in the browser's own look or
 * without a name, hidden words that are seen, English on a French page, and what lies outside its box or the window.
 */
import type { Page } from 'playwright-core';

/** Classes that libraries set as hooks and that need no rule. */
const HOOKS = [
  // TanStack Router marks the link of the page that is open.
  '^active$',
  // Mantine's names for what its hashed classes style, and the hashed classes of parts that have no rule of their own.
  '^mantine-',
  // Its marks of the place where a popup or a focus trap hangs.
  '^__m__-',
  // Those of the viewer of PDF files.
  '^react-pdf__',
];

export interface FaultsOptions {
  /** Answers the English sentence that a text is; given on French pages only. */
  readonly isEnglish?: ((text: string) => string | undefined) | undefined;
}

/** What was found last, while the page stands as it stood then. */
const foundLast = new WeakMap<Page, string[]>();

/** One line for each fault; the same fault has the same line wherever on the page it is looked at again. */
export async function faultsOfPage(page: Page, { isEnglish }: FaultsOptions = {}): Promise<string[]> {
  const { same, faults, words } = await page.evaluate(look, { hooks: HOOKS, words: isEnglish !== undefined });
  const last = foundLast.get(page);
  if (same && last) return last;
  const english = words.flatMap((text) =>
    isEnglish?.(text) ? [`English on a French page: "${text.slice(0, 120)}"`] : [],
  );
  const found = [...new Set([...faults, ...english])];
  foundLast.set(page, found);
  return found;
}

interface Look {
  readonly hooks: readonly string[];
  readonly words: boolean;
}

/** Runs in the page. */
function look({ hooks, words: wanted }: Look): { same: boolean; faults: string[]; words: string[] } {
  const faults: string[] = [];
  // Most of what is typed changes nothing but the field's own value.
  const seenBefore = window as Window & { lookedAt?: string };
  const stands = `${innerWidth} ${innerHeight} ${wanted} ${document.documentElement.outerHTML}`;
  if (seenBefore.lookedAt === stands) return { same: true, faults, words: [] };
  seenBefore.lookedAt = stands;
  const hook = new RegExp(hooks.join('|'));
  const textOf = (element: Element): string => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const short = (element: Element): string => {
    const classes = [...element.classList].filter((name) => !/^(?:m_|mantine-)/.test(name));
    const name = element.getAttribute('aria-label') ?? textOf(element).slice(0, 50);
    return `${element.tagName.toLowerCase()}${classes.map((each) => `.${each}`).join('')}${name === '' ? '' : ` "${name}"`}`;
  };
  const seen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  /** Classes that some rule of some sheet names; a sheet is read again when its rules are others. */
  function knownClasses(): Set<string> {
    const holder = window as Window & { readSheets?: WeakMap<CSSStyleSheet, { rules: number; names: Set<string> }> };
    holder.readSheets ??= new WeakMap();
    const all = new Set<string>();
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
      let known = holder.readSheets.get(sheet);
      if (known?.rules !== sheet.cssRules.length) {
        known = { rules: sheet.cssRules.length, names: new Set() };
        readRules(sheet.cssRules, known.names);
        holder.readSheets.set(sheet, known);
      }
      for (const name of known.names) all.add(name);
    }
    return all;
  }
  function readRules(rules: CSSRuleList, names: Set<string>): void {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule)
        for (const [, name = ''] of rule.selectorText.matchAll(/\.(-?[a-z_][\w-]*)/gi)) names.add(name);
      if ('cssRules' in rule) readRules((rule as CSSGroupingRule).cssRules, names);
    }
  }

  function judgeClasses(): void {
    const known = knownClasses();
    for (const element of document.querySelectorAll('#root [class], [data-portal] [class]'))
      for (const name of element.classList)
        if (!known.has(name) && !hook.test(name))
          faults.push(`class without a rule: ${name} on ${element.tagName.toLowerCase()}`);
  }

  /** What Chromium gives to a control that no rule reaches. */
  function inBrowsersLook(element: Element): boolean {
    const style = getComputedStyle(element);
    if (element instanceof HTMLAnchorElement)
      return ['rgb(0, 0, 238)', 'rgb(85, 26, 139)', 'rgb(158, 158, 255)', 'rgb(208, 173, 240)'].includes(style.color);
    if (element instanceof HTMLButtonElement) return style.borderTopStyle === 'outset';
    if (element instanceof HTMLSelectElement)
      return style.appearance !== 'none' && style.borderTopColor === 'rgb(118, 118, 118)';
    if (element instanceof HTMLTextAreaElement) return style.fontFamily === 'monospace';
    if (element instanceof HTMLInputElement) {
      if (['checkbox', 'radio'].includes(element.type))
        return style.appearance === 'auto' && style.accentColor === 'auto';
      if (['button', 'submit', 'reset'].includes(element.type)) return style.borderTopStyle === 'outset';
      return element.type !== 'range' && style.borderTopStyle === 'inset';
    }
    return style.borderTopStyle === 'groove';
  }

  /** Near enough to the name a screen reader says to know that there is one. */
  function hasName(element: Element): boolean {
    const labelled = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id));
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const own = [...element.querySelectorAll('[aria-label], [title], img[alt]')];
    return [
      element.getAttribute('aria-label'),
      element.getAttribute('title'),
      ...[...labelled, ...labels].map((each) => each && textOf(each)),
      element.matches('input, select, textarea') ? '' : textOf(element),
      ...own.map((each) => each.getAttribute('aria-label') ?? each.getAttribute('title') ?? each.getAttribute('alt')),
    ].some((name) => (name ?? '').trim() !== '');
  }

  function judgeControls(): void {
    const all =
      'a[href], button, input:not([type=hidden]), select, textarea, fieldset, [role=button], [role=checkbox], [role=switch], [role=combobox]';
    for (const element of document.querySelectorAll(all)) {
      if (!seen(element)) continue;
      if (inBrowsersLook(element)) faults.push(`in the browser's own look: ${short(element)}`);
      const aside = element.closest('[aria-hidden=true]') !== null || element.matches('fieldset');
      if (!aside && !hasName(element))
        faults.push(
          `control without a name: ${short(element)} in ${short(element.parentElement ?? element).slice(0, 80)}`,
        );
    }
  }

  /** For screen readers only: clipped to nothing. */
  function hides(element: Element, style = getComputedStyle(element)): boolean {
    const { width, height } = element.getBoundingClientRect();
    return style.clipPath === 'inset(50%)' || style.clip === 'rect(0px, 0px, 0px, 0px)' || (width <= 2 && height <= 2);
  }

  function judgeHidden(): void {
    for (const element of document.querySelectorAll('[hidden], [class*=hidden i], [class*=sr-only]')) {
      const meant =
        element.hasAttribute('hidden') ||
        [...element.classList].some((name) => /^(?:visually-?hidden|sr-only|hidden)$/i.test(name));
      // What is hidden from the eye and shows itself when focused is no fault.
      if (
        meant &&
        seen(element) &&
        !hides(element) &&
        textOf(element) !== '' &&
        !element.contains(document.activeElement)
      )
        faults.push(`hidden words are seen: ${short(element)}`);
    }
  }

  /** Whether something around it scrolls or cuts what is wider. */
  function heldBy(element: Element): Element | undefined {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return at;
    return undefined;
  }

  function judgeBoxes(): void {
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) faults.push(`the page is wider than the window by ${over} px`);
    for (const layer of document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')) {
      if (!seen(layer)) continue;
      const box = layer.getBoundingClientRect();
      if (box.width > 0 && (box.left < -1 || box.right > innerWidth + 1))
        faults.push(`outside the window: ${short(layer)}`);
    }
    for (const element of document.querySelectorAll('#root *, [data-portal] *')) judgeWords(element);
  }

  /** Its own words, not what lies in it: a handle may reach over its edge. */
  function judgeWords(element: Element): void {
    const own = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
    );
    if (own.length === 0 || element.closest('svg, option, .skip') || !seen(element)) return;
    const style = getComputedStyle(element);
    if (style.display === 'inline' || hides(element, style)) return;
    const box = element.getBoundingClientRect();
    const range = document.createRange();
    const right = Math.max(
      ...own.map((node) => {
        range.selectNodeContents(node);
        return range.getBoundingClientRect().right;
      }),
    );
    const more = Math.round(right - box.right);
    if (more <= 1) return;
    if (style.overflowX === 'visible') {
      const held = heldBy(element)?.getBoundingClientRect();
      // Inside something that scrolls or cuts it is told only when it lies over what stands beside it.
      const reaches = Math.min(
        held?.right ?? innerWidth,
        element.parentElement?.getBoundingClientRect().right ?? innerWidth,
      );
      if (right > reaches + 1) faults.push(`words outside their box by ${more} px: ${short(element)}`);
    } else if (
      style.overflowX === 'hidden' &&
      style.textOverflow !== 'ellipsis' &&
      element.closest('button, a[href], [role=button]')
    )
      faults.push(`words of a control cut off by ${more} px: ${short(element)}`);
  }

  function judgeDrawing(): void {
    const failed = document.querySelector('[data-testid=drawing-failed]');
    // What the router itself shows where a page has no place for its failure.
    const router = [...document.querySelectorAll('strong')].find((each) => textOf(each) === 'Something went wrong!');
    for (const found of [failed, router]) if (found && seen(found)) faults.push(`could not be drawn: ${textOf(found)}`);
  }

  /**
   * Everything a person sees or a screen reader says: texts, names, placeholders, titles. What is marked as English (a mail to
   * somebody who reads English) is meant to be.
   */
  function readWords(): string[] {
    const found: string[] = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (!node.parentElement?.closest('script, style, body [lang^="en"]')) found.push(node.textContent ?? '');
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? '');
    return [...new Set(found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== ''))];
  }

  judgeDrawing();
  judgeClasses();
  judgeControls();
  judgeHidden();
  judgeBoxes();
  return { same: false, faults: [...new Set(faults)], words: wanted ? readWords() : [] };
}
