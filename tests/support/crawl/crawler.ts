/**
 * Goes through the product as one person: opens every page that a link leads to, then every panel, dialog and menu of each, types
 * into every field, gives each that takes one a broken file, presses every button that neither destroys nor leaves, and judges the
 * page after each step. What it did not come to is said, and comes first another time (`kept-crawl.ts`). The work done is bounded by
 * time, because some pages have no end.
 */
import { type BrowserContext, errors, type Locator, type Page } from 'playwright-core';
import { SIMULATOR_PAGES } from '@scanship/server/platform/simulators/simulator-pages';
import { settled } from '../screens.ts';
import { type Control, manners, readScene, type Scene } from './controls.ts';
import { faultsOfPage } from './faults-of-page.ts';
import { type KeptCrawl, nothingKept } from './kept-crawl.ts';
import { quietWatch } from './quiet.ts';

export interface CrawlOptions {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly isEnglish?: ((text: string) => string | undefined) | undefined;
  /** Errors of scripts and of the console since the last time asked. */
  readonly complaints: () => readonly string[];
  /** All pages are looked at however long it takes; controls are tried until this is over. */
  readonly seconds: number;
  /** Only pages whose address begins with it. */
  readonly only?: string | undefined;
  /** Tries the controls of the pages that were found last first: what time does not suffice for is then something else. */
  readonly fromEnd?: boolean | undefined;
  /** What was tried before and is not tried again. */
  readonly kept?: KeptCrawl | undefined;
}

export interface CrawlReport {
  readonly pages: readonly string[];
  /** Those tried before included. */
  readonly controls: number;
  readonly layers: readonly string[];
  /** Each fault once, with where it was seen first. */
  readonly faults: readonly string[];
  /** Names of controls that leave or change who is there, and were left alone. */
  readonly leftAlone: readonly string[];
  readonly notReached: readonly string[];
}

/** A control that opened a layer, and the layer's name. */
interface Opener {
  readonly key: string;
  readonly name: string;
  readonly layer: string;
}

const LONG = 'Élodie-Anaïs Brûlé-Lévesque de la Côte-Saint-Barthélemy, façonnière d’œuvres à L’Île-Bizard';
const TYPED: Readonly<Record<string, string>> = {
  number: '1234567',
  date: '2031-12-28',
  'datetime-local': '2031-12-28T16:45',
  month: '2031-12',
  week: '2031-W52',
  time: '16:45',
  color: '#8a2be2',
  range: '1',
};
/** Pages that differ only in whose they are. */
const SAME_SORT = 2;
const DEEPEST = 4;
const PRESS_MS = 2500;

/** What of an address chooses between contents; everything else sorts, searches or turns pages of the same. */
const CHOOSES = new Set(['tab', 'state', 'owner', 'range', 'order', 'product', 'create', 'view', 'step']);
const OWN = /[\da-f]{8}-[\da-f-]{27}|\d{2,}/gi;

/** A path without what is one thing's own: "/customer/:id". */
const pathSort = (address: string): string => new URL(address, 'http://crawl').pathname.replaceAll(OWN, ':id');

/** An address without what is one thing's own: "/customer/:id?tab=plan". */
export function sortOf(address: string): string {
  const all = [...new URL(address, 'http://crawl').searchParams];
  const choosing = all
    .filter(([name]) => CHOOSES.has(name))
    .map(([name, value]) => `${name}=${value.replaceAll(OWN, ':id')}`);
  const rest = choosing.length > 0 ? [] : all.map(([name]) => name);
  const values = [...choosing, ...rest].toSorted();
  return pathSort(address) + (values.length > 0 ? `?${values.join('&')}` : '');
}

export async function crawl({
  page,
  context,
  isEnglish,
  complaints,
  seconds,
  only = '/',
  fromEnd = false,
  kept = nothingKept(),
}: CrawlOptions): Promise<CrawlReport> {
  const { leaves, destroys } = manners();
  const faults = new Map<string, string>();
  const notReached = new Set<string>();
  const leftAlone = new Set<string>();
  const done = new Set(kept.controls);
  const layers = new Set(kept.layers);
  const sorts = new Map<string, string[]>();
  let ends = Number.POSITIVE_INFINITY;
  /** While it stands, nothing that changes anything reaches the server. */
  let holding = false;
  const serverErrors: string[] = [];
  /** Drawn anew while they were tried, and to be tried once more. */
  const drawnAnew = new Set<string>();
  /** Whether nothing was found since it was set. */
  let inOrder = true;

  context.on('page', (other) => void (other !== page && other.close()));
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('filechooser', () => undefined);
  page.on('response', (answer) => {
    if (answer.status() >= 500)
      serverErrors.push(`the server answered ${answer.status()}: ${answer.request().method()} ${sortOf(answer.url())}`);
  });
  await page.route('**/api/**', (route) =>
    holding && route.request().method() !== 'GET' ? route.abort('connectionrefused') : route.continue(),
  );
  const quiet = quietWatch(page);

  function tell(fault: string, where: string): void {
    if (!faults.has(fault)) faults.set(fault, where);
  }

  async function judge(where: string): Promise<void> {
    const seen = await faultsOfPage(page, { isEnglish });
    // A press may have led to a vendor's page meanwhile.
    const found = [...(outside() ? [] : seen), ...complaints(), ...serverErrors.splice(0)];
    if (found.length > 0) inOrder = false;
    for (const fault of found) tell(fault, where);
  }

  /** Pages of a sort are opened up to a number; others are like them. */
  function note(address: string): boolean {
    // A page in another language than the one that is judged.
    if (!address.startsWith(only) || new URL(address, 'http://crawl').searchParams.has('lang')) return false;
    const sort = sortOf(address);
    const known = sorts.get(sort) ?? [];
    if (known.includes(address) || known.length >= (sort.includes(':id') ? SAME_SORT : 1)) return false;
    sorts.set(sort, [...known, address]);
    return true;
  }

  const here = (): string => {
    const { pathname, search } = new URL(page.url());
    return pathname + search;
  };
  let origin = '';
  /** At a vendor's: simulated ones answer below the product's own address. */
  const outside = (): boolean => {
    const { origin: there, pathname } = new URL(page.url());
    return origin !== '' && (there !== origin || pathname.startsWith(SIMULATOR_PAGES));
  };

  async function open(address: string): Promise<void> {
    await page.goto(address);
    try {
      await settled(page);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      tell('the page goes on waiting', sortOf(address));
    }
    await quiet();
  }

  /** The page, with the layers of a trail open on it. */
  async function arrive(address: string, trail: readonly Opener[]): Promise<Scene | undefined> {
    const wanted = trail.at(-1)?.layer ?? '';
    if (!outside() && here() === settledAt) {
      let scene = await readScene(page);
      for (let tries = 0; scene.layer !== wanted && scene.layers > 0 && tries < 4; tries++) {
        await page.keyboard.press('Escape');
        await quiet();
        scene = await readScene(page);
      }
      if (scene.layer === wanted) return scene;
      const again = scene.layers === 0 && here() === settledAt ? await follow(trail) : undefined;
      if (again) return again;
    }
    await open(address);
    settledAt = here();
    return follow(trail);
  }

  /** Opens the layers of a trail one after the other; nothing where one does not open. */
  async function follow(trail: readonly Opener[]): Promise<Scene | undefined> {
    let scene = await readScene(page);
    for (const { key, name, layer } of trail) {
      const find = (): Control | undefined =>
        scene.controls.find((control) => control.key === key && control.name === name) ??
        // Others of its sort may have come or gone before it.
        scene.controls.find((control) => control.kind === 'press' && control.name === name) ??
        scene.controls.find((control) => control.key === key);
      let opener = find();
      // What it stands on may have to be fetched, as what it opens below.
      for (let tries = 0; !opener && tries < 40; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        scene = await readScene(page);
        opener = find();
      }
      if (!opener) {
        missed = `no "${name}" among ${scene.controls.length} controls of "${scene.layer}"`;
        return undefined;
      }
      try {
        await press(page.locator(opener.selector), opener);
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error;
        missed = `"${name}" could not be pressed`;
        return undefined;
      }
      scene = await readScene(page);
      // Its code and what it shows may have to be fetched.
      for (let tries = 0; scene.layer !== layer && tries < 40; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        scene = await readScene(page);
      }
      if (scene.layer !== layer) {
        missed = `"${name}" opened "${scene.layer}" instead of "${layer}"`;
        return undefined;
      }
    }
    return scene;
  }
  let settledAt = '';
  let missed = '';

  /** What says that it opens something may have to be fetched first. */
  async function opened({ selector, kind, opens }: Control): Promise<Scene> {
    let scene = await readScene(page);
    if (kind !== 'press' || !opens || (await page.locator(selector).count()) === 0) return scene;
    for (let tries = 0; scene.layers === 0 && tries < 10; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      scene = await readScene(page);
    }
    return scene;
  }

  async function press(target: Locator, control: Control): Promise<void> {
    holding = destroys(control.name);
    try {
      await target.click({ timeout: PRESS_MS });
      await quiet();
    } finally {
      holding = false;
    }
  }

  async function type(target: Locator, where: string): Promise<void> {
    const kind = await target.evaluate(
      (element) => (element instanceof HTMLInputElement ? element.type : ''),
      undefined,
      { timeout: PRESS_MS },
    );
    const before = await target.inputValue();
    await target.fill(TYPED[kind] ?? LONG, { timeout: PRESS_MS });
    await quiet();
    await judge(`${where}, filled in`);
    if (kind !== 'color' && kind !== 'range') {
      await target.fill('', { timeout: PRESS_MS });
      await quiet();
      await judge(`${where}, emptied`);
    }
    await target.fill(before, { timeout: PRESS_MS });
    await target.blur();
  }

  async function choose(target: Locator, where: string): Promise<void> {
    const before = await target.inputValue();
    const values = await target.evaluate((element) =>
      [...(element as HTMLSelectElement).options].filter((option) => !option.disabled).map((option) => option.value),
    );
    const other = values.findLast((value) => value !== before);
    if (other === undefined) return;
    await target.selectOption(other, { timeout: PRESS_MS });
    await quiet();
    await judge(`${where}, chosen`);
    // What asks to choose something may be no choice any more.
    if ((await target.isVisible()) && (await target.locator(`option[value="${before}"]:enabled`).count()) > 0)
      await target.selectOption(before, { timeout: PRESS_MS });
  }

  async function toggle(target: Locator, control: Control): Promise<void> {
    // A switch's own box has no size: what is seen is its label.
    const flip = (): Promise<void> => target.evaluate((element) => (element as HTMLElement).click());
    holding = destroys(control.name);
    await flip();
    await quiet();
    if ((await target.count()) > 0 && (await target.getAttribute('type')) === 'checkbox') await flip();
    holding = false;
  }

  /** Bytes that are no file of any kind, under a name that the field takes. */
  async function give(target: Locator): Promise<void> {
    const accepted = (await target.getAttribute('accept')) ?? '';
    const ending = /\.\w+/.exec(accepted)?.[0] ?? (accepted.includes('image') ? '.png' : '.csv');
    const buffer = Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 37) % 256));
    await target.setInputFiles({ name: `Reçu n° 1${ending}`, mimeType: 'application/octet-stream', buffer });
    await quiet();
  }

  async function act(control: Control, where: string): Promise<void> {
    const target = page.locator(control.selector);
    if (control.kind === 'file') return give(target);
    if (control.kind === 'type') return type(target, where);
    if (control.kind === 'choose') return choose(target, where);
    if (control.kind === 'toggle') return toggle(target, control);
    return press(target, control);
  }

  /** Tries all controls of a page, or of the layer on top of it, that were not tried yet. @returns whether all are in order */
  async function explore(address: string, trail: readonly Opener[], rest: string[]): Promise<boolean> {
    const place = [sortOf(address), ...trail.map(({ layer }) => layer)].join(' > ');
    let fresh = settledAt === '';
    let last: { readonly control: Control; readonly key: string; readonly inOrder: boolean } | undefined;
    let whole = true;
    /** Controls that were still to be tried when it was last seen. */
    let left = 1;
    for (;;) {
      if (last) {
        const { control, key } = last;
        const opened = await enter(address, trail, control, rest);
        if (opened && last.inOrder) kept.controls.add(key);
        else whole = false;
      }
      last = undefined;
      const scene = await arrive(address, trail);
      if (!scene) {
        if (left === 0) return whole;
        notReached.add(`${place}: did not open a second time (${missed})`);
        return false;
      }
      const scope = scene.layer === '' ? pathSort(address) : `layer ${scene.layer}`;
      const keyOf = (control: Control): string => `${control.shell ? 'shell' : scope} ${control.key}`;
      const open = scene.controls.filter((control) => !done.has(keyOf(control)));
      const next = open.find(({ primary }) => !primary) ?? open[0];
      left = open.length - 1;
      if (Date.now() > ends) {
        if (next) notReached.add(`${place}: ${open.length} controls, no time left`);
        return whole && !next;
      }
      if (!next) {
        // What was seen at first may have given way to what came after it.
        if (fresh || trail.length > 0) return whole;
        fresh = true;
        settledAt = '';
        continue;
      }
      fresh = false;
      const key = keyOf(next);
      done.add(key);
      if (leaves(next.name)) {
        leftAlone.add(next.name);
        continue;
      }
      const where = `${place}: ${next.kind} "${next.name}"`;
      inOrder = true;
      try {
        await act(next, where);
      } catch (error) {
        holding = false;
        if (!drawnAnew.has(key) && (await page.locator(next.selector).count()) === 0) {
          drawnAnew.add(key);
          done.delete(key);
          continue;
        }
        whole = false;
        notReached.add(
          `${where}: ${
            String(error)
              .split('\n')
              .find((line) => /intercepts|not visible|outside|stable|detached|Timeout/.test(line)) ??
            String(error).slice(0, 200)
          }`,
        );
        continue;
      }
      if (!outside()) await judge(where);
      last = { control: next, key, inOrder };
    }
  }

  /** What the control opened is gone through at once, and where it leads to later. @returns whether all it opened is in order */
  async function enter(address: string, trail: readonly Opener[], opener: Control, rest: string[]): Promise<boolean> {
    if (outside()) return true;
    // A page that only this control leads to is found again by it alone.
    let found = false;
    if (opener.kind !== 'type' && here() !== settledAt && note(here())) {
      rest.push(here());
      found = true;
    }
    const now = await opened(opener);
    for (const link of now.links)
      if (note(link)) {
        rest.push(link);
        found = true;
      }
    if (now.layer === '' || now.layer === trail.at(-1)?.layer || layers.has(now.layer)) return !found;
    layers.add(now.layer);
    if (trail.length >= DEEPEST) return !found;
    const { key, name } = opener;
    const whole = await explore(address, [...trail, { key, name, layer: now.layer }], rest);
    if (whole) kept.layers.add(now.layer);
    kept.save();
    return whole && !found;
  }

  await open(only);
  origin = new URL(page.url()).origin;
  note(here());
  const pages: string[] = [here()];
  const looked: string[] = [];
  const lookAt = async (address: string): Promise<void> => {
    await open(address);
    await judge(sortOf(address));
    looked.push(address);
    note(here());
    for (const link of (await readScene(page)).links) if (note(link)) pages.push(link);
  };
  for (let at = 0; at < pages.length; at++) await lookAt(pages[at] ?? '');
  ends = Date.now() + seconds * 1000;
  if (fromEnd) pages.reverse();
  for (let at = 0; at < pages.length; at++) {
    const address = pages[at] ?? '';
    if (!looked.includes(address)) await lookAt(address);
    settledAt = '';
    await explore(address, [], pages);
    kept.save();
  }
  return {
    pages: [...sorts.keys()].toSorted(),
    controls: done.size,
    layers: [...layers].toSorted(),
    faults: [...faults].map(([fault, where]) => `${fault}\n    at ${where}`),
    leftAlone: [...leftAlone].toSorted(),
    notReached: [...notReached],
  };
}
