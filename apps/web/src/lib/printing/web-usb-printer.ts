/**
 * Raw data to a label printer on this computer's USB, straight from the browser (WebUSB; USB Device Class Definition for Printing
 * Devices 1.1: interface class 7, one bulk-out endpoint). For stations without a print agent; Chromium browsers only.
 */

/** The parts of WebUSB that are used. */
export interface UsbEndpoint {
  readonly endpointNumber: number;
  readonly direction: 'in' | 'out';
  readonly type: 'bulk' | 'interrupt' | 'isochronous';
}
export interface UsbAlternate {
  readonly alternateSetting: number;
  readonly interfaceClass: number;
  readonly endpoints: readonly UsbEndpoint[];
}
export interface UsbInterface {
  readonly interfaceNumber: number;
  readonly alternates: readonly UsbAlternate[];
}
export interface UsbConfiguration {
  readonly configurationValue: number;
  readonly interfaces: readonly UsbInterface[];
}
export interface UsbDevice {
  readonly productName?: string | undefined;
  readonly manufacturerName?: string | undefined;
  readonly opened: boolean;
  readonly configuration: UsbConfiguration | null;
  readonly configurations: readonly UsbConfiguration[];
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  releaseInterface(number: number): Promise<void>;
  selectAlternateInterface(number: number, alternate: number): Promise<void>;
  transferOut(
    endpoint: number,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<{ readonly status?: string; readonly bytesWritten?: number }>;
}
export interface Usb {
  getDevices(): Promise<readonly UsbDevice[]>;
  requestDevice(options: { readonly filters: readonly { readonly classCode: number }[] }): Promise<UsbDevice>;
}

/**
 * - `not-chosen`: nobody chose a device; `no-printer`: it has no printer interface; `in-use`: the system or another program
 *   holds it (Windows: the printer's own driver); `cut-off`: it stopped taking data, so nobody knows how much came out.
 */
export type UsbFailure = 'not-chosen' | 'no-printer' | 'in-use' | 'cut-off';
export class UsbPrinterError extends Error {
  override name = 'UsbPrinterError';
  readonly failure: UsbFailure;
  constructor(failure: UsbFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

const PRINTER_CLASS = 7;
/** What one transfer carries; printers take data as fast as they print. */
const CHUNK = 16 * 1024;

/** WebUSB, where the browser has it. */
export const browserUsb = (): Usb | undefined => {
  const usb: unknown = Reflect.get(globalThis.navigator ?? {}, 'usb');
  return typeof usb === 'object' && usb !== null ? (usb as Usb) : undefined;
};

interface Place {
  readonly configuration: number;
  readonly interface: number;
  readonly alternate: number;
  readonly endpoint: number;
}

/** Where raw data goes in, or undefined for what is no printer. */
export function printerPlace(device: Pick<UsbDevice, 'configuration' | 'configurations'>): Place | undefined {
  const configurations = device.configuration ? [device.configuration] : device.configurations;
  for (const configuration of configurations)
    for (const each of configuration.interfaces)
      for (const alternate of each.alternates) {
        if (alternate.interfaceClass !== PRINTER_CLASS) continue;
        const out = alternate.endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
        if (out)
          return {
            configuration: configuration.configurationValue,
            interface: each.interfaceNumber,
            alternate: alternate.alternateSetting,
            endpoint: out.endpointNumber,
          };
      }
  return undefined;
}

export const usbName = (device: UsbDevice): string =>
  [device.manufacturerName, device.productName].filter(Boolean).join(' ').trim();

/** A printer that was allowed before, without asking. */
export async function knownUsbPrinter(usb: Usb): Promise<UsbDevice | undefined> {
  return (await usb.getDevices()).find((device) => printerPlace(device) !== undefined);
}

/** Lets the person choose one; must be called from a press. @throws UsbPrinterError */
export async function chooseUsbPrinter(usb: Usb): Promise<UsbDevice> {
  let device: UsbDevice;
  try {
    device = await usb.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] });
  } catch (cause) {
    throw new UsbPrinterError('not-chosen', cause);
  }
  if (!printerPlace(device)) throw new UsbPrinterError('no-printer');
  return device;
}

/**
 * Sends everything or throws; the device is given back either way, so that other programs may use it.
 * @throws UsbPrinterError
 */
export async function sendToUsbPrinter(device: UsbDevice, bytes: Uint8Array): Promise<void> {
  const place = printerPlace(device);
  if (!place) throw new UsbPrinterError('no-printer');
  try {
    if (!device.opened) await device.open();
    if (device.configuration === null) await device.selectConfiguration(place.configuration);
    await device.claimInterface(place.interface);
    if (place.alternate !== 0) await device.selectAlternateInterface(place.interface, place.alternate);
  } catch (cause) {
    await device.close().catch(() => undefined);
    throw new UsbPrinterError('in-use', cause);
  }
  try {
    for (let at = 0; at < bytes.byteLength; ) {
      const part = new Uint8Array(bytes.slice(at, at + CHUNK));
      const { status, bytesWritten } = await device.transferOut(place.endpoint, part);
      if (status !== 'ok' || !bytesWritten) throw new Error(`transfer ended with ${status ?? 'nothing'}`);
      at += bytesWritten;
    }
  } catch (cause) {
    throw new UsbPrinterError('cut-off', cause);
  } finally {
    await device.releaseInterface(place.interface).catch(() => undefined);
    await device.close().catch(() => undefined);
  }
}

/** A label that shows that the printer takes ZPL: a frame, a line of text and a Code 128. */
export const USB_TEST_ZPL =
  '^XA^CI28^PW812^LL406^FO10,10^GB792,386,3^FS^FO40,50^A0N,50,50^FDScanShip^FS^FO40,130^BY3^BCN,120,Y,N,N^FDSCANSHIP-TEST^FS^XZ\n';
