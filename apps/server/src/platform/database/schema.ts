/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { AccountFactsTables } from './schema/account-facts.ts';
import type { AccountLendingsTables } from './schema/account-lendings.ts';
import type { AccountingNamesTables } from './schema/accounting-names.ts';
import type { AccountsTables } from './schema/accounts.ts';
import type { AddressBookTables } from './schema/address-book.ts';
import type { AdjustedEntriesTables } from './schema/adjusted-entries.ts';
import type { AgentLinksTables } from './schema/agent-links.ts';
import type { AnnouncementsTables } from './schema/announcements.ts';
import type { AnswerReadingsTables } from './schema/answer-readings.ts';
import type { AutomationTables } from './schema/automation.ts';
import type { BalanceChangesTables } from './schema/balance-changes.ts';
import type { BankTables } from './schema/bank.ts';
import type { BatchWorkersTables } from './schema/batch-workers.ts';
import type { BillWordsTables } from './schema/bill-words.ts';
import type { BudgetsTables } from './schema/budgets.ts';
import type { BulkBuyingTables } from './schema/bulk-buying.ts';
import type { BuyerHostsTables } from './schema/buyer-hosts.ts';
import type { BuyerNoticesTables } from './schema/buyer-notices.ts';
import type { BuyerPageSettingsTables } from './schema/buyer-page-settings.ts';
import type { CarrierBillsTables } from './schema/carrier-bills.ts';
import type { CarrierCallHoursTables } from './schema/carrier-call-hours.ts';
import type { CarrierConsentsTables } from './schema/carrier-consents.ts';
import type { CarriersShipmentsPurchasesTables } from './schema/carriers-shipments-purchases.ts';
import type { ClaimsTables } from './schema/claims.ts';
import type { ClaimsAtCarriersTables } from './schema/claims-at-carriers.ts';
import type { CommissionsAndRoyaltiesTables } from './schema/commissions-and-royalties.ts';
import type { CopiesToEraseTables } from './schema/copies-to-erase.ts';
import type { CustomerErasuresTables } from './schema/customer-erasures.ts';
import type { CustomerExportsTables } from './schema/customer-exports.ts';
import type { CustomerMailsTables } from './schema/customer-mails.ts';
import type { CustomerMovesTables } from './schema/customer-moves.ts';
import type { CustomerNotesTables } from './schema/customer-notes.ts';
import type { DelayWatchTables } from './schema/delay-watch.ts';
import type { DocumentsTrackingPrintingTables } from './schema/documents-tracking-printing.ts';
import type { ExceptionsTables } from './schema/exceptions.ts';
import type { FactorResetsTables } from './schema/factor-resets.ts';
import type { FirstRunTables } from './schema/first-run.ts';
import type { FormerAgentsTables } from './schema/former-agents.ts';
import type { FoundationTables } from './schema/foundation.ts';
import type { FranchiseNetworkTables } from './schema/franchise-network.ts';
import type { FxOfTenantsTables } from './schema/fx-of-tenants.ts';
import type { GoLiveChecksTables } from './schema/go-live-checks.ts';
import type { HoldUntilTables } from './schema/hold-until.ts';
import type { IdentityTables } from './schema/identity.ts';
import type { InvoicePapersTables } from './schema/invoice-papers.ts';
import type { LabelDaysTables } from './schema/label-days.ts';
import type { LabelMonthsTables } from './schema/label-months.ts';
import type { LabelPlacesTables } from './schema/label-places.ts';
import type { LabelReconciliationTables } from './schema/label-reconciliation.ts';
import type { LiveAccountsTables } from './schema/live-accounts.ts';
import type { MarginsAndTaxesTables } from './schema/margins-and-taxes.ts';
import type { MarkupDraftsTables } from './schema/markup-drafts.ts';
import type { MarkupPlansTables } from './schema/markup-plans.ts';
import type { MarkupsByPlanAndGroupTables } from './schema/markups-by-plan-and-group.ts';
import type { MasterKeysTables } from './schema/master-keys.ts';
import type { MoneyTables } from './schema/money.ts';
import type { NoticeWebhooksTables } from './schema/notice-webhooks.ts';
import type { OrderBuyersTables } from './schema/order-buyers.ts';
import type { OrderCommandsTables } from './schema/order-commands.ts';
import type { OrderCountMonthsTables } from './schema/order-count-months.ts';
import type { OrderEditsTables } from './schema/order-edits.ts';
import type { OrderLeasesTables } from './schema/order-leases.ts';
import type { OrderWorkTables } from './schema/order-work.ts';
import type { OrdersTables } from './schema/orders.ts';
import type { OwnerNoticesTables } from './schema/owner-notices.ts';
import type { PaymentRemindersTables } from './schema/payment-reminders.ts';
import type { PaymentsTables } from './schema/payments.ts';
import type { PickupsAndCarrierClosingsTables } from './schema/pickups-and-carrier-closings.ts';
import type { PlanVersionsTables } from './schema/plan-versions.ts';
import type { PrintingTables } from './schema/printing.ts';
import type { ProductsTables } from './schema/products.ts';
import type { QuotaBucketsTables } from './schema/quota-buckets.ts';
import type { RateSheetDraftsTables } from './schema/rate-sheet-drafts.ts';
import type { RetentionTables } from './schema/retention.ts';
import type { ReturnPhotosTables } from './schema/return-photos.ts';
import type { ReturnsTables } from './schema/returns.ts';
import type { SafetyHistoryTables } from './schema/safety-history.ts';
import type { SavedReportsTables } from './schema/saved-reports.ts';
import type { ScanShiftsTables } from './schema/scan-shifts.ts';
import type { ScanShipTables } from './schema/scan-ship.ts';
import type { SearchTables } from './schema/search.ts';
import type { SenderDomainsTables } from './schema/sender-domains.ts';
import type { StatementsTables } from './schema/statements.ts';
import type { StoreSpellsTables } from './schema/store-spells.ts';
import type { StoreWorkTables } from './schema/store-work.ts';
import type { StoredObjectsTables } from './schema/stored-objects.ts';
import type { StoresProductsPackagesTables } from './schema/stores-products-packages.ts';
import type { SubscriptionsTables } from './schema/subscriptions.ts';
import type { TaxIdsTables } from './schema/tax-ids.ts';
import type { TermsTables } from './schema/terms.ts';
import type { TrackingTables } from './schema/tracking.ts';
import type { UnreadOrdersTables } from './schema/unread-orders.ts';

export interface Schema
  extends AccountFactsTables,
    AccountLendingsTables,
    AccountingNamesTables,
    AccountsTables,
    AddressBookTables,
    AdjustedEntriesTables,
    AgentLinksTables,
    AnnouncementsTables,
    AnswerReadingsTables,
    AutomationTables,
    BalanceChangesTables,
    BankTables,
    BatchWorkersTables,
    BillWordsTables,
    BudgetsTables,
    BulkBuyingTables,
    BuyerHostsTables,
    BuyerNoticesTables,
    BuyerPageSettingsTables,
    CarrierBillsTables,
    CarrierCallHoursTables,
    CarrierConsentsTables,
    CarriersShipmentsPurchasesTables,
    ClaimsTables,
    ClaimsAtCarriersTables,
    CommissionsAndRoyaltiesTables,
    CopiesToEraseTables,
    CustomerErasuresTables,
    CustomerExportsTables,
    CustomerMailsTables,
    CustomerMovesTables,
    CustomerNotesTables,
    DelayWatchTables,
    DocumentsTrackingPrintingTables,
    ExceptionsTables,
    FactorResetsTables,
    FirstRunTables,
    FormerAgentsTables,
    FoundationTables,
    FranchiseNetworkTables,
    FxOfTenantsTables,
    GoLiveChecksTables,
    HoldUntilTables,
    IdentityTables,
    InvoicePapersTables,
    LabelDaysTables,
    LabelMonthsTables,
    LabelPlacesTables,
    LabelReconciliationTables,
    LiveAccountsTables,
    MarginsAndTaxesTables,
    MarkupDraftsTables,
    MarkupPlansTables,
    MarkupsByPlanAndGroupTables,
    MasterKeysTables,
    MoneyTables,
    NoticeWebhooksTables,
    OrderBuyersTables,
    OrderCommandsTables,
    OrderCountMonthsTables,
    OrderEditsTables,
    OrderLeasesTables,
    OrderWorkTables,
    OrdersTables,
    OwnerNoticesTables,
    PaymentRemindersTables,
    PaymentsTables,
    PickupsAndCarrierClosingsTables,
    PlanVersionsTables,
    PrintingTables,
    ProductsTables,
    QuotaBucketsTables,
    RateSheetDraftsTables,
    RetentionTables,
    ReturnPhotosTables,
    ReturnsTables,
    SafetyHistoryTables,
    SavedReportsTables,
    ScanShiftsTables,
    ScanShipTables,
    SearchTables,
    SenderDomainsTables,
    StatementsTables,
    StoreSpellsTables,
    StoreWorkTables,
    StoredObjectsTables,
    StoresProductsPackagesTables,
    SubscriptionsTables,
    TaxIdsTables,
    TermsTables,
    TrackingTables,
    UnreadOrdersTables {}
