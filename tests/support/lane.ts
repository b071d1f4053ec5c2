/** What a browser test works with: the lane's server and browser, signed-in pages, and what each page complained about. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DRAWN_FOR_HEADER } from '@scanship/contracts/access/drawn-for';
import { addOrder, type ManualOrder, type OrderDetail } from '@scanship/contracts/orders/orders';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject, type TestContext } from 'vitest';
import { launchBrowser } from './browser.ts';
import { DEMO_PASSWORD, type DemoUser, hostOf } from './demo.ts';
import { cookiesIn, note, openersIn } from './handed-out.ts';
import type { LaneAddresses } from './lane-setup.ts';
import { type Seller, signInAs } from './seller.ts';
import { sessionOf } from './session-of.ts';

export interface OpenOptions {
  /** Signed in without passing the sign-in page. */
  readonly as?: DemoUser;
  /** Host without a session; of the person otherwise. */
  readonly host?: string;
  readonly width?: number;
  readonly height?: number;
  readonly locale?: 'en-CA' | 'fr-CA';
  readonly layout?: Readonly<Record<string, string>>;
  /** In a browser that has a PDF viewer, as people's do; the lane's own has none. */
  readonly viewer?: boolean;
}

export interface Lane {
  readonly simulators: SimulatorAdmin;
  origin(host: string): string;
  /** A browser of its own: storage, cookies, window. */
  open(options?: OpenOptions): Promise<{ readonly page: Page; readonly context: BrowserContext }>;
  seller(user: DemoUser): Promise<Seller>;
  addOrder(user: DemoUser, order: ManualOrder): Promise<OrderDetail>;
  /** Errors of scripts and breaches of the content security policy on all pages since the last time asked. */
  complaints(): readonly string[];
  /** Call after each test: no complaint may be left, and of a failed test a picture of each page is kept. */
  after(context: TestContext): Promise<void>;
  close(): Promise<void>;
}

/** Calls that answer sessions, pairing codes and the addresses of consents to a page. */
const HANDS_OUT =
  /\/api\/(?:user\/|users\/|account\/totp|admin\/login|printer\/(?:setup|agents)|public\/|shippingCarrier\/onboarding|store\/)/;

/** Playwright's patience: what takes longer is broken, also where two cores do the work of six. How fast it is, the bench says. */
const PATIENCE_MS = 45_000;

/** @param at the lane's own server, unless told */
export async function openLane(at: LaneAddresses = inject('lane')): Promise<Lane> {
  const { port, browser: address, simulators, serverOutput } = at;
  const browser: Browser = await chromium.connect(address);
  let withViewer: Promise<Browser> | undefined;
  const sellers = new Map<DemoUser, Promise<Seller>>();
  const complaints: string[] = [];
  const origin = (host: string): string => `http://${host}:${port}`;
  const localOrigin = origin('localhost');

  function listen(context: BrowserContext): void {
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('weberror', (error) => complaints.push(`script: ${error.error().stack ?? error.error().message}`));
    context.on('console', (message) => {
      // The browser notes every answer from 400 up by itself; whether that is right is for the test to say.
      if (['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
        complaints.push(`console: ${message.text().slice(0, 600)}`);
    });
    context.on('response', (response) => {
      if (!HANDS_OUT.test(response.url()) || !response.ok()) return;
      // A page may be gone before its answer was read.
      void response.text().then(
        (text) => note(openersIn(text)),
        () => undefined,
      );
    });
    context.on('request', (request) => {
      const { authorization, [DRAWN_FOR_HEADER]: drawnFor, 'x-xsrf-token': xsrf } = request.headers();
      note([...openersIn(`${authorization ?? ''} ${request.url()}`), ...cookiesIn([`XSRF-TOKEN=${xsrf ?? ''}`])]);
      // Every changing call of a page says for whom it was drawn.
      if (request.method() !== 'GET' && authorization?.startsWith('Bearer ssa_') && !drawnFor)
        complaints.push(`drawn for nobody: ${request.method()} ${request.url()}`);
    });
  }

  function seller(user: DemoUser): Promise<Seller> {
    let found = sellers.get(user);
    if (!found) {
      found = signInAs({ origin: localOrigin, host: hostOf(user), userName: user, password: DEMO_PASSWORD });
      sellers.set(user, found);
    }
    return found;
  }

  return {
    simulators: createSimulatorAdmin(simulators),
    origin,
    async open({ as, host, width = 1280, height = 860, locale = 'en-CA', layout, viewer = false } = {}) {
      const opening = viewer ? (withViewer ??= launchBrowser()) : browser;
      const site = origin(as ? hostOf(as) : (host ?? 'localhost'));
      const stored = { ...(as ? await sessionOf(localOrigin, as) : {}), ...layoutEntry(locale, layout) };
      const context = await (await opening).newContext({
        baseURL: site,
        viewport: { width, height },
        locale,
        timezoneId: 'America/Toronto',
        acceptDownloads: true,
        storageState: {
          cookies: [],
          origins: [{ origin: site, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
        },
      });
      listen(context);
      return { page: await context.newPage(), context };
    },
    seller,
    async addOrder(user, order) {
      return (await seller(user)).must(addOrder, { body: order, idempotencyKey: randomUUID() });
    },
    complaints: () => complaints.splice(0),
    async after({ task }) {
      for (const context of browser.contexts())
        note(cookiesIn((await context.cookies()).map(({ name, value }) => `${name}=${value}`)));
      if (task.result?.state === 'fail') {
        await keepPictures(browser, task.name);
        const said = serverErrors(serverOutput, task.result.startTime ?? 0);
        for (const line of said) console.error(line);
        const [error] = task.result.errors ?? [];
        // The summary of a run prints them beside the failure (scripts/lanes.mjs).
        if (error) error.stack = [error.stack ?? error.message, ...said].join('\n');
      }
      expect(complaints.splice(0), 'errors of scripts or breaches of the content security policy').toEqual([]);
    },
    async close() {
      for (const signedIn of sellers.values()) await (await signedIn).close();
      await (await withViewer)?.close();
      await browser.close();
    },
  };
}

/** What the pages showed when a test failed, as pictures and as a screen reader has it, in the folder for temporary files. */
async function keepPictures(browser: Browser, name: string): Promise<void> {
  const folder = path.join(tmpdir(), 'scanship-browser-failures');
  mkdirSync(folder, { recursive: true });
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const file = path.join(folder, `${name.replaceAll(/[^\w]+/g, '-').slice(0, 60)}-${index}`);
    // A page that hangs must not hide the failure itself.
    await page.screenshot({ path: `${file}.png`, timeout: 3000 }).catch(() => undefined);
    const text = await page.locator('body').ariaSnapshot({ timeout: 3000 }).catch(String);
    writeFileSync(`${file}.txt`, `${page.url()}\n${text}\n`);
  }
}

const MOST_ERRORS = 10;
const timeOf = (line: string): string => /"time":"([^"]+)"/.exec(line)?.[1] ?? '';

/** What the server complained about since a test began: a page mostly says only that something went wrong. */
function serverErrors(serverOutput: string, since: number): readonly string[] {
  return readFileSync(serverOutput, 'utf8')
    .split('\n')
    .filter((line) => /"level":"(?:warn|error|fatal)"/.test(line) && Date.parse(timeOf(line)) >= since)
    .slice(-MOST_ERRORS)
    .map((line) => `the server: ${line.slice(0, 4000)}`);
}

function layoutEntry(locale: string, layout: OpenOptions['layout']): Record<string, string> {
  return { 'layout-settings': JSON.stringify({ locale, ...layout }) };
}
