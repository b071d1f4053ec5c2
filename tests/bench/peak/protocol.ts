/** What the peak bench and its server processes say to each other. */
export interface PeakSettings {
  readonly database: { readonly socketFolder: string; readonly port: number; readonly superuser: string };
  readonly dataDir: string;
  /** As the setting ROLE. */
  readonly role: 'all' | 'web' | 'worker';
  readonly documentWorker: string;
  /** 32 bytes as hex. */
  readonly key: string;
  /** Where each slow carrier answers. */
  readonly vendors: Readonly<Record<string, string>>;
}

export type PeakOrder = 'begin' | 'read';

/** Of one process since `begin`. */
export interface PeakReading {
  /** Processor time of all its threads, and of its main thread alone. Milliseconds. */
  readonly processorMs: number;
  readonly loopMs: number;
  /** How late the event loop came to a timer, 99 times in a hundred at the most. Milliseconds. */
  readonly delayP99Ms: number;
  /** Most memory it held, and what it held at `begin`. Bytes. */
  readonly peakBytes: number;
  readonly restBytes: number;
}

export type PeakReport =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'begun' }
  | { readonly kind: 'reading'; readonly reading: PeakReading };
