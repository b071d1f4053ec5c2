/**
 * What the threads that read files can do: every reading of bytes that somebody sent is listed here, and nothing else runs
 * there. Tasks touch neither database nor network; they get bytes and settings, and answer an `Outcome`. Loaded when used,
 * so that a thread carries only what it needs.
 */
const orders = () => import('./modules/orders/import/file-tasks.ts');
const products = () => import('./modules/products/files/file-tasks.ts');
const bills = () => import('./modules/carrier-bills/file-tasks.ts');
const bank = () => import('./modules/bank/file-tasks.ts');

export const fileTasks = {
  openOrders: async () => (await orders()).openOrders,
  parseOrders: async () => (await orders()).parseOrders,
  orderProblemFile: async () => (await orders()).orderProblemFile,
  openProducts: async () => (await products()).openProducts,
  productKeys: async () => (await products()).productKeys,
  judgeProducts: async () => (await products()).judgeProducts,
  productProblemFile: async () => (await products()).productProblemFile,
  openBill: async () => (await bills()).openBill,
  tryBill: async () => (await bills()).tryBill,
  readBill: async () => (await bills()).readBill,
  openBank: async () => (await bank()).openBank,
  readBank: async () => (await bank()).readBank,
  readPriceList: async () => (await import('./modules/carriers/price-list-task.ts')).readPriceList,
  checkPicture: async () => (await import('./modules/tenants/picture-check.ts')).checkPicture,
  drawLogo: async () => (await import('./modules/tenants/draw-logo.ts')).drawLogo,
  drawPhoto: async () => (await import('./modules/returns/draw-photo.ts')).drawReturnPhoto,
  drawBannerPicture: async () => (await import('./modules/buyer-page/draw-pictures.ts')).drawBannerPicture,
  drawLogoPicture: async () => (await import('./modules/buyer-page/draw-pictures.ts')).drawLogoPicture,
  readMailReport: async () => (await import('./modules/buyer-notices/reports/read-report.ts')).readMailReport,
  checkOutsidePicture: async () => (await import('./modules/tenants/picture-check.ts')).checkOutsidePicture,
};

/** The tasks themselves, by name. */
export type FileTasks = { readonly [K in keyof typeof fileTasks]: Awaited<ReturnType<(typeof fileTasks)[K]>> };
