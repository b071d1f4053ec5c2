/** What is understood of vendors' answers: counted by connector, watched for a change, shown to the operator. */
import { getLeftOut } from '@scanship/contracts/carriers/left-out';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import type { MailModule } from '../mail/index.ts';
import { readLeftOut } from './left-out-view.ts';
import { createReadingBook } from './reading-book.ts';
import { createReadingWatch, type ReadingWatch } from './reading-watch.ts';
import type { CountReading } from './reading.ts';

export type { CountReading, Reading } from './reading.ts';

export interface ReadingsModule {
  readonly routes: readonly Route[];
  readonly count: CountReading;
  readonly watch: ReadingWatch;
  /** Writes what was gathered. */
  close(): Promise<void>;
}

export function createReadingsModule(
  services: Services,
  deps: {
    readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
    /** Of a carrier or a platform, by its code. */
    readonly nameOf: (connector: string) => string;
  },
): ReadingsModule {
  const book = createReadingBook(services);
  return {
    routes: [route(getLeftOut, async ({ ctx }) => data(await readLeftOut(services, ctx.tenantId, deps.nameOf)))],
    count: book.count,
    watch: createReadingWatch({ ...services, ...deps }),
    close: () => book.flush(),
  };
}
