/** A real Chromium for the browser tests: one that is installed, else the one from npm (Linux x64). */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

/** The one without a window comes last: it takes a quarter less of the processor, but has no PDF viewer, as people's browsers do. */
const INSTALLED = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chromium-headless-shell'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Keeps Chromium from looking up anything outside: the tests run offline. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

function onPath(name: string): string | undefined {
  try {
    return execFileSync(process.platform === 'win32' ? 'where' : 'which', [name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\n')[0]
      ?.trim();
  } catch {
    // `which` ends with 1 when there is none: that is the answer, not a failure.
    return undefined;
  }
}

/**
 * What the browser from npm is told for a cloud function and must not be told here: one process for everything, which the first
 * page that fails takes down, and no same-origin rule, without which no test would notice what a browser forbids.
 */
const FOR_FUNCTIONS = [
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
];

/** Path of a browser, in this order: CHROMIUM_PATH, an installed one, the one from npm. */
async function findBrowser(): Promise<{ path: string; args: readonly string[] }> {
  const named =
    process.env['CHROMIUM_PATH'] ?? INSTALLED.map(onPath).find((p) => p) ?? APPLICATIONS.find((p) => existsSync(p));
  if (named) return { path: named, args: [] };
  const { default: packaged } = await import('@sparticuz/chromium');
  return { path: await packaged.executablePath(), args: packaged.args.filter((arg) => !FOR_FUNCTIONS.includes(arg)) };
}

async function launchOptions() {
  const { path, args } = await findBrowser();
  const root = process.getuid?.() === 0;
  return { executablePath: path, headless: true, args: [...QUIET, ...args, ...(root ? ['--no-sandbox'] : [])] };
}

export const launchBrowser = async (): Promise<Browser> => chromium.launch(await launchOptions());

/** A browser that several test files connect to in turn. */
export const serveBrowser = async (): Promise<BrowserServer> => chromium.launchServer(await launchOptions());
