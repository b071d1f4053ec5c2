/**
 * Reads barcodes of a picture: `BarcodeDetector` (WICG "Accelerated Shape Detection") where the browser has one that knows
 * labels' codes, else ZXing as WebAssembly, loaded when it is first wanted, from our own address.
 */
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

const FORMATS = ['code_128', 'code_39', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'qr_code', 'data_matrix'] as const;

export interface BarcodeReader {
  /** The first code in the picture; undefined while there is none. */
  read(picture: HTMLVideoElement | ImageBitmap): Promise<string | undefined>;
}

interface Detector {
  detect(picture: HTMLVideoElement | ImageBitmap): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}
declare global {
  interface Window {
    readonly BarcodeDetector?: DetectorClass;
  }
}

async function ownDetector(): Promise<Detector | undefined> {
  const own = window.BarcodeDetector;
  if (!own) return undefined;
  const known = await own.getSupportedFormats().catch(() => [] as readonly string[]);
  const wanted = FORMATS.filter((format) => known.includes(format));
  return known.includes('code_128') ? new own({ formats: wanted }) : undefined;
}

async function loadedDetector(): Promise<Detector> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
  prepareZXingModule({ overrides: { locateFile: (path: string) => (path.endsWith('.wasm') ? wasmUrl : path) } });
  return new BarcodeDetector({ formats: [...FORMATS] });
}

export async function openBarcodeReader(): Promise<BarcodeReader> {
  const detector = (await ownDetector()) ?? (await loadedDetector());
  return {
    async read(picture) {
      try {
        return (await detector.detect(picture))[0]?.rawValue;
      } catch {
        // A picture that is not there yet.
        return undefined;
      }
    },
  };
}
