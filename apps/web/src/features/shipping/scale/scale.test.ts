/** The device below is the browser's part, told what to send; what is tested is all that happens on our side of it. */
import { describe, expect, it } from 'vitest';
import { type Hid, type HidDevice, type HidReport, readScale } from './scale.ts';

const SHORT_MS = 30;
const report = (status: number, weight: number): DataView =>
  new DataView(Uint8Array.of(status, 2, 0, weight & 0xff, weight >> 8).buffer);
const stable = (weight: number) => report(4, weight);
const moving = (weight: number) => report(3, weight);

interface Wish {
  /** Sent once somebody listens to the open device. */
  readonly sends?: readonly DataView[];
  readonly usagePage?: number;
  readonly opens?: boolean;
}
class Device implements HidDevice {
  opened = false;
  opening = 0;
  readonly listeners = new Set<(report: HidReport) => void>();
  readonly collections: HidDevice['collections'];
  readonly #wish: Wish;
  constructor(wish: Wish) {
    this.#wish = wish;
    this.collections = [{ usagePage: 0x01 }, { usagePage: wish.usagePage ?? 0x8d }];
  }
  async open() {
    if (this.#wish.opens === false) throw new DOMException('Failed to open the device.', 'NotAllowedError');
    this.opened = true;
    this.opening += 1;
  }
  async close() {
    this.opened = false;
  }
  addEventListener(_: 'inputreport', listener: (report: HidReport) => void) {
    this.listeners.add(listener);
    for (const [at, data] of (this.#wish.sends ?? []).entries())
      setTimeout(() => {
        for (const each of this.opened ? this.listeners : []) each({ data });
      }, at);
  }
  removeEventListener(_: 'inputreport', listener: (report: HidReport) => void) {
    this.listeners.delete(listener);
  }
}
function hidOf(known: HidDevice[], choice: HidDevice[] = []) {
  const asked: unknown[] = [];
  const hid: Hid = {
    getDevices: async () => known,
    requestDevice: async (options) => {
      asked.push(options);
      known.push(...choice);
      return choice;
    },
  };
  return { hid, asked };
}
const refusal = (why: string) => ({ kind: 'refused', why });

describe('the first time', () => {
  it('asks for a device of the usage page of scales, and later uses it unasked', async () => {
    const scale = new Device({ sends: [stable(1234), stable(1234)] });
    const { hid, asked } = hidOf([], [scale]);
    expect(await readScale(hid, undefined, SHORT_MS)).toEqual({ kind: 'weight', grams: 1234 });
    expect(asked).toEqual([{ filters: [{ usagePage: 0x8d }] }]);
    expect(await readScale(hid, undefined, SHORT_MS)).toEqual({ kind: 'weight', grams: 1234 });
    expect(asked).toHaveLength(1);
    expect(scale.opening).toBe(2);
  });

  it('passes over devices of the site that are no scale', async () => {
    const { hid, asked } = hidOf([new Device({ usagePage: 0x8c })], [new Device({ sends: [stable(7), stable(7)] })]);
    expect(await readScale(hid, undefined, SHORT_MS)).toEqual({ kind: 'weight', grams: 7 });
    expect(asked).toHaveLength(1);
  });

  it('says so when nothing was chosen, when the browser forbids it, and when it has no WebHID', async () => {
    expect(await readScale(hidOf([]).hid, undefined, SHORT_MS)).toEqual(refusal('notChosen'));
    const forbidden: Hid = {
      getDevices: async () => [],
      requestDevice: async () => {
        throw new DOMException('Must be handling a user gesture', 'SecurityError');
      },
    };
    expect(await readScale(forbidden, undefined, SHORT_MS)).toEqual(refusal('notAllowed'));
    expect(await readScale(undefined, undefined, SHORT_MS)).toEqual(refusal('unsupported'));
  });
});

describe('a reading', () => {
  const read = async (wish: Wish) => {
    const scale = new Device(wish);
    const reading = await readScale(hidOf([scale]).hid, undefined, SHORT_MS);
    // Nothing is held after a reading, whatever came of it.
    expect({ opened: scale.opened, listeners: scale.listeners.size }).toEqual({ opened: false, listeners: 0 });
    return reading;
  };
  it('passes over the weight of the time before and waits until the parcel is at rest', async () => {
    expect(await read({ sends: [stable(300), moving(480), moving(510), stable(500), stable(500)] })).toEqual({
      kind: 'weight',
      grams: 500,
    });
  });
  it('takes the only stable weight of a scale that sends changes alone', async () => {
    expect(await read({ sends: [moving(480), stable(500)] })).toEqual({ kind: 'weight', grams: 500 });
  });
  it('in motion to the end is refused, also after it was stable once', async () => {
    expect(await read({ sends: [moving(480), moving(510), moving(490)] })).toEqual(refusal('motion'));
    expect(await read({ sends: [stable(300), moving(510)] })).toEqual(refusal('motion'));
  });
  it('of a scale that cannot weigh says what the scale says', async () => {
    expect(await read({ sends: [report(5, 20), report(5, 20)] })).toEqual(refusal('underZero'));
    expect(await read({ sends: [report(6, 0), report(6, 0)] })).toEqual(refusal('overLimit'));
    expect(await read({ sends: [report(7, 0)] })).toEqual(refusal('calibration'));
  });
  it('of a scale that is silent, or sends other reports only, ends by itself', async () => {
    expect(await read({})).toEqual(refusal('silent'));
    expect(await read({ sends: [new DataView(Uint8Array.of(4).buffer)] })).toEqual(refusal('silent'));
  });
  it('of a scale that another program holds says that it cannot be opened', async () => {
    expect(await read({ opens: false })).toEqual(refusal('notOpened'));
  });
  it('that nobody waits for any more lets go of the scale', async () => {
    const scale = new Device({ sends: [moving(1)] });
    const control = new AbortController();
    const waiting = readScale(hidOf([scale]).hid, control.signal, 60_000);
    setTimeout(() => control.abort(), 5);
    await waiting;
    expect({ opened: scale.opened, listeners: scale.listeners.size }).toEqual({ opened: false, listeners: 0 });
  });
});
