/**
 * What may be done in somebody else's name (decisions 8), call by call. Whoever acts for a person works with that person's
 * role; this table takes away from it. It is asked for every call of a session with somebody behind it, and what does not
 * stand here is refused to all of them: a call added later is closed until somebody decides.
 *
 * Support looks and helps with the daily work. What spends money, decides who may sign in and what they may do, pairs
 * machines, keeps cards, or connects a store or a carrier would let support go on in a name of its own, directly or by a
 * detour, and is the customer's or the franchise's to do. Franchise admins and the operator answer for their customers and may do
 * that as well. How a person signs in, and where their mail goes, belongs to that person alone.
 */
import type { Call } from '../call.ts';
import { plainRole, type RoleName } from './pages.ts';
import type { ActionRight } from './rights.ts';
import { BUILT_IN_ROLES } from './role-catalogue.ts';

/** Ids of calls between blanks; a line that begins with # says what the next ones have in common. */
const listed = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !line.trim().startsWith('#'))
    .flatMap((line) => line.split(' '))
    .filter((id) => id !== '');

/** Open to everybody who acts for somebody, support included. */
const OPEN = listed(`
  # The session itself.
  getProfile getAccount getNotices getSessionBranding getLogos liveStream getLock lockSession unlockSession logout
  revertImpersonation
  # Finds what the session's own role may see.
  searchEverything
  # What the company is told; whether its person has read it is theirs to say.
  getNews getOwnTerms getOwnerNotices
  # Lists and settings that everybody of a customer sees. Card keys are answered empty to support.
  getCountries getProvinces searchHsCodes getPlatforms getPlatform getCustomerStores getCardKeys getFxRates getDefaultSettings
  putDefaultSettings getDocumentLogo putDocumentLogo removeDocumentLogo getLocations addLocation updateLocation archiveLocation getTaxIds addTaxId updateTaxId
  removeTaxId listAudit exportAudit verifyAudit getMailLog getDashboard getTableUi saveTableUi shareView changeSharedView
  removeSharedView getOpening getFirstRun showFirstRun addSampleOrder confirmBrowserPrint listPeople listRoles listRoleHolders
  # Orders, products, packages, automation.
  listOrders getOrder getUnreadOrder getItemPicture listOrderSkus listOrderTags countSelection addOrder checkAddress readAddressText
  listKeptAddresses keepAddress noteAddressUse forgetAddress putOrderAddress putOrderItems
  archiveOrders assignOrders cancelOrders holdOrders noteOrders markOrderFulfilled markOrdersFulfilled
  previewOrderEdit editOrders undoOrderEdit putOrderLines splitOrder sendAgain exchangeReturn mendBatch
  unmarkOrdersFulfilled retryOrders setOrdersShipFrom tagOrders listAssignees exportOrders orderSummary packingList
  customInvoiceMultiple uploadOrders checkImport commitImport importProblems importTemplate documentsAfterShipping
  listProducts getProduct getProductPicture productByCode addProduct updateProduct putProductParts putProductPicture
  archiveProducts mergeProducts separateProduct fillOrders bulkEditProducts previewBulkEdit exportProducts saveProductsFromOrders
  uploadProducts checkProductImport commitProductImport fillProductImport productImportProblems productTemplate
  listPackages getPackage addPackage updatePackage deletePackage listCarrierPackagings suggestPackages listRules
  addRule updateRule deleteRule orderRules dryRunRules listPresets addPreset updatePreset deletePreset applyPreset
  getAutomationOptions getOrderAutomation listRequestedServices mapRequestedService setShippingChoice
  undoShippingChoices
  # Shipping without spending: prices, what was bought, its papers and where it is.
  quoteSingle quoteStream landedCost checkAddressWithCarriers listShipments getShipment exportShipments getDocument
  labelMultiple countPrinted packingSlip customInvoice proofOfDelivery getTracking refreshTracking listOpenPurchases getBatch
  listBatches listBatchItems listBatchOrderIds listBatchGaps mergeBatch countPrintedPart getPickList printPickList exportPickList getEndOfDay
  listWaitingShipments openCarrierPaper printHandOverList getPickup listPickups pickupAvailability pickupOptions
  listReturns getReturn getReturnRefund getReturnRules scanReturn checkReturn addReturnPhoto getReturnPhoto finishReturn listClaims getClaim claimPaper
  getClaimPhoto
  listExceptions getException countExceptions listExceptionOwners assignException noteException snoozeException
  getScanSetting addScanSetting scanOrder rateScanned saveScanSelection getScannedShipment printScanned
  scanCommandSheet readShift
  # Printers that are there; agents and network printers are added by their owner.
  listPrinters listPrinterSettings addPrinterSettings autoprintSetting syncPrinters testPrinter listPrintJobs
  printDocuments reprintJob cancelPrintJob settlePrintJob rawLabels
  # Stores and carriers that are connected.
  getStore listStoreRuns putStore putStoreAddress putStoreSettings pauseStore resumeStore syncStore testStore
  retryPush dismissStoreNotice getNoticeSettings putNoticeSettings getBuyerPageSettings putBuyerPageSettings previewBuyerPage getSenderDomain checkSenderDomain
  getBuyerHost verifyBuyerHost getNoticeWebhook previewNotice listNotices listSuppressed
  addSuppressed removeSuppressed listCarrierAccounts getCarrierAccount listCarrierCatalogue getCatalogueCarrier
  listCarrierServices setCarrierService discoverCarrierServices testCarrierAccount currentRateSheet rateSheetTemplate getSheetChanges getSheetEffect
  getCarrierHealth findCarrierCalls getLabelReconciliation
  # Money, looked at.
  getSpendReport exportSpendReport getSavedReports getObstacles getBilling listPayments getPlan quotePlan listPlanCharges getStatement listStatementLines downloadStatement
  getInvoice listInvoices listInvoiceLines downloadInvoice listAdjustments disputeFile
`);

/** Franchise admins and the operator, not support. */
const STAFF = listed(`
  impersonate
  # Spends money, gives it back, or binds the customer to pay.
  createShipment finishShipment cancelShipment cancelShipments sendCustomsDocument createBatch createMultiple
  createMultiple2 startBatch buyPriced pauseBatch resumeBatch cancelBatch retryBatch replanBatch planBlocked leaveOutAccount decideException actOnException
  markShipmentLost closeDay decideClosing takeBackFromList bookPickup changePickup cancelPickup decidePickup
  shipScanned shipScannedByCarrier shipScannedByDetails holdScanned voidScanned loadShift prepareShift endShift
  sendScanJournal payByCard settlePayment choosePlan keepPlan disputeAdjustment addDisputeFile withdrawDispute
  # Returns: approving buys a label, rules may approve by themselves, and a refund is money of the customer's.
  putReturnRules decideReturns buyReturnLabel refundReturn settleReturnRefund
  # Claims: what a carrier owes the customer.
  openClaim putClaim moveClaim fileClaim decideClaim askClaim addClaimPhoto takeReturnPhotos removeClaimPhoto
  # Whose name mails and pages of buyers go out under.
  putSenderDomain removeSenderDomain rotateSenderKey putBuyerHost removeBuyerHost putBuyerBanner removeBuyerBanner
  putNoticeWebhook renewNoticeSecret removeNoticeWebhook testNoticeWebhook
  # Cards; people, invitations and roles; machines; access to stores and carriers.
  beginCard saveCard removeCard setDefaultCard setAutoTopUp invitePerson resendInvitation withdrawInvitation
  setPersonRole suspendPerson resumePerson removePerson addRole updateRole deleteRole getSignInPolicy putSignInPolicy
  setupAgent renameAgent removeAgent addNetworkPrinter removeNetworkPrinter addStore reconnectStore deleteStore
  addCarrierAccount updateCarrierAccount deleteCarrierAccount beginCarrierOnboarding completeCarrierOnboarding
  reconcileLabels confirmNothingMissing uploadRateSheet draftFormerSheet discardSheetDraft publishSheet putFxRates
  # Whom a company's figures are sent to.
  addSavedReport changeSavedReport removeSavedReport leaveSavedReport
  # A franchise's own pages, for the operator who acts as one of its admins.
  listFactorResets listCustomers exportCustomers getCustomer createCustomer updateCustomer inviteCustomerAdmin sendCustomerCode suspendCustomer resumeCustomer
  restrictCustomer liftCustomerRestriction getCustomerObstacles listCustomerExports startCustomerExport downloadCustomerExport
  getCustomerErasure eraseCustomer withdrawCustomerErasure
  getCustomerMove previewCustomerMove moveCustomer undoCustomerMove
  getCustomerNotes addCustomerNote changeCustomerNote removeCustomerNote addCustomerTask changeCustomerTask listDueTasks
  assignCustomerAgent setCustomerCredit getCustomerPlan setCustomerPlan quoteCustomerPlan keepCustomerPlan
  listCustomerPlanCharges findSupportedCarrierCalls getOwnFranchise getOwnBranding putOwnBranding uploadOwnPicture
  listOwnLogos putOwnLogo removeOwnLogo
  listOwnPlans updateOwnPlan getDefaultMarkups putDefaultMarkups defaultMarkupHistory getBuyerMarkups putBuyerMarkups
  buyerMarkupHistory listMarkupExamples listMarkupPlans previewMarkups replayWhatIf getMargins exportMargins getBusinessReport exportBusinessReport
  getAccounting saveAccounting exportAccounting
  listCustomerGroups addCustomerGroup renameCustomerGroup removeCustomerGroup putCustomersInGroup
  getBank addBankAccount renameBankAccount uploadBankFile takeBackBankFile listBankLines bankChoices matchBankLine setAsideBankLine undoBankLine
  listBankMonths listPayouts getPayout readPayouts
  listAnnouncements addAnnouncement changeAnnouncement publishAnnouncement withdrawAnnouncement deleteAnnouncement
  listAnnouncementReaders listTerms addTerms changeTerms publishTerms withdrawTerms deleteTerms listMissingConsents exportConsents
  saveMarkupDraft discardMarkupDraft checkMarkups publishMarkups restoreMarkups withdrawMarkups
  getReminders previewReminders saveReminders previewNextStep sendNextStep getBuyerReminders promisePayment withdrawPromise pauseReminders resumeReminders
  listReceivables listReceivedPayments listChargebacks recordPayment refundPayment getAging getClosing previewClose
  closeMonth saveStatementSettings creditInvoice getTaxSettings putTaxSettings getBuyerTaxes putBuyerTaxes
  getAgentLink renewAgentLink
  getAccountLendings putAccountLending getCustomerLendings
  getCommissions getAccrual addCommissionPlan endCommissionPlan payCommission getRoyalties setRoyaltyTerms billAccounts
  billReport exportBillReport getBillSettings saveBillSettings uploadBillFile listBillFiles listBillLines
  matchBillLine listBillDifferences previewBillDifferences decideBillDifferences
  undoBillDifferences nameBillWords listDisputes answerDispute bearAdjustment
`);

/** Nobody but the person: how they sign in and are reached; and the operator's own desk, which nobody stands above. */
const OWN = listed(`
  readNews agreeToTerms putAwayOwnerNotice testNotice putAccount changePassword changeEmail confirmEmail cancelEmail putNotices getSessions endSession endOtherSessions
  beginTotp confirmTotp removeTotp renewRecoveryCodes beginPasskey addPasskey renamePasskey removePasskey
  setFranchiseCredit listFranchises getFranchise createFranchise updateFranchise suspendFranchise resumeFranchise inviteFranchiseAdmin
  addFranchiseHost verifyFranchiseHost removeFranchiseHost getFranchiseBranding putFranchiseBranding
  uploadFranchisePicture putFranchiseSender verifyFranchiseSender listFranchisePlans updateFranchisePlan
  listAppRegistrations listAppOffers putAppRegistration deleteAppRegistration listPlatformCarriers lendPlatformCarrier listVendorInterfaces
  # Two people decide about a second factor; acting for one of them would make one of two.
  askFactorReset confirmFactorReset withdrawFactorReset
  getLeftOut getSystemState
  # Accounts of everybody below are reached without acting for them.
  listLiveAccounts getLiveAccount startRecording stopRecording eraseRecording listRecordedCalls getRecordedCall exportCase
  listGoLiveChecks startGoLiveCheck
`);

export type ActingRule = 'open' | 'staff' | 'own';

/** Rule of each call by its id; a call that is not here has rule `own`. */
export const ACTING_RULES: ReadonlyMap<string, ActingRule> = new Map([
  ...OPEN.map((id) => [id, 'open'] as const),
  ...STAFF.map((id) => [id, 'staff'] as const),
  ...OWN.map((id) => [id, 'own'] as const),
]);

/** The rules under which each role may act in another's name; roles that act for nobody (a sales agent) have none. */
const ALLOWED: Readonly<Partial<Record<RoleName, readonly ActingRule[]>>> = {
  ROLE_SUPPORT: ['open'],
  ROLE_FRANCHISE_ADMIN: ['open', 'staff'],
  ROLE_SUPER_ADMIN: ['open', 'staff'],
};

/** Somebody behind a session. */
export interface ActingRole {
  readonly role: RoleName;
  /** What a custom role may; absent: a built-in role, whose whole column counts. */
  readonly customRights?: readonly ActionRight[] | undefined;
}

type Asked = Pick<Call, 'id' | 'right'>;

/**
 * A custom role may in another's name what the table and its own rights both allow: what its base role has a right for, only
 * with that right; what only customers have rights for, as far as it is open to everybody who acts.
 */
const ownRightsAllow = (
  { role, customRights }: ActingRole,
  rule: ActingRule,
  right: ActionRight | undefined,
): boolean => {
  if (customRights === undefined) return true;
  const couldHave = right !== undefined && BUILT_IN_ROLES[plainRole(role)].rights.includes(right);
  return couldHave ? customRights.includes(right) : rule === 'open';
};

/**
 * Why a call may not be made in another's name, or undefined when it may.
 * @param actors everybody behind the session; each of them must be allowed
 */
export const actingRefusal = (
  actors: readonly ActingRole[],
  { id, right }: Asked,
): 'forbidden' | 'not_while_acting' | 'not_while_supporting' | undefined => {
  const rule = ACTING_RULES.get(id) ?? 'own';
  if (!actors.every(({ role }) => ALLOWED[role]?.includes(rule) === true))
    return rule === 'staff' ? 'not_while_supporting' : 'not_while_acting';
  return actors.every((actor) => ownRightsAllow(actor, rule, right)) ? undefined : 'forbidden';
};
