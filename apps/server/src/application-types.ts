/** What the whole application is made with, and what it is. */
import type { FastifyInstance } from 'fastify';
import type { BatchTimes, BatchWorker } from './modules/batches/index.ts';
import type { NoticeFaults, NoticeSender, SenderWatch } from './modules/buyer-notices/index.ts';
import type { ReturnLabels } from './modules/returns/index.ts';
import type { CarrierBillsModule } from './modules/carrier-bills/index.ts';
import type { CarrierRegistry, CarriersModule, SimulatorHost } from './modules/carriers/index.ts';
import type { ClaimsModule } from './modules/claims/index.ts';
import type { RollupWorker } from './modules/dashboard/index.ts';
import type { ExceptionsModule } from './modules/exceptions/index.ts';
import type { LabelReconciliationTimes, LabelWorker } from './modules/label-reconciliation/index.ts';
import type { CheckTimes, LiveAccountsModule } from './modules/live-accounts/index.ts';
import type { Check } from './modules/operations/index.ts';
import type { PrintingModule } from './modules/printing/index.ts';
import type { ReadingsModule } from './modules/readings/index.ts';
import type { ShipmentsModule } from './modules/shipments/index.ts';
import type { StatementsModule } from './modules/statements/index.ts';
import type { StoresModule, SyncOptions } from './modules/stores/index.ts';
import type { SubscriptionsModule } from './modules/subscriptions/index.ts';
import type { TrackingModule } from './modules/tracking/index.ts';
import type { Dns } from './platform/dns.ts';
import type { Route } from './platform/http/handler.ts';
import type { Inbox } from './platform/inbox/inbox.ts';
import type { SheetFollower } from './modules/carriers/index.ts';
import type { AnnouncementMailer } from './modules/announcements/index.ts';
import type { OwnerNoticeWorker } from './modules/owner-notices/index.ts';
import type { ResetWorker } from './modules/factor-resets/index.ts';
import type { MondayWorker, SavedReportWorker } from './modules/reports/index.ts';
import type { ReminderWorker } from './modules/reminders/index.ts';
import type { ErasureWorker, ExportWorker } from './modules/customer-data/index.ts';
import type { MoveWorker } from './modules/customer-moves/index.ts';
import type { RestrictionWorker } from './modules/restrictions/index.ts';
import type { Scheduler } from './platform/jobs/scheduler.ts';
import type { JournalOptions } from './platform/journal/journal.ts';
import type { Services } from './platform/services.ts';

export interface ApplicationOptions {
  readonly version: string;
  /** Absent: sample carriers are not offered. */
  readonly simulators?: SimulatorHost | undefined;
  /** Carriers and what their simulators know of our application, for tests; absent: those there are. */
  readonly registry?: CarrierRegistry | undefined;
  readonly carrierApp?: ((slug: string) => Promise<Readonly<Record<string, string>> | undefined>) | undefined;
  readonly carrierPages?: readonly string[] | undefined;
  readonly stopping?: (() => boolean) | undefined;
  /** Ready only when these hold, beside the database. */
  readonly checks?: readonly Check[] | undefined;
  /** Wakes processes when work is due; absent: the sweeper alone finds it. */
  readonly scheduler?: Scheduler | undefined;
  /** Who is asked for proofs of ownership; default: the machine's name servers. */
  readonly dns?: Dns | undefined;
  /** Times and fault points of the journal, for fault tests; never a setting. */
  readonly journal?: Pick<JournalOptions, 'leaseMs' | 'sweepMs' | 'timeScale' | 'onPoint'> | undefined;
  /** Times of the sync engine, for tests; never a setting. */
  readonly sync?: SyncOptions | undefined;
  /** Times and fault points of bulk buying, for tests; never a setting. */
  readonly batches?: (BatchTimes & { readonly answerMs?: number }) | undefined;
  /** Times and fault points of go-live checks, for tests; never a setting. */
  readonly goLive?: CheckTimes | undefined;
  /** Times of comparisons of labels, for tests; never a setting. */
  readonly labels?: LabelReconciliationTimes | undefined;
  /** Fault points of notices to buyers, for tests; never a setting. */
  readonly notices?: NoticeFaults | undefined;
  /** Times of the tracking poller, for tests; never a setting. */
  readonly tracking?: { readonly sweepMs?: number; readonly leaseMs?: number } | undefined;
}

export interface Application {
  readonly routes: readonly Route[];
  readonly services: Services;
  readonly carriers: CarriersModule;
  readonly batches: { readonly worker: BatchWorker };
  readonly exceptions: ExceptionsModule;
  readonly inbox: Inbox;
  readonly printing: PrintingModule;
  readonly readings: ReadingsModule;
  readonly shipments: ShipmentsModule;
  readonly tracking: TrackingModule;
  readonly notices: NoticeSender;
  readonly senders: SenderWatch;
  readonly returnLabels: ReturnLabels;
  readonly claims: Pick<ClaimsModule, 'watch' | 'exceptions'>;
  readonly stores: StoresModule;
  readonly rollups: RollupWorker;
  readonly carrierBills: CarrierBillsModule;
  readonly liveAccounts: LiveAccountsModule;
  readonly labels: LabelWorker;
  readonly statements: StatementsModule;
  readonly subscriptions: SubscriptionsModule;
  readonly restrictions: RestrictionWorker;
  readonly customerExports: ExportWorker;
  readonly customerErasures: ErasureWorker;
  readonly customerMoves: MoveWorker;
  readonly announcements: AnnouncementMailer;
  readonly ownerNotices: OwnerNoticeWorker;
  readonly reminders: ReminderWorker;
  readonly reports: MondayWorker;
  readonly savedReports: SavedReportWorker;
  readonly factorResets: ResetWorker;
  readonly rateSheets: SheetFollower;
  /** The HTTP side; `healthOnly` for a process that works off jobs and answers health and metrics only. */
  http(healthOnly?: boolean): Promise<FastifyInstance>;
  /** Starts taking jobs; made when this process works them off. */
  startJobs(): Promise<void>;
  /** Stops taking jobs, waits so long for running ones, closes what the modules hold. The database stays open. */
  close(withinMs?: number): Promise<void>;
}
