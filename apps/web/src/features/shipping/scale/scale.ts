/**
 * A USB scale through WebHID (W3C Community Group draft "WebHID API"), which the library of TypeScript does not describe:
 * the types here are the part that is used. The scale is open only while it is read, so that other windows can read it too.
 */
import { isSettled, readScaleReport, SCALE_USAGE_PAGE, type ScaleFault, type ScaleReport } from './scale-report.ts';

export interface HidReport {
  readonly data: DataView;
}
export interface HidDevice {
  readonly opened: boolean;
  readonly collections: readonly { readonly usagePage?: number }[];
  open(): Promise<void>;
  close(): Promise<void>;
  addEventListener(type: 'inputreport', listener: (report: HidReport) => void): void;
  removeEventListener(type: 'inputreport', listener: (report: HidReport) => void): void;
}
/** `navigator.hid`. */
export interface Hid {
  /** Connected devices that a person allowed this site before. */
  getDevices(): Promise<readonly HidDevice[]>;
  /** Asks the person; empty when nothing was chosen. Only within a few seconds of a key press or click. */
  requestDevice(options: { filters: { usagePage: number }[] }): Promise<readonly HidDevice[]>;
}

declare global {
  interface Navigator {
    readonly hid?: Hid;
  }
}

export type ScaleRefusal = ScaleFault | 'unsupported' | 'notAllowed' | 'notChosen' | 'notOpened' | 'silent';
export type ScaleReading =
  | { readonly kind: 'weight'; readonly grams: number }
  | { readonly kind: 'refused'; readonly why: ScaleRefusal };

/** A scale that says nothing for this long, or does not come to rest, is not waited for. */
const PATIENCE_MS = 2000;

/** WebHID of this browser; undefined where it has none (Firefox, Safari, phones, pages without https). */
export function browserHid(): Hid | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.hid;
}

const isScale = (device: HidDevice): boolean =>
  device.collections.some((collection) => collection.usagePage === SCALE_USAGE_PAGE);
const refused = (why: ScaleRefusal): ScaleReading => ({ kind: 'refused', why });

/** The scale used before, else the one that the person chooses now; otherwise why there is none. */
async function findScale(hid: Hid): Promise<HidDevice | 'notChosen' | 'notAllowed'> {
  try {
    const known = (await hid.getDevices()).find(isScale);
    if (known) return known;
    const chosen = await hid.requestDevice({ filters: [{ usagePage: SCALE_USAGE_PAGE }] });
    return chosen.find(isScale) ?? 'notChosen';
  } catch {
    // A rule of the browser or of the organisation, or the press was too long ago.
    return 'notAllowed';
  }
}

/**
 * The weight on the scale in whole grams, or why there is none; never throws. To be called from a key press or a click, since
 * the first time it asks which device to use.
 * @param signal ends the waiting; the reading is then "silent" and for nobody
 */
export async function readScale(
  hid: Hid | undefined,
  signal?: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<ScaleReading> {
  if (!hid) return refused('unsupported');
  const scale = await findScale(hid);
  if (typeof scale === 'string') return refused(scale);
  try {
    if (!scale.opened) await scale.open();
  } catch {
    return refused('notOpened');
  }
  const reading = await settledWeight(scale, signal, patienceMs);
  // Unplugged meanwhile, it is closed already.
  await scale.close().catch(() => undefined);
  return reading;
}

/** Listens until the scale says the same twice; when time is out, what it said last stands. */
function settledWeight(scale: HidDevice, signal: AbortSignal | undefined, patienceMs: number): Promise<ScaleReading> {
  return new Promise((resolve) => {
    let last: ScaleReport | undefined;
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      scale.removeEventListener('inputreport', onReport);
      resolve(signal?.aborted ? refused('silent') : (last ?? refused('silent')));
    };
    const onReport = ({ data }: HidReport) => {
      const now = readScaleReport(data);
      if (!now) return;
      const settled = isSettled(last, now);
      last = now;
      if (settled) finish();
    };
    const timer = setTimeout(finish, patienceMs);
    signal?.addEventListener('abort', finish);
    scale.addEventListener('inputreport', onReport);
    if (signal?.aborted) finish();
  });
}
