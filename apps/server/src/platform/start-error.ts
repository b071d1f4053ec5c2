/** Why the server does not start, in one line for the person at the terminal; never with a stack. */
export class StartError extends Error {
  override name = 'StartError';
  /** What can be done beyond the line, for example SQL for an administrator. */
  readonly more: string | undefined;
  constructor(message: string, more?: string) {
    super(message);
    this.more = more;
  }
}
