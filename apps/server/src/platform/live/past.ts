/** The last notices of this process, so that a stream that broke off goes on where it was. Bounded by number and size. */
import type { TenantNotice } from './notices.ts';

interface Kept {
  readonly id: string;
  readonly tenantId: string | undefined;
  readonly notice: TenantNotice | undefined;
  readonly bytes: number;
}

export class Past {
  private readonly most: number;
  private readonly mostBytes: number;
  /** Place of each notice, counted from the first one ever. */
  private places = new Map<string, number>();
  private kept: Kept[] = [];
  private dropped = 0;
  private bytes = 0;

  constructor(most = 20_000, mostBytes = 8 * 1024 * 1024) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /** @param bytes length of the notice as it was heard */
  add(id: string, bytes: number, tenantId?: string, notice?: TenantNotice): void {
    this.places.set(id, this.dropped + this.kept.length);
    this.kept.push({ id, tenantId, notice, bytes });
    this.bytes += bytes;
    if (this.kept.length > this.most || this.bytes > this.mostBytes) this.trim();
  }

  /** A tenth more than has to go, so that the rest is moved now and then only. */
  private trim(): void {
    let out = 0;
    for (const gone of this.kept.slice(0, -1)) {
      if (this.kept.length - out <= this.most * 0.9 && this.bytes <= this.mostBytes * 0.9) break;
      this.places.delete(gone.id);
      this.bytes -= gone.bytes;
      out += 1;
    }
    this.kept.splice(0, out);
    this.dropped += out;
  }

  /** Nothing before this moment is known. @param mark a place to come back to */
  startAnew(mark: string): void {
    this.places = new Map();
    this.dropped += this.kept.length;
    this.kept = [];
    this.bytes = 0;
    this.add(mark, mark.length);
  }

  /** Where a stream stands that has heard everything. */
  get latest(): string {
    return this.kept.at(-1)?.id ?? '';
  }

  /** The tenant's notices behind a place, or undefined when that place is not known any more. */
  since(id: string, tenantId: string): readonly TenantNotice[] | undefined {
    const place = this.places.get(id);
    if (place === undefined) return undefined;
    return this.kept
      .slice(place - this.dropped + 1)
      .flatMap((each) => (each.tenantId === tenantId && each.notice ? [each.notice] : []));
  }
}
