import { describe, expect, test } from 'vitest';
import {
  chooseUsbPrinter,
  knownUsbPrinter,
  printerPlace,
  sendToUsbPrinter,
  type Usb,
  type UsbConfiguration,
  type UsbDevice,
  UsbPrinterError,
} from './web-usb-printer.ts';

const LAYOUT: UsbConfiguration = {
  configurationValue: 1,
  interfaces: [
    {
      interfaceNumber: 0,
      alternates: [
        {
          alternateSetting: 0,
          interfaceClass: 3,
          endpoints: [{ endpointNumber: 1, direction: 'in', type: 'interrupt' }],
        },
      ],
    },
    {
      interfaceNumber: 2,
      alternates: [
        {
          alternateSetting: 1,
          interfaceClass: 7,
          endpoints: [
            { endpointNumber: 1, direction: 'in', type: 'bulk' },
            { endpointNumber: 4, direction: 'out', type: 'bulk' },
          ],
        },
      ],
    },
  ],
};

/** A printer that keeps what it was sent and insists on the order of WebUSB's steps. */
class SimulatedPrinter implements UsbDevice {
  readonly productName = 'ZTC ZD421';
  readonly manufacturerName = 'Zebra';
  readonly configurations: readonly UsbConfiguration[];
  opened = false;
  configuration: UsbConfiguration | null = null;
  claimed: number | undefined;
  alternate = 0;
  readonly received: number[] = [];
  /** Bytes after which it stops, and how many it takes at once. */
  stopsAfter = Infinity;
  takes = Infinity;
  held = false;

  constructor(layout: UsbConfiguration = LAYOUT) {
    this.configurations = [layout];
  }
  async open() {
    this.opened = true;
  }
  async close() {
    this.opened = false;
    this.configuration = null;
    this.claimed = undefined;
  }
  async selectConfiguration(value: number) {
    if (!this.opened) throw new Error('not open');
    this.configuration = this.configurations.find((each) => each.configurationValue === value) ?? null;
  }
  async claimInterface(number: number) {
    if (this.held) throw new Error('Unable to claim interface.');
    if (!this.configuration) throw new Error('no configuration');
    this.claimed = number;
  }
  async releaseInterface(number: number) {
    if (this.claimed === number) this.claimed = undefined;
  }
  async selectAlternateInterface(_number: number, alternate: number) {
    this.alternate = alternate;
  }
  async transferOut(endpoint: number, data: Uint8Array<ArrayBuffer>) {
    if (this.claimed !== 2 || this.alternate !== 1 || endpoint !== 4) throw new Error('not claimed');
    if (this.received.length >= this.stopsAfter) return { status: 'stall', bytesWritten: 0 };
    const part = data.slice(0, this.takes);
    this.received.push(...part);
    return { status: 'ok', bytesWritten: part.byteLength };
  }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof UsbPrinterError ? error.failure : String(error)),
  );

describe('a printer at the USB of this computer', () => {
  test('gets every byte in order, also when it takes little at a time, and is given back', async () => {
    const printer = new SimulatedPrinter();
    printer.takes = 700;
    const bytes = Uint8Array.from({ length: 40_000 }, (_, at) => at % 251);
    await sendToUsbPrinter(printer, bytes);
    expect(Uint8Array.from(printer.received)).toEqual(bytes);
    expect([printer.opened, printer.claimed]).toEqual([false, undefined]);
    // A second label goes the same way.
    await sendToUsbPrinter(printer, new Uint8Array([1, 2, 3]));
    expect(printer.received).toHaveLength(40_003);
  });

  test('one that another program holds, and one that stops in the middle, are told apart', async () => {
    const held = new SimulatedPrinter();
    held.held = true;
    expect(await failureOf(sendToUsbPrinter(held, new Uint8Array(10)))).toBe('in-use');
    const stops = new SimulatedPrinter();
    stops.stopsAfter = 16 * 1024;
    expect(await failureOf(sendToUsbPrinter(stops, new Uint8Array(50_000)))).toBe('cut-off');
    expect([held.opened, stops.opened]).toEqual([false, false]);
  });

  test('is found among what was allowed; what has no printer interface is no printer', async () => {
    const keyboard = new SimulatedPrinter({ configurationValue: 1, interfaces: LAYOUT.interfaces.slice(0, 1) });
    const printer = new SimulatedPrinter();
    expect(printerPlace(printer)).toEqual({ configuration: 1, interface: 2, alternate: 1, endpoint: 4 });
    expect(printerPlace(keyboard)).toBeUndefined();
    const usb = (devices: readonly UsbDevice[], chosen?: UsbDevice): Usb => ({
      getDevices: () => Promise.resolve(devices),
      requestDevice: () => (chosen ? Promise.resolve(chosen) : Promise.reject(new Error('No device selected.'))),
    });
    expect(await knownUsbPrinter(usb([keyboard, printer]))).toBe(printer);
    expect(await chooseUsbPrinter(usb([], printer))).toBe(printer);
    expect(await failureOf(chooseUsbPrinter(usb([])))).toBe('not-chosen');
    expect(await failureOf(chooseUsbPrinter(usb([], keyboard)))).toBe('no-printer');
  });
});
