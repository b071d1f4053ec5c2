/** What the fault run and its server process say to each other. */
export interface ChildSettings {
  readonly database: { readonly socketFolder: string; readonly port: number; readonly superuser: string };
  readonly dataDir: string;
  /** File of the thread that draws labels. */
  readonly documentWorker: string;
  /** 32 bytes as hex. */
  readonly key: string;
  /** Base address of the simulators' host. */
  readonly simulators: string;
  readonly leaseMs: number;
  readonly timeScale: number;
  readonly seed: boolean;
  /** Beside what every server of these tests has. */
  readonly env: Readonly<Record<string, string>>;
  readonly logLevel: 'silent' | 'error' | 'warn';
}

export type ChildOrder =
  /** Die when `point` has been passed `passes` times; with `table`, by operations of that table of the journal. */
  | { readonly kind: 'arm'; readonly point: string; readonly passes: number; readonly table?: 'effects' | 'purchases' }
  | { readonly kind: 'disarm' };

export type ChildReport = { readonly kind: 'ready'; readonly port: number } | { readonly kind: 'heard' };
