/** A real Chromium for the browser tests: one that is installed, else the one from npm (Linux x64). */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

const WITH_WINDOW = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
/** The same browser without its window: the files of a lane cost a quarter less of the processor in it. It has no PDF viewer. */
const WITHOUT_WINDOW = 'chromium-headless-shell';
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
async function findBrowser(names: readonly string[]): Promise<{ path: string; args: readonly string[] }> {
  const named =
    process.env['CHROMIUM_PATH'] ?? names.map(onPath).find((p) => p) ?? APPLICATIONS.find((p) => existsSync(p));
  if (named) return { path: named, args: [] };
  const { default: packaged } = await import('@sparticuz/chromium');
  return { path: await packaged.executablePath(), args: packaged.args.filter((arg) => !FOR_FUNCTIONS.includes(arg)) };
}

async function launchOptions(names: readonly string[]) {
  const { path, args } = await findBrowser(names);
  const root = process.getuid?.() === 0;
  return { executablePath: path, headless: true, args: [...QUIET, ...args, ...(root ? ['--no-sandbox'] : [])] };
}

/** As people have it, with a PDF viewer, where one with a window is installed. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch(await launchOptions([...WITH_WINDOW, WITHOUT_WINDOW]));

/** A browser that several test files connect to in turn. */
export const serveBrowser = async (): Promise<BrowserServer> =>
  chromium.launchServer(await launchOptions([WITHOUT_WINDOW, ...WITH_WINDOW]));
