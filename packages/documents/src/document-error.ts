export type DocumentErrorCode =
  /** What was handed in cannot be drawn or read; the message says what to change. */
  | 'bad-input'
  /** A file from elsewhere is damaged, locked or not what it claims to be. */
  | 'bad-file'
  | 'too-large'
  | 'timed-out'
  /** The drawing process ended in the middle of the job; the next job gets a new one. */
  | 'worker-died'
  | 'closed'
  /** A template does not compile: our mistake. */
  | 'template';

/** Every error this package throws on purpose. `message` is a plain sentence that may be shown to a user. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Whether the same call may succeed when repeated. */
  get retryable(): boolean {
    return this.code === 'timed-out' || this.code === 'worker-died';
  }
}
